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

/// Other packages are needed by all but `Tweening`: a client that depends on this one with `traits: []` resolves none of them.
let programs = TargetDependencyCondition.when(traits: ["Programs"])

let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: programs)
let systemPackage: Target.Dependency = .product(
  name: "SystemPackage", package: "swift-system", condition: programs)
let protobuf: Target.Dependency = .product(
  name: "SwiftProtobuf", package: "swift-protobuf", condition: programs)

/// A module of SwiftNIO.
func nio(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-nio", condition: programs)
}

/// A library target in Swift.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

/// A target in C or C++, behind a header.
///
/// - Parameter libraries: Those that its C needs and no Swift module names by an import.
func native(
  _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil,
  libraries: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, cSettings: cSettings,
    cxxSettings: cxxSettings, linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// The tests of one module, in the folder that mirrors it.
///
/// - Parameter isOptimized: Whether a release build optimises them, too: where they themselves work on pixels. What
///   they test is optimised in any case; theirs is half of the compiler's work.
func tests(_ name: String, _ dependencies: [Target.Dependency], isOptimized: Bool = false) -> Target
{
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport", systemPackage],
    swiftSettings: swiftSettings
      + (isOptimized ? [] : [.unsafeFlags(["-Onone"], .when(configuration: .release))]))
}

/// Products for the nested package of benchmarks, which measures single modules. Nobody else sees
/// them: scripts/bench sets the variable.
let developmentProducts: [Product] =
  Context.environment["BROMIDE_DEVELOPMENT"] == nil
  ? []
  : [
    .library(
      name: "BromideModules",
      targets: [
        "Platform", "Scheduling", "Pixels", "Color", "Kernels", "Develop", "YCbCr",
        "PhotoLoading", "Sampling",
        "RawDecoding", "PNGCoding", "TIFFCoding", "PictureFiles", "CPNG", "Outputs", "TimeLapse",
        "ContactSheets",
        "FrameSequence", "Compositing", "Tweening", "Choreography", "TestSupport",
      ])
  ]

