internal import Foundation

/// Preloaded libraries that make the command's libraries misbehave, and other helpers in C.
enum TroubledLibrary {
  /// Returns the compiled library, or `nil` without a compiler or if the system cannot preload
  /// libraries.
  ///
  /// - Parameter soname: The name that programs use to open it, or `nil` to omit it.
  static func compile(_ text: String, as name: String, soname: String? = nil) -> String? {
    let named = soname.map { ["-Wl,-soname,\($0)"] } ?? []
    return compile(
      text, as: name, from: "troubled.cpp", to: "troubled.so", by: ["clang++", "c++"],
      ["-shared", "-fPIC", "-ldl"] + named)
  }

  /// Returns the compiled program in C, or `nil` without a compiler or on other systems than Linux.
  static func compile(program text: String, as name: String) -> String? {
    compile(text, as: name, from: name + ".c", to: name, by: ["clang", "cc"], [])
  }

  private static func compile(
    _ text: String, as name: String, from source: String, to result: String,
    by compilers: [String], _ options: [String]
  ) -> String? {
    #if os(Linux)
      guard let compiler = compilers.lazy.compactMap({ ForeignProgram($0) }).first else {
        return nil
      }
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("bromide-\(name)-\(ProcessInfo.processInfo.processIdentifier)")
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let source = folder.appendingPathComponent(source).path
        let result = folder.appendingPathComponent(result).path
        try Data(text.utf8).write(to: URL(fileURLWithPath: source))
        try compiler.run(["-O1", source, "-o", result] + options)
        return result
      } catch {
        return nil
      }
    #else
      return nil
    #endif
  }
}
