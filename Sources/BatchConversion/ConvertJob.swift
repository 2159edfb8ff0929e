/// One photo to convert: all that a worker, in this process or another, needs to know.
public struct ConvertJob: Sendable, Hashable, Codable {
  /// Its place in the plan, from 0.
  public var index: Int
  public var input: String
  public var output: JobOutput
  public var settings: ConvertSettings
  public var ifExists: ExistingPolicy

  public init(
    index: Int, input: String, output: JobOutput, settings: ConvertSettings,
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
  case file(String)
  case standardOutput

  /// The path, or `-`.
  public var name: String {
    switch self {
    case .file(let path): path
    case .standardOutput: "-"
    }
  }
}

/// What happens where the output exists.
public enum ExistingPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// What is current stays, what Bromide made from other input or settings is made again, the rest is not touched.
  case update
  case skip
  case overwrite
  case fail
}
