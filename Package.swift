// swift-tools-version: 6.2
// Bromide: develops camera raws, samples colours, renders frame sequences.
// One table of targets, bottom-up (scripts/check-layers holds the order), and one list of settings for all of them.
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

/// A room: a library target in Swift, in its folder of Sources.
///
/// - Parameter room: The folder. The module is named Bromide and the folder, so that no other package's module has its name;
///   Tweening and Bromide are products.
func room(
  _ room: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  resources: [Resource]? = nil
) -> Target {
  .target(
    name: room == "Tweening" || room.hasPrefix("Bromide") ? room : "Bromide" + room,
    dependencies: dependencies, path: "Sources/" + room, exclude: exclude, resources: resources,
    swiftSettings: swiftSettings)
}

/// A target in C or C++, behind a header.
///
/// - Parameters:
///   - sources: Its folders in the path; nil for all.
///   - libraries: Those that its C needs and no Swift module names by an import.
func native(
  _ name: String, _ dependencies: [Target.Dependency] = [], path: String, sources: [String]? = nil,
  libraries: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, sources: sources, cSettings: cSettings,
    cxxSettings: cxxSettings, linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// The C of the kernels, beside the Swift that calls it and is its reference: two targets share Sources/Kernels.
let kernelFolders = [
  "Compose", "CurveSums", "Defects", "Deflate", "Demosaic", "Digest", "FilterBanks", "Filters",
  "InstructionSets", "JPEGScan", "Lateral", "Look", "Opcodes", "Optics", "Output", "Profiles",
  "Rows", "Tone", "YCbCr",
].map { $0 + "/c" }

/// The tests of one room, in the folder that mirrors it.
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
        "BromideSystem", "BromideValues", "Tweening", "BromideChoreography", "BromideKernels",
        "BromideDevelop", "BromideCodecs", "BromideRaw", "BromidePhotos", "BromideSampling",
        "BromideDrawing", "BromideTimelines", "BromideRuns", "CBromideCodecs", "TestSupport",
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
    // C: the system, the libraries of pictures, decoders of raws, inner loops.
    native("CBromideSystem", path: "Sources/C/System"),
    native("CBromideCodecs", ["CBromideSystem"], path: "Sources/C/Codecs"),
    native(
      "CBromideRawUnpack", ["CBromideSystem", "CBromideCodecs"], path: "Sources/C/RawUnpack",
      libraries: ["jpeg", "deflate"]),
    native("CBromideLibRaw", ["CBromideRawUnpack"], path: "Sources/C/LibRaw"),
    native("CBromideLensfun", ["CBromideSystem"], path: "Sources/C/Lensfun"),
    native("CBromideText", ["CBromideSystem"], path: "Sources/C/Text"),
    native("CBromideExpat", path: "Sources/C/Expat"),
    native("CBromideYAML", path: "Sources/C/YAML"),
    native("CBromideKernels", ["CBromideSystem"], path: "Sources/Kernels", sources: kernelFolders),

    // The rooms, each on those above it.
    room("System", ["CBromideSystem", systemPackage]),
    room("Values", []),
    room("Tweening", []),
    room("Choreography", ["Tweening"]),
    room("Kernels", ["BromideValues", "CBromideKernels"], exclude: kernelFolders + ["include"]),
    room("Develop", ["BromideSystem", "BromideValues", "BromideKernels"]),
    room(
      "Codecs",
      [
        "BromideSystem", "BromideValues", "BromideKernels", "CBromideSystem", "CBromideCodecs",
        systemPackage,
      ]),
    room(
      "Raw",
      [
        "BromideSystem", "BromideValues", "BromideKernels", "BromideCodecs", "CBromideRawUnpack",
        "CBromideLibRaw", "CBromideLensfun", systemPackage,
      ]),
    room(
      "Photos",
      [
        "BromideSystem", "BromideValues", "BromideKernels", "BromideDevelop", "BromideCodecs",
        "BromideRaw", "CBromideExpat", systemPackage,
      ]),
    room(
      "Sampling",
      [
        "BromideSystem", "BromideValues", "BromideKernels", "BromideDevelop", "BromideCodecs",
        "BromideRaw", "BromidePhotos", systemPackage,
      ]),
    room("Drawing", ["BromideSystem", "BromideValues", "BromideKernels", "CBromideText"]),
    room(
      "Timelines",
      [
        "BromideSystem", "BromideValues", "Tweening", "BromideChoreography", "BromideDevelop",
        "BromideCodecs", "BromideRaw", "BromidePhotos", "BromideSampling", "CBromideYAML",
        systemPackage,
      ]),
    room(
      "Runs",
      [
        "BromideSystem", "BromideValues", "Tweening", "BromideChoreography", "BromideKernels",
        "BromideDevelop", "BromideCodecs", "BromideRaw", "BromidePhotos", "BromideSampling",
        "BromideDrawing", "BromideTimelines", systemPackage,
      ]),
    room(
      "Server",
      [
        "BromideSystem", "BromideValues", "BromideKernels", "BromideDevelop", "BromideCodecs",
        "BromideRaw", "BromidePhotos", "BromideSampling", "BromideTimelines", "BromideRuns",
        nio("NIOCore"), nio("NIOHTTP1"), nio("NIOPosix"), systemPackage, protobuf,
      ], exclude: ["Messages/bromide.proto"],
      resources: [.embedInCode("Pages/serve.html"), .embedInCode("Pages/preview.html")]),
    room(
      "Bromide",
      [
        "BromideSystem", "BromideValues", "Tweening", "BromideKernels", "BromideDevelop",
        "BromideCodecs", "BromideRaw", "BromidePhotos", "BromideSampling", "BromideTimelines",
        "BromideRuns", systemPackage,
      ]),
    .target(name: "CBromide", exclude: ["bromide.map"], cSettings: cSettings),
    room("BromideC", ["Bromide", "CBromide"]),
    room(
      "CLI",
      [
        "BromideSystem", "BromideValues", "Tweening", "BromideChoreography", "BromideKernels",
        "BromideDevelop", "BromideCodecs", "BromideRaw", "BromidePhotos", "BromideSampling",
        "BromideDrawing", "BromideTimelines", "BromideRuns", systemPackage, argumentParser,
      ], exclude: ["bromide", "bromide-serve"]),

    // The programs.
    .executableTarget(
      name: "BromideCommand", dependencies: ["BromideCLI"], path: "Sources/CLI/bromide",
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "BromideServe",
      dependencies: [
        "BromideSystem", "BromideDevelop", "BromidePhotos", "BromideSampling", "BromideTimelines",
        "BromideServer", systemPackage, argumentParser,
      ], path: "Sources/CLI/bromide-serve", swiftSettings: swiftSettings),

    // Tests, and the tools that they and their pictures need.
    native("CJPEGPeer", path: "Tests/CJPEGPeer"),
    native("CJXLPeer", path: "Tests/CJXLPeer"),
    native("CTIFFPeer", path: "Tests/CTIFFPeer"),
    native("CVectorState", path: "Tests/CVectorState"),
    .target(
      name: "TestSupport",
      dependencies: ["BromideValues", "CBromideCodecs", "CJPEGPeer", "CJXLPeer", "CTIFFPeer"],
      path: "Tests/TestSupport", swiftSettings: swiftSettings),
    .executableTarget(
      name: "MakeTestImages", dependencies: ["BromideValues", "BromideCodecs", "TestSupport"],
      path: "Tools/MakeTestImages", swiftSettings: swiftSettings),
    .executableTarget(
      name: "FuzzUnpack",
      dependencies: ["BromideValues", "BromideRaw", "TestSupport", systemPackage],
      path: "Tools/FuzzUnpack", swiftSettings: swiftSettings),
    native("CFuzzer", path: "Tools/CFuzzer"),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "BromideSystem", "BromideValues", "Tweening", "BromideChoreography", "BromideDevelop",
        "BromideCodecs", "BromideRaw", "BromidePhotos", "BromideSampling", "BromideTimelines",
        "BromideRuns", "BromideServer", "BromideCLI", "TestSupport", "CFuzzer", systemPackage,
      ], path: "Tools/Fuzz", exclude: ["Inputs"], swiftSettings: swiftSettings),
    tests("SystemTests", ["BromideSystem", "CBromideSystem", "CVectorState"]),
    tests("ValuesTests", ["BromideValues"]),
    tests("TweeningTests", ["Tweening"]),
    tests("ChoreographyTests", ["Tweening", "BromideChoreography"]),
    tests("KernelsTests", ["BromideValues", "BromideKernels"], isOptimized: true),
    tests(
      "DevelopTests", ["BromideSystem", "BromideValues", "BromideKernels", "BromideDevelop"],
      isOptimized: true),
    tests(
      "CodecsTests",
      ["BromideSystem", "BromideValues", "BromideKernels", "BromideCodecs", "CBromideCodecs"],
      isOptimized: true),
    tests(
      "RawTests",
      ["BromideValues", "BromideKernels", "BromideCodecs", "BromideRaw", "CBromideLibRaw"],
      isOptimized: true),
    tests(
      "PhotosTests",
      [
        "BromideValues", "BromideKernels", "BromideDevelop", "BromideCodecs", "BromideRaw",
        "BromidePhotos",
      ]),
    tests(
      "SamplingTests",
      ["BromideValues", "BromideKernels", "BromideDevelop", "BromideCodecs", "BromideSampling"],
      isOptimized: true),
    tests("DrawingTests", ["BromideValues", "BromideKernels", "BromideCodecs", "BromideDrawing"]),
    tests(
      "TimelinesTests",
      [
        "BromideValues", "Tweening", "BromideChoreography", "BromideDevelop", "BromideCodecs",
        "BromideRaw", "BromidePhotos", "BromideSampling", "BromideTimelines", "BromideRuns",
      ]),
    tests(
      "RunsTests",
      [
        "BromideSystem", "BromideValues", "BromideChoreography", "BromideKernels", "BromideDevelop",
        "BromideCodecs", "BromideRaw", "BromidePhotos", "BromideSampling", "BromideDrawing",
        "BromideTimelines", "BromideRuns",
      ]),
    tests(
      "ServerTests",
      [
        "BromideSystem", "BromideValues", "BromideDevelop", "BromideCodecs", "BromidePhotos",
        "BromideSampling", "BromideTimelines", "BromideRuns", "BromideServer", protobuf,
      ]),
    tests(
      "BromideTests",
      [
        "BromideValues", "BromideDevelop", "BromideCodecs", "BromidePhotos", "BromideSampling",
        "BromideRuns", "Bromide",
      ]),
    tests(
      "CommandLineTests",
      [
        "BromideSystem", "BromideValues", "BromideKernels", "BromideDevelop", "BromideCodecs",
        "BromideRaw", "BromideRuns", "BromideCLI",
      ]),
    tests("DocumentationTests", []),
    tests(
      "EndToEndTests",
      [
        "BromideValues", "BromideKernels", "BromideDevelop", "BromideCodecs", "BromideRaw",
        "BromideSampling",
      ], isOptimized: true),
    tests("TestSupportTests", ["BromideValues"]),
  ],
  cLanguageStandard: .c17,
  cxxLanguageStandard: .cxx17
)

// BROMIDE_TESTS=ValuesTests,KernelsTests leaves out every other test module, so that a change to a low
// room is quick to try.
if let names = Context.environment["BROMIDE_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
