internal import Foundation

/// Preloaded libraries that make the command's libraries misbehave.
enum TroubledLibrary {
  /// Returns the compiled library, or `nil` without a compiler or if the system cannot preload
  /// libraries.
  ///
  /// - Parameter soname: The name that programs use to open it, or `nil` to omit it.
  static func compile(_ program: String, as name: String, soname: String? = nil) -> String? {
    #if os(Linux)
      guard let compiler = ForeignProgram("clang++", "c++") else { return nil }
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("bromide-\(name)-\(ProcessInfo.processInfo.processIdentifier)")
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let source = folder.appendingPathComponent("troubled.cpp").path
        let library = folder.appendingPathComponent("troubled.so").path
        try Data(program.utf8).write(to: URL(fileURLWithPath: source))
        let named = soname.map { ["-Wl,-soname,\($0)"] } ?? []
        try compiler.run(["-shared", "-fPIC", "-O1", source, "-o", library, "-ldl"] + named)
        return library
      } catch {
        return nil
      }
    #else
      return nil
    #endif
  }
}
