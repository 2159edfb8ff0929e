public import Outputs
internal import Platform
public import SystemPackage

/// One photo to convert: all that a worker, in this process or another, needs to know.
public struct ConvertJob: Sendable, Hashable, Codable {
  /// Its place in the plan, from 0.
  public var index: Int
  /// The raw's path, as it was named or found.
  public var input: FilePath
  /// The raw's path for messages and reports: `-` for standard input.
  public var shown: FilePath
  /// Options that were given and work on raw photos only, as they are typed.
  public var rawOptions: [String] = []
  /// Where the picture goes.
  public var output: PictureOutput
  /// How it is developed and written.
  public var settings: PictureSettings
  /// The treatment of an output that exists.
  public var ifExists: ExistingPolicy

  /// - Parameters:
  ///   - index: The job's place in the plan, from 0.
  ///   - shown: The input's path for messages; nil for `input`.
  public init(
    index: Int, input: FilePath, output: PictureOutput, settings: PictureSettings,
    ifExists: ExistingPolicy = .update, shown: FilePath? = nil
  ) {
    self.shown = shown ?? input
    self.index = index
    self.input = input
    self.output = output
    self.settings = settings
    self.ifExists = ifExists
  }
}
