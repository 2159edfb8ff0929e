internal import Foundation

/// Libraries that are loaded before the command's own and make those misbehave.
enum TroubledLibrary {
  /// The compiled library; nil without a compiler, or where libraries cannot be put before others.
  ///
  /// - Parameter soname: What programs open it as; nil for nothing.
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
