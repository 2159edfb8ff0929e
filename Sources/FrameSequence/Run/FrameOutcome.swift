public import Outputs
internal import Platform
internal import SystemPackage

/// The outcome of one frame.
public struct FrameOutcome: Sendable, Hashable, Codable {
  /// The way a frame ended, in order of severity.
  public enum Status: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The frame is whole and in its place.
    case rendered
    /// There was nothing to do.
    case current
    /// The run ended before it was made.
    case unmade = "not made"
    /// Made, but not all of a photo could be decoded.
    case damaged
    /// Made from another photo, in place of one that is missing.
    case held
    /// A photo is missing, and with it the frame.
    case leftOut = "left out"
    /// No frame was written; `reason` says why.
    case failed

    /// Whether `left` is less severe.
    public static func < (left: Status, right: Status) -> Bool { left.rank < right.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self)! }

    /// Whether a frame was drawn.
    public var isDrawn: Bool { [.rendered, .damaged, .held].contains(self) }
  }

  /// The frame, from 0.
  public var frame: Int
  /// Its file; nil if it went into a stream. Bytes that are not UTF-8 are escaped as `\xNN`.
  public var output: String?
  /// The bytes of such a file's path in base 16; nil for all others.
  public var outputPathBytes: String?
  /// How it ended.
  public var status: Status
  /// Why, as a sentence.
  public var reason: String?
  /// A way out that only the person who runs the command can choose; not part of the report.
  public var remedy: Remedy?
  /// Files that it is made from, escaped as the output.
  public private(set) var inputs: [String] = []
  /// The bytes of each of those paths in base 16 if it is not UTF-8; nil if all are UTF-8.
  public private(set) var inputPathBytes: [String?]?
  /// Parameters that a curve carried beyond their range.
  public var clamped: [String] = []
  /// The methods that made full colour of its photos' mosaics; nil if it was not drawn, or shows none.
  public var demosaic: [String]?
  /// Wall milliseconds that one thread took.
  public var milliseconds: Double = 0
  /// Bytes of the file; nil if the frame went into a stream.
  public var outputBytes: Int?

  private enum CodingKeys: String, CodingKey {
    case frame, output, outputPathBytes, status, reason, inputs, inputPathBytes, clamped, demosaic
    case milliseconds, outputBytes
  }

  /// The file for a person: control characters are escaped too.
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

  /// States the files that it is made from.
  mutating func setInputs(_ paths: [FilePath]) {
    inputs = paths.map(\.data)
    inputPathBytes = paths.undecodableBytes
  }
}

extension FrameOutcome: RunOutcome {}

extension Tally<FrameOutcome.Status> {
  /// The number of frames that were drawn.
  public var drawn: Int { counts.reduce(0) { $0 + ($1.key.isDrawn ? $1.value : 0) } }
}
