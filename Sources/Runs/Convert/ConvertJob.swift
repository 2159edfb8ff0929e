public import SystemPackage

/// One photo to convert, with everything that its work needs.
public struct ConvertJob: Sendable, Hashable {
  /// The raw's path, from the command line or a folder.
  public var input: FilePath
  /// The raw's path for messages and reports, or `-` for standard input.
  public var shown: FilePath
  /// Options that work only on raws, as the user typed them.
  public var rawOptions: [String]
  /// The output of the picture.
  public var output: PictureOutput
  /// The settings for developing and writing.
  public var settings: PictureSettings
  /// The policy for existing outputs.
  public var ifExists: ExistingPolicy

  /// Creates a job.
  ///
  /// - Parameter shown: The input's path for messages, or `nil` to use `input`.
  public init(
    input: FilePath, output: PictureOutput, settings: PictureSettings,
    ifExists: ExistingPolicy = .update, shown: FilePath? = nil, rawOptions: [String] = []
  ) {
    self.shown = shown ?? input
    self.input = input
    self.output = output
    self.settings = settings
    self.ifExists = ifExists
    self.rawOptions = rawOptions
  }
}
