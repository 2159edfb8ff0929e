internal import BromidePhotos
public import BromideSampling
public import BromideTimelines
public import BromideValues
public import SystemPackage

// Files that a program of the library reads in its own process. Code of the package passes its
// context instead.

extension LookTable {
  /// Reads a look table: a `.cube` file, or the PNG of a HaldCLUT.
  ///
  /// - Throws: `LookTableError` with a sentence that contains the file's name.
  public init(path: FilePath) throws(LookTableError) {
    try self.init(path: path, context: RunContext())
  }
}

extension OutputProfile {
  /// Reads the ICC profile of a printer, paper or display.
  ///
  /// - Parameters:
  ///   - path: The file, up to 4 MiB.
  ///   - blackPoint: Whether black becomes the device's black, or `nil` for the default.
  /// - Throws: `ProfileError` with a sentence that contains the file's name.
  public init(
    path: FilePath, intent: RenderingIntent = .relative, blackPoint: Bool? = nil
  ) throws(ProfileError) {
    try self.init(path: path, intent: intent, blackPoint: blackPoint, context: RunContext())
  }
}

extension Logo {
  /// Reads a PNG with its colour space and alpha.
  ///
  /// - Throws: `LogoError` with a sentence that contains the file's name.
  public init(path: FilePath) throws(LogoError) {
    try self.init(path: path, context: RunContext())
  }
}

extension Timeline {
  /// Reads a document in YAML or JSON.
  ///
  /// - Parameters:
  ///   - text: The document.
  ///   - path: Its path, for messages. Paths in the document are relative to its folder.
  /// - Throws: All problems of the document.
  public init(text: String, path: FilePath) throws(TimelineError) {
    try self.init(text: text, path: path, context: RunContext())
  }

  /// Reads a document from its file.
  ///
  /// - Throws: All problems of the document, or the reason if it cannot be read.
  public init(path: FilePath) throws(TimelineError) {
    try self.init(path: path, context: RunContext())
  }
}
