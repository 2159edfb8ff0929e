public import BromidePhotos
internal import BromideSystem
internal import SystemPackage

/// The outcome of one frame.
public struct FrameOutcome: Sendable, Hashable, Encodable {
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

  /// The end of the work on a frame.
  enum Ending: Sendable {
    /// The frame is complete. The remark is a problem with its photos, or `nil` without one.
    case drawn(FrameRemark?)
    /// The frame was up to date, for this reason.
    case current(String)
    /// The run ended before the frame.
    case unmade
    /// The frame was skipped, because a photo is missing.
    case leftOut(FrameError)
    /// The frame was not written.
    case failed(FrameError)
  }

  /// The facts that the stages of a frame find.
  struct Facts: Sendable {
    var inputs: [FilePath] = []
    var clamped: [String] = []
    var warnings: [Warning] = []
    var demosaics: [String] = []
    var milliseconds = 0.0
    var outputBytes: Int?
  }

  /// The frame number, starting at 0.
  public let frame: Int
  /// The frame's file, or `nil` for a stream. Bytes that are not UTF-8 are escaped as `\xNN`.
  public let output: String?
  /// The bytes of an escaped path in base 16, or `nil` for other paths.
  public let outputPathBytes: String?
  /// The status.
  public let status: Status
  /// The reason, as a sentence.
  public var reason: String?
  /// A fix that only the user can choose. Reports do not contain it.
  public var remedy: Remedy?
  /// Problems of the photos that did not prevent the frame, such as guessed colours, or `nil`
  /// without any.
  public let warnings: [Warning]?
  /// The input files, escaped like the output.
  public let inputs: [String]
  /// For each input, the bytes of its path in base 16 if it is not UTF-8, or `nil` if all are
  /// UTF-8.
  public let inputPathBytes: [String?]?
  /// Parameters that were clamped to their range.
  public let clamped: [String]
  /// The demosaic methods of its photos, or `nil` if the frame was not drawn or did not use any.
  public let demosaic: [String]?
  /// Wall time of one thread, in milliseconds.
  public let milliseconds: Double
  /// Bytes of the file, or `nil` for a stream.
  public let outputBytes: Int?

  private enum CodingKeys: String, CodingKey {
    case frame, output, outputPathBytes, status, reason, warnings, inputs, inputPathBytes, clamped
    case demosaic, milliseconds, outputBytes
  }

  /// The file for a person, with control characters also escaped.
  public var visibleOutput: String? {
    output.map { ByteText.visible(Array($0.utf8), escapesControls: true) }
  }

  /// - Parameter output: The frame's file, or `nil` for a stream. A skipped frame has no file.
  init(frame: Int, output: FilePath?, _ ending: Ending, _ facts: Facts = Facts()) {
    var output = output
    self.frame = frame
    switch ending {
    case .drawn(nil): status = .rendered
    case .drawn(.damaged(let words)): (status, reason) = (.damaged, words)
    case .drawn(.held(let words)): (status, reason) = (.held, words)
    case .current(let words): (status, reason) = (.current, words)
    case .unmade: status = .unmade
    case .leftOut(let error):
      (status, reason, remedy, output) = (.leftOut, error.description, error.remedy, nil)
    case .failed(let error): (status, reason, remedy) = (.failed, error.description, error.remedy)
    }
    self.output = output?.data
    outputPathBytes = output?.undecodableBytes
    inputs = facts.inputs.map(\.data)
    inputPathBytes = facts.inputs.undecodableBytes
    clamped = facts.clamped
    warnings = facts.warnings.isEmpty ? nil : facts.warnings
    demosaic = facts.demosaics.isEmpty ? nil : facts.demosaics
    milliseconds = facts.milliseconds
    outputBytes = facts.outputBytes
  }
}

extension FrameOutcome: RunOutcome {}

extension Tally<FrameOutcome.Status> {
  /// The number of drawn frames.
  public var drawn: Int { counts.reduce(0) { $0 + ($1.key.isDrawn ? $1.value : 0) } }
}
