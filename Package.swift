// swift-tools-version: 6.2
// Bromide: develops camera raws, samples colours, renders frame sequences.
// One table of targets from bottom to top (scripts/check-layers checks the order), and one list of
// settings for all targets.
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

/// Dependencies of all targets except `Tweening`. A client that uses `traits: []` does not resolve
/// them.
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

/// A room: a library target in Swift, with a folder in Sources.
///
/// - Parameter room: The folder. The module's name is Bromide and the folder, to avoid the names of
///   other packages' modules. Tweening and Bromide are products with short names.
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
///   - sources: Its folders in the path, or `nil` for all.
///   - libraries: Libraries that its C needs and that Swift modules do not import.
func native(
  _ name: String, _ dependencies: [Target.Dependency] = [], path: String, sources: [String]? = nil,
  libraries: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, sources: sources, cSettings: cSettings,
    cxxSettings: cxxSettings, linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// The C code of the kernels. It shares Sources/Kernels with the Swift target that calls it and
/// contains its reference.
let kernelFolders = [
  "Compose", "CurveSums", "Defects", "Deflate", "Demosaic", "Digest", "FilterBanks", "Filters",
  "InstructionSets", "JPEGScan", "Lateral", "Look", "Opcodes", "Optics", "Output", "Profiles",
  "Rows", "Stacking", "Tone", "YCbCr",
].map { $0 + "/c" }

/// The tests of one room, in a folder with the same structure.
///
/// - Parameter isOptimized: Whether a release build optimises the tests also. Use it for tests that
///   process pixels. The tested modules are always optimised, and the tests are half of the
///   compiler's work.
func tests(_ name: String, _ dependencies: [Target.Dependency], isOptimized: Bool = false) -> Target
{
  .testTarget(
    name: name, dependencies: dependencies + ["BromideLibc", "TestSupport", systemPackage],
    swiftSettings: swiftSettings
      + (isOptimized ? [] : [.unsafeFlags(["-Onone"], .when(configuration: .release))]))
}

/// Products for the nested package of benchmarks, which measures single modules. Only scripts/bench
/// sets the variable, so other packages do not see them.
let developmentProducts: [Product] =
  Context.environment["BROMIDE_DEVELOPMENT"] == nil
  ? []
  : [
    .library(
      name: "BromideModules",
      targets: [
        "BromideLibc", "BromideSystem", "BromideValues", "Tweening", "BromideChoreography",
        "BromideKernels", "BromideDevelop", "BromideCodecs", "BromideRaw", "BromidePhotos",
        "BromideSampling", "BromideDrawing", "BromideTimelines", "BromideRuns", "CBromideCodecs",
        "TestSupport",
      ])
  ]

let package = Package(
  name: "bromide",
  // The command needs a system with files and processes. Tweening also runs on other systems.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .executable(name: "bromide", targets: ["BromideCommand"]),
    // The server of `bromide serve`.
    .executable(name: "bromide-serve", targets: ["BromideServe"]),
    // The library for Swift programs, with all features of the command.
    .library(name: "Bromide", targets: ["Bromide"]),
    // The objects of libbromide.so, which scripts/build-library links.
    .library(name: "BromideC", type: .static, targets: ["BromideC"]),
    // Curves and motion, for programs that need only these.
    .library(name: "Tweening", targets: ["Tweening"]),
  ] + developmentProducts,
  traits: [
    .default(enabledTraits: ["Programs"]),
    .trait(name: "Programs", description: "The command and all libraries but Tweening."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    // Only the server uses these packages.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
  ],
  targets: [
    // C: the system, picture libraries, raw decoders, inner loops.
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

    // The rooms. Each depends on rooms above it.
    room("Libc"),
    room("System", ["BromideLibc", "CBromideSystem", systemPackage]),
    room("Values", ["BromideLibc"]),
    room("Tweening", ["BromideLibc"]),
    room("Choreography", ["BromideLibc", "Tweening"]),
    room(
      "Kernels", ["BromideLibc", "BromideValues", "CBromideKernels"],
      exclude: kernelFolders + ["include"]),
    room("Develop", ["BromideLibc", "BromideSystem", "BromideValues", "BromideKernels"]),
    room(
      "Codecs",
      [
        "BromideLibc", "BromideSystem", "BromideValues", "BromideKernels", "CBromideSystem",
        "CBromideCodecs", systemPackage,
      ]),
    room(
      "Raw",
      [
        "BromideLibc", "BromideSystem", "BromideValues", "BromideKernels", "BromideCodecs",
        "CBromideRawUnpack", "CBromideLibRaw", "CBromideLensfun", systemPackage,
      ]),
    room(
      "Photos",
      [
        "BromideLibc", "BromideSystem", "BromideValues", "BromideKernels", "BromideDevelop",
        "BromideCodecs", "BromideRaw", "CBromideExpat", systemPackage,
      ]),
    room(
      "Sampling",
      [
        "BromideLibc", "BromideSystem", "BromideValues", "BromideKernels", "BromideDevelop",
        "BromideCodecs", "BromideRaw", "BromidePhotos", systemPackage,
      ]),
    room(
      "Drawing",
      ["BromideLibc", "BromideSystem", "BromideValues", "BromideKernels", "CBromideText"]),
    room(
      "Timelines",
      [
        "BromideLibc", "BromideSystem", "BromideValues", "Tweening", "BromideChoreography",
        "BromideDevelop", "BromideCodecs", "BromideRaw", "BromidePhotos", "BromideSampling",
        "CBromideYAML", systemPackage,
      ]),
    room(
      "Runs",
      [
        "BromideLibc", "BromideSystem", "BromideValues", "Tweening", "BromideChoreography",
        "BromideKernels", "BromideDevelop", "BromideCodecs", "BromideRaw", "BromidePhotos",
        "BromideSampling", "BromideDrawing", "BromideTimelines", systemPackage,
      ]),
    room(
      "Server",
      [
        "BromideSystem", "BromideValues", "BromideDevelop", "BromideCodecs", "BromideRaw",
        "BromidePhotos", "BromideSampling", "BromideTimelines", "BromideRuns",
        nio("NIOCore"), nio("NIOHTTP1"), nio("NIOPosix"), systemPackage, protobuf,
      ], exclude: ["Messages/bromide.proto"],
      resources: [.embedInCode("Pages/serve.html"), .embedInCode("Pages/preview.html")]),
    room(
      "Bromide",
      [
        "BromideLibc", "BromideSystem", "BromideValues", "Tweening", "BromideKernels",
        "BromideDevelop", "BromideCodecs", "BromideRaw", "BromidePhotos", "BromideSampling",
        "BromideTimelines", "BromideRuns", systemPackage,
      ]),
    .target(name: "CBromide", exclude: ["bromide.map"], cSettings: cSettings),
    room("BromideC", ["BromideLibc", "Bromide", "CBromide"]),
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
        "BromideSystem", "BromideDevelop", "BromideRaw", "BromidePhotos", "BromideSampling",
        "BromideTimelines", "BromideRuns", "BromideServer", "BromideCLI", systemPackage,
        argumentParser,
      ], path: "Sources/CLI/bromide-serve", swiftSettings: swiftSettings),

    // Tests, and the tools for tests and test pictures.
    native("CJPEGPeer", path: "Tests/CJPEGPeer"),
    native("CJXLPeer", path: "Tests/CJXLPeer"),
    native("CTIFFPeer", path: "Tests/CTIFFPeer"),
    native("CVectorState", path: "Tests/CVectorState"),
    .target(
      name: "TestSupport",
      dependencies: [
        "BromideLibc", "BromideSystem", "BromideValues", "CBromideCodecs", "CJPEGPeer", "CJXLPeer",
        "CTIFFPeer",
      ],
      path: "Tests/TestSupport", swiftSettings: swiftSettings),
    .executableTarget(
      name: "MakeTestImages",
      dependencies: ["BromideLibc", "BromideValues", "BromideCodecs", "TestSupport"],
      path: "Tools/MakeTestImages", swiftSettings: swiftSettings),
    .executableTarget(
      name: "FuzzUnpack",
      dependencies: ["BromideLibc", "BromideValues", "BromideRaw", "TestSupport", systemPackage],
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
        "BromideSystem", "BromideValues", "BromideKernels", "BromideDevelop", "BromideCodecs",
        "BromideRaw", "BromidePhotos",
      ]),
    tests(
      "SamplingTests",
      [
        "BromideSystem", "BromideValues", "BromideKernels", "BromideDevelop", "BromideCodecs",
        "BromidePhotos", "BromideSampling",
      ], isOptimized: true),
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
        "BromideSystem", "BromideValues", "BromideDevelop", "BromideCodecs", "BromideRaw",
        "BromidePhotos", "BromideSampling", "BromideTimelines", "BromideRuns", "BromideServer",
        protobuf,
      ]),
    tests(
      "BromideTests",
      [
        "BromideValues", "BromideDevelop", "BromideCodecs", "BromideRaw", "BromidePhotos",
        "BromideSampling", "BromideRuns", "Bromide",
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

// BROMIDE_TESTS=ValuesTests,KernelsTests skips all other test modules. Use it to try a change in a
// low room quickly.
if let names = Context.environment["BROMIDE_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
