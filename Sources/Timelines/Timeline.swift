public import Color
public import Develop
public import Pixels
public import SystemPackage

/// A document's contents: sources, in sequence or at stated times, and the photographic parameters
/// that move in them.
///
/// A value without pixels; `TimelineSchedule` computes the contents of each frame once the photos
/// are known.
public struct Timeline: Sendable {
  /// Exact size of frames in pixels; nil if not stated, so that the command or the first photo
  /// decides.
  public var size: Size?
  /// The way photos are fitted to that size.
  public var fit = SourceFit.cover
  /// Frames a second.
  public var rate = FrameRate(25)
  /// Development common to all sources: white balance, highlights, tone, look, space, depth, and the
  /// constant values of filters. Its `size` is not used.
  public var recipe = DevelopRecipe()
  /// A wish for looks of cameras' own pictures, in place of the recipe's look.
  public var cameraLook: CameraLookMode?
  /// A file with a look, in place of the recipe's.
  public var lookFile: FilePath?
  /// Whether the document states the depth; if not, the format of the frames may have one of its own.
  public var statesDepth = false
  /// The time for which the shutter is open in each frame, as a share of the frame's time; 0 for no
  /// motion blur, 0.5 for a shutter of 180 degrees.
  public var shutter = 0.0
  /// Whether the frames are shown again and again: the last one is a frame before the end state, which is the first one.
  public var isLoop = false
  /// The sound that goes with a film of the frames.
  public var audio: TimelineSound?
  /// Path of the document for messages; nil if no document stated the timeline.
  public var path: FilePath?
  /// The sources in drawing order: if several show at a time, later ones cover earlier ones.
  public var sources: [TimelineSource] = []

  /// Creates a timeline without sources.
  public init() {}
}

/// An exact number of frames a second.
public struct FrameRate: Sendable, Hashable {
  /// Numerator, at least 1.
  public let numerator: Int
  /// Denominator, at least 1; 30000/1001 is NTSC's rate.
  public let denominator: Int

  /// - Parameters: Numerator and denominator, both at least 1.
  public init(_ numerator: Int, _ denominator: Int = 1) {
    precondition(numerator > 0 && denominator > 0, "frame rates are positive")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// A rate that a file states; nil if it is none.
  package init?(checking rate: (Int, Int)) {
    guard rate.0 > 0, rate.1 > 0 else { return nil }
    self.init(rate.0, rate.1)
  }

  /// Frames a second as a number.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// `25` or `30000/1001`.
  public var text: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

  /// The number of frames in a time in seconds: the nearest whole number, at least 1.
  public func frames(in seconds: Double) -> Int { max(1, Int((seconds * value).rounded())) }
}
