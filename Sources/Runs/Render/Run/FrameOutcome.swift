public import BromidePhotos
internal import BromideSystem
internal import SystemPackage

/// The outcome of one frame.
public struct FrameOutcome: Sendable, Hashable, Codable {
  /// The status of a frame, in order of severity.
  public enum Status: String, Sendable, Hashable, Codable, Severity {
    /// The frame is complete and has its final name.
    case rendered
    /// The frame was up to date.
    case current
    /// The run ended before the frame.
    case unmade = "not made"
    /// The frame was drawn, but part of a photo could not be decoded.
    case damaged
    /// The frame shows another photo, because one is missing.
    case held
    /// The frame was skipped, because a photo is missing.
    case leftOut = "left out"
    /// The frame was not written. `reason` contains the cause.
    case failed

    /// Whether a frame was drawn.
    public var isDrawn: Bool { [.rendered, .damaged, .held].contains(self) }
  }

  /// The frame number, starting at 0.
  public var frame: Int
  /// The frame's file, or `nil` for a stream. Bytes that are not UTF-8 are escaped as `\xNN`.
  public var output: String?
  /// The bytes of an escaped path in base 16, or `nil` for other paths.
  public var outputPathBytes: String?
  /// The status.
  public var status: Status
  /// The reason, as a sentence.
  public var reason: String?
  /// A fix that only the user can choose. Reports do not contain it.
  public var remedy: Remedy?
  /// Problems of the photos that did not prevent the frame, such as guessed colours, or `nil`
  /// without any.
  public var warnings: [Warning]?
  /// The input files, escaped like the output.
  public private(set) var inputs: [String] = []
  /// For each input, the bytes of its path in base 16 if it is not UTF-8, or `nil` if all are
  /// UTF-8.
  public private(set) var inputPathBytes: [String?]?
  /// Parameters that were clamped to their range.
  public var clamped: [String] = []
  /// The demosaic methods of its photos, or `nil` if the frame was not drawn or did not use any.
  public var demosaic: [String]?
  /// Wall time of one thread, in milliseconds.
  public var milliseconds: Double = 0
  /// Bytes of the file, or `nil` for a stream.
  public var outputBytes: Int?

  private enum CodingKeys: String, CodingKey {
    case frame, output, outputPathBytes, status, reason, warnings, inputs, inputPathBytes, clamped
    case demosaic, milliseconds, outputBytes
  }

  /// The file for a person, with control characters also escaped.
  public var visibleOutput: String? {
    output.map { ByteText.visible(Array($0.utf8), escapesControls: true) }
  }

  init(frame: Int, output: FilePath?, status: Status, reason: String? = nil) {
    self.frame = frame
    self.output = output?.data
    outputPathBytes = output?.undecodableBytes
    self.status = status
    self.reason = reason
  }

  /// Sets the input files.
  mutating func setInputs(_ paths: [FilePath]) {
    inputs = paths.map(\.data)
    inputPathBytes = paths.undecodableBytes
  }
}

extension FrameOutcome: RunOutcome {}

extension Tally<FrameOutcome.Status> {
  /// The number of drawn frames.
  public var drawn: Int { counts.reduce(0) { $0 + ($1.key.isDrawn ? $1.value : 0) } }
}
