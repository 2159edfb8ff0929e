internal import Platform
public import SystemPackage

/// One photo to convert: all that a worker, in this process or another, needs to know.
public struct ConvertJob: Sendable, Hashable, Codable {
  /// Its place in the plan, from 0.
  public var index: Int
  /// The raw's path, as it was named or found.
  public var input: FilePath
  /// Where the picture goes.
  public var output: JobOutput
  /// How it is developed and written.
  public var settings: ConvertSettings
  /// What happens where the output exists.
  public var ifExists: ExistingPolicy

  /// - Parameter index: The job's place in the plan, from 0.
  public init(
    index: Int, input: FilePath, output: JobOutput, settings: ConvertSettings,
    ifExists: ExistingPolicy = .update
  ) {
    self.index = index
    self.input = input
    self.output = output
    self.settings = settings
    self.ifExists = ifExists
  }
}

/// Where a picture goes.
public enum JobOutput: Sendable, Hashable, Codable {
  /// A PNG file of that path.
  case file(FilePath)
  /// The bytes of one PNG.
  case standardOutput

  /// The path, or `-`.
  public var path: FilePath {
    switch self {
    case .file(let path): path
    case .standardOutput: "-"
    }
  }

  /// The path for a person, or `-`.
  public var name: String { path.visible }
}

/// What happens where the output exists.
public enum ExistingPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// What is current stays, what Bromide made from other input or settings is made again, the rest is not touched.
  case update
  /// It stays; the photo is skipped.
  case skip
  /// It is made again, whoever made it.
  case overwrite
  /// It stays; the photo fails.
  case fail
}
