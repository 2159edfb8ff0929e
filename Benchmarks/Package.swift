// swift-tools-version: 6.2
// Benchmarks against other programs. They are a separate package, so that the product does not
// depend on them.
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "bromide", path: ".."),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    // Libraries to compare with. On other systems, their rows are skipped.
    .target(
      name: "CPeers",
      linkerSettings: [
        .linkedLibrary("raw_r", .when(platforms: [.linux])),
        .linkedLibrary("yuv", .when(platforms: [.linux])),
        .linkedLibrary("swscale", .when(platforms: [.linux])),
        .linkedLibrary("tiff", .when(platforms: [.linux])),
      ]),
    .target(name: "CAllocations"),
    .executableTarget(
      name: "bench",
      dependencies: [
        "CAllocations", "CPeers", .product(name: "BromideModules", package: "bromide"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
      ]),
  ]
)
