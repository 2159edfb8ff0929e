internal import BromidePhotos
internal import BromideSystem
internal import SystemPackage

/// libheif's program for single pictures.
enum HEIFProgram {
  /// A PNG made by a program, with its temporary folder.
  struct Made {
    let path: FilePath
    /// The program's name.
    let program: String
    let folder: SpooledFolder
  }

  /// Its names, the newer one first.
  private static let names = ["heif-dec", "heif-convert"]

  /// Converts a picture to a PNG.
  ///
  /// - Throws: The missing program, or the program's error message.
  static func png(of path: FilePath, _ context: RunContext) throws(Unreadable) -> Made {
    guard
      let (name, program) = names.lazy.compactMap({ name in
        PipedProcess.find(name).map { (name, $0) }
      }).first
    else {
      throw Unreadable(
        "it is read by libheif's heif-dec or heif-convert, which is not on the path; install libheif-examples (Debian) or libheif"
      )
    }
    // The program would treat a name with a leading hyphen as an option.
    let input = path.isAbsolute ? path : FilePath(".").appending(path.components)
    let (folder, process) = try Unreadable.unless("\(name): ") { () throws(SystemError) in
      let folder = try SpooledFolder()
      let requested = folder.path.appending("picture.png")
      let process = try PipedProcess(
        program: program, arguments: [input.reversible, requested.reversible], pipe: .output,
        reading: path, timeout: context.timeout)
      _ = try process.readAll(atMost: 1 << 16)
      return (folder, process)
    }
    let ending = process.end()
    // If there are several pictures, their names are numbered.
    let made = ["picture.png", "picture-1.png"].map { folder.path.appending($0) }
      .first { FileSystem.exists($0) }
    guard case .exit(status: 0) = ending, let made else {
      let lines = process.complaints.split { $0.isNewline }
      throw Unreadable("\(name) does not read it" + (lines.last.map { ": \($0)" } ?? ""))
    }
    return Made(path: made, program: name, folder: folder)
  }
}
