// swift-tools-version: 6.2
// Bromide: develops camera raws, samples colours, renders frame sequences.
// One table of targets, bottom-up, and one list of settings for all of them.
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let cSettings: [CSetting] = [
  .enableWarning("all"),
  .enableWarning("extra"),
  .treatAllWarnings(as: .error),
]

let cxxSettings: [CXXSetting] = [
  .enableWarning("all"),
  .treatAllWarnings(as: .error),
]

let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let systemPackage: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")

/// A library target in Swift.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

/// A target in C or C++, behind a header.
func native(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, cSettings: cSettings, cxxSettings: cxxSettings)
}

/// The tests of one module, in the folder that mirrors it.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport", systemPackage],
    swiftSettings: swiftSettings)
}

let package = Package(
  name: "bromide",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "bromide", targets: ["bromide"]),
    // Useful on its own: motion as values.
    .library(name: "Tweening", targets: ["Tweening"]),
    // For the nested package of benchmarks.
    .library(
      name: "BromideModules",
      targets: [
        "Pixels", "Color", "Kernels", "Develop", "YCbCr", "Sampling", "RawDecoding", "PNGCoding",
        "CPNG", "FrameSequence", "Compositing", "Tweening", "Choreography", "TestSupport",
      ]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    // C: system libraries and inner loops.
    native("CRawUnpack"),
    native("CLibRaw", ["CRawUnpack"]),
    native("CPNG"),
    native("CJPEG"),
    native("CISAL"),
    native("CZlib"),
    native("CLCMS"),
    native("CExif"),
    native("CKernels"),
    native("CPlatform"),
    native("CText"),
    native("CYAML"),

    // Values.
    library("Pixels"),
    library("Color"),
    library("Tweening"),
    library("Choreography", ["Tweening"]),

    // The system: files, terminal, machine, signals.
    library("Platform", ["Pixels", "CPlatform", systemPackage]),

    // Work on pixels.
    library("Kernels", ["Pixels", "Color", "CKernels"]),
    library("Develop", ["Pixels", "Color", "Kernels"]),
    library("Compositing", ["Pixels", "Color", "Kernels"]),
    library("YCbCr", ["Platform", "Pixels", "Color", "Kernels", "CJPEG", systemPackage]),
    library("Sampling", ["Pixels", "Color", "YCbCr", "Develop"]),
    library("Drawing", ["Pixels", "Color", "CText"]),

    // Files.
    library("Metadata", ["Pixels", "CExif"]),
    library("ColorProfiles", ["Color", "CLCMS"]),
    library(
      "RawDecoding",
      ["Platform", "Pixels", "Color", "Kernels", "Metadata", "CLibRaw", systemPackage]),
    library(
      "PNGCoding",
      [
        "Platform", "Pixels", "Color", "Kernels", "Metadata", "ColorProfiles", "CPNG", "CISAL",
        "CZlib", systemPackage,
      ]),

    // Many photos: what is found, what exists, what a picture says of its photo.
    library(
      "BatchConversion",
      [
        "Platform", "Pixels", "Color", "Kernels", "RawDecoding", "Develop", "Sampling", "PNGCoding",
        "Metadata", systemPackage,
      ]),

    // Sequences.
    library(
      "Timelines",
      [
        "Platform", "Pixels", "Color", "Develop", "Tweening", "Choreography", "CYAML",
        systemPackage,
      ]),
    library(
      "FrameSequence",
      [
        "Platform", "Pixels", "Color", "Kernels", "Metadata", "RawDecoding", "YCbCr", "Develop",
        "Sampling", "Tweening", "Choreography", "Drawing", "Compositing", "PNGCoding", "Timelines",
        "BatchConversion", systemPackage,
      ]),

    // The command.
    library(
      "Commands",
      [
        "Platform", "Pixels", "Color", "Kernels", "Tweening", "Choreography", "YCbCr",
        "RawDecoding", "Develop", "Sampling",
        "PNGCoding", "Metadata", "ColorProfiles", "BatchConversion", "Drawing", "Timelines",
        "Compositing", "FrameSequence", argumentParser, systemPackage,
      ]),
    .executableTarget(name: "bromide", dependencies: ["Commands"], swiftSettings: swiftSettings),

    // Tests and the generator of their pictures.
    native("CJPEGPeer"),
    library("TestSupport", ["Pixels", "Color", "CJPEGPeer"]),
    .executableTarget(
      name: "MakeTestImages", dependencies: ["Pixels", "TestSupport"], swiftSettings: swiftSettings),
    .executableTarget(
      name: "FuzzUnpack", dependencies: ["Pixels", "RawDecoding", "TestSupport", systemPackage],
      swiftSettings: swiftSettings),
    tests("TestSupportTests", ["Pixels", "Color"]),
    tests("PixelsTests", ["Pixels"]),
    tests("ColorTests", ["Color"]),
    tests("TweeningTests", ["Tweening"]),
    tests("ChoreographyTests", ["Choreography", "Tweening"]),
    tests("KernelsTests", ["Kernels", "Pixels", "Color"]),
    tests("DevelopTests", ["Develop", "Kernels", "Pixels", "Color"]),
    tests("CompositingTests", ["Compositing", "Kernels", "Pixels", "Color"]),
    tests("DrawingTests", ["Drawing", "PNGCoding", "Kernels", "Pixels", "Color"]),
    tests("YCbCrTests", ["YCbCr", "Kernels", "Pixels", "Color"]),
    tests("SamplingTests", ["Sampling", "YCbCr", "Develop", "Kernels", "Pixels", "Color"]),
    tests("MetadataTests", ["Metadata", "Pixels"]),
    tests("ColorProfilesTests", ["ColorProfiles", "Color"]),
    tests(
      "RawDecodingTests", ["RawDecoding", "CLibRaw", "Kernels", "Metadata", "Pixels", "Color"]),
    tests(
      "PNGCodingTests",
      ["Platform", "PNGCoding", "Kernels", "Metadata", "ColorProfiles", "Pixels", "Color"]),
    tests(
      "TimelinesTests", ["Timelines", "Develop", "Tweening", "Choreography", "Pixels", "Color"]),
    tests(
      "FrameSequenceTests",
      [
        "FrameSequence", "BatchConversion", "Timelines", "Platform", "Metadata", "Develop",
        "PNGCoding", "RawDecoding", "YCbCr", "Kernels", "Pixels", "Color",
        "Compositing", "Choreography",
      ]),
    tests("PlatformTests", ["Platform"]),
    tests(
      "BatchConversionTests",
      [
        "Platform", "BatchConversion", "RawDecoding", "Develop", "PNGCoding", "Metadata", "Pixels",
        "Color",
      ]),
    tests(
      "EndToEndTests",
      ["RawDecoding", "Sampling", "Develop", "PNGCoding", "Kernels", "Metadata", "Pixels", "Color"]),
    tests(
      "CommandLineTests",
      ["Commands", "Platform", "Develop", "PNGCoding", "YCbCr", "Kernels", "Pixels", "Color"]),
  ],
  cLanguageStandard: .c17,
  cxxLanguageStandard: .cxx17
)
