import Foundation
import TestSupport

/// The compiler, set up to see the modules that were built with these tests as another package
/// would: their public declarations only.
enum ExampleCompiler {
  /// The repository's root.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Nil if the compiler is not in PATH; tests are then skipped.
  static let compiler = ForeignProgram("swiftc")

  /// Checks the types of a program.
  ///
  /// - Throws: `ForeignProgram.Failure` with the compiler's messages if the program does not
  ///   compile.
  static func check(_ program: String) throws {
    let folder = try TemporaryFolder()
    try compile(program, folder, ["-typecheck"])
  }

  /// Compiles a program, links it with modules of the package, and runs it.
  ///
  /// - Parameters:
  ///   - program: The text of the program's one file.
  ///   - modules: The modules to link: the program's imports and the modules below them, or `nil`
  ///     for all modules of the library `Bromide`.
  /// - Returns: The standard output of the program.
  /// - Throws: `ForeignProgram.Failure` with the compiler's messages or the program's own.
  static func run(_ program: String, linking modules: [String]?) throws -> String {
    let folder = try TemporaryFolder()
    let objects = try modules?.flatMap { try Self.objects(of: $0) } ?? libraryObjects()
    // A C++ file is among the library's objects, and C files that use these libraries by themselves.
    let runtime = modules == nil ? [cxxRuntime, "-ljpeg", "-ldeflate"] : []
    try compile(program, folder, ["-o", folder("example")] + objects + runtime)
    guard let example = ForeignProgram(at: folder("example")) else { return "" }
    return try example.run([])
  }

  private static func compile(
    _ program: String, _ folder: TemporaryFolder, _ options: [String]
  ) throws {
    let file = try folder.write(program.utf8, as: "main.swift")
    let modules = BuildFolder.url.appending(path: "Modules").path
    try compiler?.run(
      ["-swift-version", "6", "-I", modules, "-module-cache-path", cache] + clangOptions
        + options + [file])
  }

  /// The object files of a module.
  private static func objects(of module: String) throws -> [String] {
    let folder = BuildFolder.url.appending(path: "\(module).build")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".o") }.map { folder.appending(path: $0).path }
  }

  /// The object files of all modules below the command.
  ///
  /// These are the objects that the command links. Folders can contain objects of deleted files.
  private static func libraryObjects() throws -> [String] {
    let list = BuildFolder.url.appending(path: "bromide.product/Objects.LinkFileList")
    // `Bromide` itself is the one module that the command does not use.
    return try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
      .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "'\"")) }
      .filter { !$0.contains("/BromideCLI.build/") && !$0.contains("/BromideCommand.build/") }
      + objects(of: "Bromide")
  }

  #if os(Linux)
    private static let cxxRuntime = "-lstdc++"
  #else
    private static let cxxRuntime = "-lc++"
  #endif

  /// Where C modules are found, which Swift modules import without showing them.
  private static let clangOptions: [String] = {
    let files = FileManager.default
    let sources = root.appending(path: "Sources")
    let native = sources.appending(path: "C")
    let names = (try? files.contentsOfDirectory(atPath: native.path)) ?? []
    let folders =
      names.sorted().map { native.appending(path: $0) } + [sources.appending(path: "Kernels")]
    let system = BuildFolder.url.appending(
      path: "../../checkouts/swift-system/Sources/CSystem/include"
    ).path
    return ["-Xcc", "-I\(system)"]
      + folders.map { $0.appending(path: "include").path }.filter(files.fileExists(atPath:))
      .flatMap { ["-Xcc", "-I\($0)"] }
  }()

  private static let cache = BuildFolder.url.appending(path: "ModuleCache").path
}
