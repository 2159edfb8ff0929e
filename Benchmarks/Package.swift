// swift-tools-version: 6.2
// What is measured, and against whom: apart from the product, so that rivals stay out of it.
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "bromide", path: ".."),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    // Rivals that are libraries; on other systems their rows are left out.
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
