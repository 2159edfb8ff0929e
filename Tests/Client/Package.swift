// swift-tools-version: 6.2
// A package outside Bromide's, as a client has it: it sees the public interface only. scripts/test-client copies it to a folder, adds
// the code of Documentation/library.md, and builds it under every upcoming feature.
import PackageDescription

let package = Package(
  name: "Client",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "bromide", path: Context.environment["BROMIDE_PACKAGE"] ?? "../..")
  ],
  targets: [
    .executableTarget(
      name: "Client",
      dependencies: [.product(name: "Bromide", package: "bromide")],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .treatAllWarnings(as: .error),
      ])
  ]
)