let package = Package(
  name: "bromide",
  // The command needs a system with files and processes; Tweening runs on the others, too.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .executable(name: "bromide", targets: ["BromideCommand"]),
    // The server behind `bromide serve`, built only for it.
    .executable(name: "bromide-serve", targets: ["BromideServe"]),
    // Everything that the command does, for Swift programs.
    .library(name: "Bromide", targets: ["Bromide"]),
    // The objects of libbromide.so, which scripts/build-library links.
    .library(name: "BromideC", type: .static, targets: ["BromideC"]),
    // Motion as values; useful on its own.
    .library(name: "Tweening", targets: ["Tweening"]),
  ] + developmentProducts,
  traits: [
    .default(enabledTraits: ["Programs"]),
    .trait(name: "Programs", description: "The command and all libraries but Tweening."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    // For the server alone: no other product is built with them.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
  ],
  targets: [
    // C: system libraries and inner loops.
    native("CVariants"),
    native("CLibraries"),
    native("CJPEG"),
    native("CDeflate"),
    native("CJXL", ["CLibraries"]),
    native(
      "CRawUnpack", ["CVariants", "CJPEG", "CDeflate", "CJXL"], libraries: ["jpeg", "deflate"]),
    native("CLibRaw", ["CRawUnpack"]),
    native("CPNG"),
    native("CTIFF", ["CLibraries"]),
    native("CLensfun", ["CLibraries"]),
    native("CISAL"),
    native("CZlib"),
    native("CLCMS"),
    native("CExif"),
    native("CKernels", ["CVariants"]),
    native("CPlatform"),
    native("CText", ["CLibraries"]),
    native("CYAML"),
    native("CExpat"),

    // The system: files, threads, terminal, machine, signals.
    library("Platform", ["CISAL", "CPlatform", systemPackage]),
    library("Scheduling", ["Platform"]),
    library("Costs", ["Platform", systemPackage]),

    // Values.
    library("Pixels"),
    library("Color"),
    library("Tweening"),
    library("Choreography", ["Tweening"]),

    // Work on pixels.
    library("Kernels", ["Pixels", "Color", "CKernels"]),
    library("Deflate", ["Pixels", "Kernels"]),
    library("Develop", ["Platform", "Scheduling", "Pixels", "Color", "Kernels"]),
    library("Compositing", ["Pixels", "Color", "Kernels"]),
    library("Drawing", ["Platform", "Pixels", "Color", "CText"]),
    library("TIFFDirectories", ["Platform", systemPackage]),
    library(
      "YCbCr",
      ["Platform", "Pixels", "Color", "Kernels", "TIFFDirectories", "CJPEG", systemPackage]),

    // Files of photos and pictures.
    library("Metadata", ["Pixels", "CExif"]),
    library("Lenses", ["Platform", "Pixels", "Metadata", "CLensfun", systemPackage]),
    library("Cameras", ["Platform", "Pixels", "Color", "TIFFDirectories", systemPackage]),
    library("ColorProfiles", ["Color", "CLCMS"]),
    library(
      "PNGCoding",
      [
        "Platform", "Pixels", "Color", "Kernels", "Deflate", "ColorProfiles", "CPNG", "CISAL",
        "CZlib", systemPackage,
      ]),
    library(
      "TIFFCoding",
      [
        "Platform", "Pixels", "Color", "Kernels", "Deflate", "TIFFDirectories", "ColorProfiles",
        "CTIFF", "CZlib", systemPackage,
      ]),
    library("JPEGCoding", ["Platform", "Pixels", "Kernels", "CJPEG", systemPackage]),
    library(
      "RawDecoding",
      [
        "Platform", "Pixels", "Color", "Kernels", "TIFFDirectories", "Metadata", "Cameras",
        "CRawUnpack", "CLibRaw", systemPackage,
      ]),
    library(
      "PhotoLoading",
      [
        "Platform", "Pixels", "Color", "Kernels", "Develop", "YCbCr", "Metadata", "Lenses",
        "ColorProfiles", "PNGCoding", "TIFFCoding", "TIFFDirectories", "RawDecoding",
        systemPackage,
      ]),
    library("Sidecars", ["Platform", "Pixels", "Develop", "CExpat", systemPackage]),
    library(
      "PictureFiles",
      [
        "Platform", "Pixels", "Color", "Kernels", "Metadata", "ColorProfiles", "PNGCoding",
        "JPEGCoding", "TIFFCoding", "PhotoLoading", systemPackage,
      ]),
    library(
      "Sampling",
      [
        "Platform", "Scheduling", "Pixels", "Color", "Kernels", "YCbCr", "Develop", "Metadata",
        "RawDecoding", "PhotoLoading", "Sidecars", "PNGCoding", "TIFFCoding", systemPackage,
      ]),
    library(
      "Inspection",
      [
        "Platform", "Pixels", "Color", "YCbCr", "Metadata", "RawDecoding", "PhotoLoading",
        "PNGCoding", "TIFFCoding", systemPackage,
      ]),

    // What is found, what is written.
    library("Inputs", ["Platform", "PhotoLoading", systemPackage]),
    library(
      "Outputs",
      [
        "Platform", "Scheduling", "Inputs", "Pixels", "Color", "Kernels", "Develop", "Lenses",
        "RawDecoding", "PhotoLoading", "Sidecars", "Sampling", "PNGCoding", "JPEGCoding",
        "TIFFCoding",
        "PictureFiles", "Metadata", systemPackage,
      ]),
    library(
      "BatchConversion",
      [
        "Platform", "Scheduling", "Costs", "Pixels", "Color", "Kernels", "RawDecoding",
        "PhotoLoading",
        "Develop", "Sampling", "PictureFiles", "Metadata", "Inputs", "Outputs", systemPackage,
      ]),

    // Sequences.
    library(
      "Timelines",
      [
        "Platform", "Pixels", "Color", "Cameras", "Develop", "RawDecoding", "PhotoLoading",
        "Sampling", "Tweening", "Choreography", "CYAML", systemPackage,
      ]),
    library(
      "TimeLapse",
      [
        "Platform", "Scheduling", "Pixels", "Color", "Metadata", "RawDecoding", "PhotoLoading",
        "Develop", "Sampling", "Outputs", "Timelines", systemPackage,
      ]),
    library(
      "ContactSheets",
      [
        "Platform", "Scheduling", "Costs", "Pixels", "Color", "Kernels", "Metadata", "RawDecoding",
        "PhotoLoading", "YCbCr", "Develop", "Sidecars", "Sampling", "Tweening", "Choreography",
        "Drawing", "Compositing", "PictureFiles", "Timelines", systemPackage,
      ]),
    library(
      "FrameSequence",
      [
        "Platform", "Scheduling", "Costs", "Pixels", "Color", "Kernels", "Lenses", "Metadata",
        "RawDecoding",
        "PhotoLoading", "YCbCr", "Develop", "Sidecars", "Sampling", "Tweening", "Choreography",
        "Drawing",
        "Compositing", "PNGCoding", "PictureFiles", "Timelines", "TimeLapse", "ContactSheets",
        "Outputs",
        systemPackage,
      ]),

    // The library's face, for Swift and for C.
    library(
      "Bromide",
      [
        "Platform", "Scheduling", "Pixels", "Color", "Kernels", "YCbCr", "Metadata",
        "ColorProfiles", "RawDecoding",
        "PhotoLoading", "Develop", "Sampling", "PNGCoding", "JPEGCoding", "TIFFCoding",
        "PictureFiles", "Inspection",
        "Outputs", "BatchConversion",
        "Timelines", "TimeLapse", "FrameSequence", systemPackage,
      ]),
    .target(name: "CBromide", exclude: ["bromide.map"], cSettings: cSettings),
    library("BromideC", ["Bromide", "CBromide"]),

    // The server.
    .target(
      name: "ServingMessages", dependencies: [protobuf], exclude: ["bromide.proto"],
      swiftSettings: swiftSettings),
    .target(
      name: "Serving",
      dependencies: [
        "Platform", "Scheduling", "Pixels", "Color", "Kernels", "Develop", "YCbCr", "Metadata",
        "RawDecoding", "Lenses", "PhotoLoading", "JPEGCoding", "PNGCoding", "PictureFiles",
        "Sampling",
        "ServingMessages", protobuf, systemPackage,
      ], resources: [.embedInCode("Page/page.html")], swiftSettings: swiftSettings),
    .target(
      name: "Previewing",
      dependencies: [
        "Platform", "Scheduling", "Pixels", "Color", "Develop", "JPEGCoding", "PictureFiles",
        "Sidecars", "Sampling", "Outputs", "Timelines", "TimeLapse", "FrameSequence", "Serving",
        systemPackage,
      ], resources: [.embedInCode("Page/page.html")], swiftSettings: swiftSettings),
    library(
      "ServingHTTP",
      ["Platform", "Serving", nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1")]),
    .executableTarget(
      name: "BromideServe",
      dependencies: [
        "Platform", "Scheduling", "PhotoLoading", "Develop", "Sampling", "Timelines", "Serving",
        "Previewing", "ServingHTTP", argumentParser, systemPackage,
      ],
      swiftSettings: swiftSettings),

    // The command.
    library(
      "Commands",
      [
        "Platform", "Scheduling", "Costs", "Pixels", "Color", "Kernels", "Tweening", "Choreography",
        "YCbCr",
        "RawDecoding", "PhotoLoading", "Develop", "Sidecars", "Sampling", "PNGCoding", "JPEGCoding",
        "TIFFCoding", "PictureFiles", "Lenses", "Metadata", "Cameras",
        "ColorProfiles", "Inspection", "Inputs", "Outputs", "BatchConversion", "Drawing",
        "Timelines",
        "TimeLapse", "ContactSheets", "Compositing", "FrameSequence", argumentParser, systemPackage,
      ]),
    .executableTarget(
      name: "BromideCommand", dependencies: ["Commands"], swiftSettings: swiftSettings),

    // Tests, and the tools that they and their pictures need.
    native("CJPEGPeer", path: "Tests/CJPEGPeer"),
    native("CJXLPeer", path: "Tests/CJXLPeer"),
    native("CTIFFPeer", path: "Tests/CTIFFPeer"),
    native("CVectorState", path: "Tests/CVectorState"),
    .target(
      name: "TestSupport",
      dependencies: ["Pixels", "Color", "CJPEGPeer", "CJXLPeer", "CTIFFPeer", "CZlib"],
      path: "Tests/TestSupport", swiftSettings: swiftSettings),
    .executableTarget(
      name: "MakeTestImages", dependencies: ["Pixels", "Color", "YCbCr", "TestSupport"],
      path: "Tools/MakeTestImages", swiftSettings: swiftSettings),
    .executableTarget(
      name: "FuzzUnpack", dependencies: ["Pixels", "RawDecoding", "TestSupport", systemPackage],
      path: "Tools/FuzzUnpack", swiftSettings: swiftSettings),
    native("CFuzzer", path: "Tools/CFuzzer"),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "Platform", "Scheduling", "Pixels", "Tweening", "Choreography", "Develop", "YCbCr",
        "Metadata", "Cameras", "ColorProfiles", "PhotoLoading", "Sidecars", "PNGCoding",
        "TIFFCoding", "PictureFiles", "Sampling", "Inputs", "Outputs", "Timelines", "Commands",
        "Color", "RawDecoding", "Serving", "ContactSheets", "TestSupport", "CFuzzer", systemPackage,
      ],
      path: "Tools/Fuzz", exclude: ["Inputs"], swiftSettings: swiftSettings),
    tests("TestSupportTests", ["Pixels", "Color"]),
    tests(
      "BromideTests",
      [
        "Bromide", "Outputs", "PNGCoding", "JPEGCoding", "PhotoLoading", "Sampling", "YCbCr",
        "Develop", "Color", "Pixels",
      ]),
    tests("PixelsTests", ["Pixels"]),
    tests("ColorTests", ["Color"], isOptimized: true),
    tests("CamerasTests", ["Cameras", "Pixels", "Color"]),
    tests("TweeningTests", ["Tweening"]),
    // Compiles the code on the pages against the built modules.
    tests("DocumentationTests", ["Bromide", "Tweening", "Choreography"]),
    tests("ChoreographyTests", ["Choreography", "Tweening"]),
    tests("KernelsTests", ["Kernels", "Pixels", "Color"], isOptimized: true),
    tests(
      "DevelopTests", ["Develop", "Scheduling", "Kernels", "Pixels", "Color"], isOptimized: true),
    tests("CompositingTests", ["Compositing", "Kernels", "Pixels", "Color"]),
    tests("DrawingTests", ["Drawing", "PNGCoding", "Kernels", "Pixels", "Color"]),
    tests("YCbCrTests", ["YCbCr", "Kernels", "Pixels", "Color"], isOptimized: true),
    tests(
      "PhotoLoadingTests",
      ["PhotoLoading", "RawDecoding", "Develop", "Kernels", "YCbCr", "Metadata", "Pixels", "Color"]),
    tests(
      "SamplingTests", ["Sampling", "YCbCr", "Develop", "Kernels", "Metadata", "Pixels", "Color"],
      isOptimized: true),
    tests("TIFFDirectoriesTests", ["TIFFDirectories"]),
    tests("MetadataTests", ["Metadata", "Pixels"]),
    tests("LensesTests", ["Lenses", "Metadata", "Pixels"]),
    tests(
      "InspectionTests", ["Inspection", "Platform", "RawDecoding", "PhotoLoading", "Pixels"]),
    tests("SidecarsTests", ["Sidecars", "Develop", "Pixels"]),
    tests("ColorProfilesTests", ["ColorProfiles", "Color", "CLCMS"]),
    tests(
      "RawDecodingTests",
      [
        "RawDecoding", "CLibRaw", "TIFFDirectories", "Cameras", "Kernels", "Metadata", "Pixels",
        "Color",
      ], isOptimized: true),
    tests(
      "PNGCodingTests",
      ["Platform", "PNGCoding", "Kernels", "Metadata", "ColorProfiles", "Pixels", "Color", "CZlib"]),
    tests("JPEGCodingTests", ["JPEGCoding", "YCbCr", "Pixels", "Kernels"], isOptimized: true),
    tests(
      "PictureFilesTests",
      [
        "PictureFiles", "PNGCoding", "JPEGCoding", "TIFFCoding", "YCbCr", "Kernels", "Metadata",
        "ColorProfiles", "Pixels", "Color",
      ], isOptimized: true),
    tests(
      "TIFFCodingTests",
      [
        "Platform", "TIFFCoding", "Kernels", "Metadata", "ColorProfiles", "Pixels", "Color",
        "CZlib",
      ]),
    tests(
      "TimelinesTests",
      [
        "Timelines", "Sampling", "PhotoLoading", "RawDecoding", "Develop", "Tweening",
        "Choreography", "Pixels", "Color",
      ]),
    tests(
      "FrameSequenceTests",
      [
        "Sampling",
        "FrameSequence", "ContactSheets", "Outputs", "Scheduling", "Timelines", "Platform",
        "Metadata", "Develop", "PictureFiles", "RawDecoding", "YCbCr", "Kernels",
        "Pixels", "Color",
        "Compositing", "Choreography",
      ]),
    tests(
      "TimeLapseTests",
      [
        "TimeLapse", "PhotoLoading", "Sampling", "Timelines", "Platform", "Metadata", "Develop",
        "RawDecoding", "Pixels", "Color", "FrameSequence", "Outputs", "PNGCoding",
      ]),
    tests("PlatformTests", ["Platform", "CISAL", "CVectorState"]),
    tests("SchedulingTests", ["Scheduling"]),
    tests("CostsTests", ["Costs", "Platform"]),
    tests("InputsTests", ["Inputs", "Platform"]),
    tests(
      "BatchConversionTests",
      [
        "Platform", "Scheduling", "BatchConversion", "Inputs", "Outputs", "Sampling",
        "PhotoLoading", "PictureFiles",
        "RawDecoding", "Develop", "PNGCoding", "Metadata", "Pixels", "Color",
      ]),
    tests(
      "ServingTests",
      [
        "Serving", "ServingMessages", "Platform", "Scheduling", "Sampling", "PhotoLoading",
        "Develop",
        "PNGCoding", "PictureFiles", "JPEGCoding", "YCbCr", "Pixels", "Color", protobuf,
      ]),
    tests(
      "PreviewingTests",
      [
        "Previewing", "Serving", "FrameSequence", "TimeLapse", "Timelines", "Outputs",
        "Scheduling", "PictureFiles", "YCbCr", "Develop", "Pixels", "Platform",
      ]),
    tests(
      "ServingHTTPTests",
      ["ServingHTTP", "Serving", "ServingMessages", "Platform", "Pixels", protobuf]),
    tests(
      "EndToEndTests",
      [
        "RawDecoding", "PhotoLoading", "Sampling", "Develop", "PNGCoding", "Kernels", "Metadata",
        "Pixels", "Color",
      ], isOptimized: true),
    tests(
      "CommandLineTests",
      [
        "Commands", "Platform", "Inputs", "Outputs", "Lenses", "BatchConversion", "ContactSheets",
        "FrameSequence", "Develop", "Metadata", "PNGCoding", "JPEGCoding", "TIFFCoding", "YCbCr",
        "Kernels", "Pixels", "Color",
      ]),
  ],
  cLanguageStandard: .c17,
  cxxLanguageStandard: .cxx17
)

// BROMIDE_TESTS=PixelsTests,ColorTests leaves out every other test module, so that a change to a low
// module is quick to try.
if let names = Context.environment["BROMIDE_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
