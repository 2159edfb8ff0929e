public import BromidePhotos
internal import BromideSystem
public import SystemPackage

/// The outcome of one input.
public struct Outcome: Sendable, Hashable, Encodable {
  /// The status of an input, in order of severity.
  public enum Status: String, Sendable, Hashable, Codable, Severity {
    /// The picture is complete and has its final name.
    case converted
    /// The input was skipped.
    case skipped
    /// The run ended early.
    case interrupted
    /// The picture was written, but part of the photo could not be decoded.
    case damaged
    /// The picture was not written. `reason` contains the cause.
    case failed
  }

  /// The stage that failed or determined the result.
  public enum Stage: String, Sendable, Hashable, Codable, CaseIterable {
    /// Finding the input.
    case input
    /// Checking for an existing output.
    case existing
    /// Opening and identifying.
    case open
    /// Unpacking.
    case decode
    /// Converting raw values to finished pixels.
    case develop
    /// Encoding the picture.
    case encode
    /// Writing the file.
    case write
  }

  /// Wall time of each stage in milliseconds.
  ///
  /// `develop`, `encode` and `write` are sums over bands. Several threads create bands in parallel,
  /// so the sum of all stages can exceed `total`.
  public struct Milliseconds: Sendable, Hashable, Codable {
    /// Opening and identifying the raw.
    public var open: Double = 0
    /// Unpacking its pixels.
    public var decode: Double = 0
    /// Converting raw values to finished pixels.
    public var develop: Double = 0
    /// Encoding the picture.
    public var encode: Double = 0
    /// Writing the file.
    public var write: Double = 0
    /// The time from opening to the finished file.
    public var total: Double = 0

    /// Creates times of 0.
    public init() {}
  }

  /// The end of an input's work.
  package enum Ending: Sendable, Hashable {
    /// The picture has its final name. `damage` is the part of the photo that could not be decoded,
    /// or `nil` if the photo is intact.
    case written(bytes: Int? = nil, damage: String?)
    /// The input was skipped in a stage, for a reason.
    case skipped(Stage, String)
    /// The run ended early.
    case interrupted(reason: String = "interrupted")
    /// The picture was not written.
    case failed(StageFailure)
  }

  /// The input's path. Bytes that are not UTF-8 are escaped as `\xNN`.
  public let input: String
  /// The bytes of an escaped input path in base 16, or `nil` for other paths.
  public let inputPathBytes: String?
  /// The output's path, escaped like the input, or `nil` if there is no name.
  public let output: String?
  /// The bytes of an output that is not UTF-8, in base 16, or `nil` for other paths.
  public let outputPathBytes: String?
  /// The status.
  public let status: Status
  /// The stage that failed, skipped the input or found damage.
  public let stage: Stage?
  /// The reason, as a sentence without the file's name.
  public var reason: String?
  /// A fix that only the user can choose. Reports do not contain it.
  public var remedy: Remedy?
  /// Problems that did not prevent the picture, such as guessed colours, or `nil` without any.
  public let warnings: [Warning]?
  /// The facts of the stages that ended. A report contains them next to the other fields.
  public let facts: PictureFacts
  /// The time of each stage.
  public let milliseconds: Milliseconds
  /// Bytes of the picture.
  public let outputBytes: Int?
  /// The peak memory of the process at this time, in bytes.
  public let peakMemory: Int?

  /// Creates the outcome of an input.
  ///
  /// - Parameter output: The picture's path, or `nil` if there is no name.
  package init(
    input: FilePath, output: FilePath?, _ ending: Ending, warnings: [Warning] = [],
    facts: PictureFacts = PictureFacts(), milliseconds: Milliseconds = Milliseconds(),
    peakMemory: Int? = nil
  ) {
    self.input = input.data
    inputPathBytes = input.undecodableBytes
    self.output = output?.data
    outputPathBytes = output?.undecodableBytes
    switch ending {
    case .written(_, let damage):
      status = damage == nil ? .converted : .damaged
      (stage, reason) = (damage.map { _ in .decode }, damage)
    case .skipped(let stage, let reason):
      (status, self.stage, self.reason) = (.skipped, stage, reason)
    case .interrupted(let reason):
      (status, stage, self.reason) = (.interrupted, nil, reason)
    case .failed(let failure):
      (status, stage) = (.failed, failure.stage)
      (reason, remedy) = (failure.reason, failure.remedy)
    }
    outputBytes = if case .written(let bytes, _) = ending { bytes } else { nil }
    self.warnings = warnings.isEmpty ? nil : warnings
    self.facts = facts
    self.milliseconds = milliseconds
    self.peakMemory = peakMemory
  }

  /// Creates an outcome for an argument without a usable file.
  ///
  /// - Parameter remedy: A fix, or `nil` to suggest subfolders if there are any.
  package init(_ failure: InputFailure, remedy: Remedy? = nil) {
    let remedy = remedy ?? (failure.hasUnsearchedFolders ? .searchSubfolders : nil)
    self.init(
      input: failure.input, output: nil,
      .failed(StageFailure(.input, failure.reason, remedy: remedy)))
  }

  /// The input for a person, with control characters also escaped.
  public var visibleInput: String { ByteText.visible(Array(input.utf8), escapesControls: true) }

  /// The output for a person, empty without an output.
  public var visibleOutput: String {
    ByteText.visible(Array((output ?? "").utf8), escapesControls: true)
  }

  private enum CodingKeys: String, CodingKey {
    case input, inputPathBytes, output, outputPathBytes, status, stage, reason, warnings
    case milliseconds, outputBytes, peakMemory
  }

  /// Encodes a line of a report, with the facts next to the other fields.
  public func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: CodingKeys.self)
    try line.encode(input, forKey: .input)
    try line.encodeIfPresent(inputPathBytes, forKey: .inputPathBytes)
    try line.encodeIfPresent(output, forKey: .output)
    try line.encodeIfPresent(outputPathBytes, forKey: .outputPathBytes)
    try line.encode(status, forKey: .status)
    try line.encodeIfPresent(stage, forKey: .stage)
    try line.encodeIfPresent(reason, forKey: .reason)
    try line.encodeIfPresent(warnings, forKey: .warnings)
    try line.encode(milliseconds, forKey: .milliseconds)
    try line.encodeIfPresent(outputBytes, forKey: .outputBytes)
    try line.encodeIfPresent(peakMemory, forKey: .peakMemory)
    try facts.encode(to: encoder)
  }
}

/// A fix for a failure that only the user can choose.
public enum Remedy: Sendable, Hashable, Codable {
  /// The user can keep damaged photos.
  case keepDamaged
  /// The file there may be replaced.
  case overwrite
  /// The file that stands in the way can be overwritten, or another name chosen.
  case overwriteOrRename
  /// The existing file is protected. The user can choose another name or folder.
  case goElsewhere
  /// The existing file is the picture of another photo. The user can choose separate names or
  /// overwrite it.
  case keepBoth
  /// The user can also search subfolders.
  case searchSubfolders
  /// The missing input can be the picture that the user wants to write.
  case nameOutput(FilePath)
}

extension Outcome: RunOutcome {}
