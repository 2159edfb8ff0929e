public import BromideDevelop
public import BromidePhotos
public import BromideValues
public import SystemPackage

/// The contents of a document: sources in sequence or with start times, and their moving
/// parameters.
///
/// It is a value without pixels. When the photos are known, `TimelineSchedule` computes the
/// contents of each frame.
public struct Timeline: Sendable {
  /// The exact frame size in pixels, or `nil` to use the command's size or the first photo.
  public var size: Size?
  /// The method to fit photos to this size.
  public var fit = SourceFit.cover
  /// Frames per second.
  public var rate = FrameRate(25)
  /// The development settings of all sources: white balance, highlights, tone, look, space, depth,
  /// and constant filter values. The recipe's `size` is ignored.
  public var recipe = DevelopRecipe()
  /// The mode for fitting camera looks, which replace the recipe's look.
  public var cameraLook: CameraLookMode?
  /// A file with a look, which replaces the recipe's look.
  public var lookFile: FilePath?
  /// Whether the document sets the depth. If not, the frames use the default of their format.
  public var setsDepth = false
  /// The open time of the shutter as a fraction of the frame's time: 0 for no motion blur, 0.5 for
  /// a 180 degree shutter.
  public var shutter = 0.0
  /// Whether the video loops. If so, the last frame is one frame before the end state, which is the
  /// first frame.
  public var isLoop = false
  /// The audio of a video.
  public var audio: TimelineSound?
  /// The path of the document for messages, or `nil` without a document.
  public var path: FilePath?
  /// Problems of a document that is still usable, such as a value outside its range.
  public var warnings: [Warning] = []
  /// The sources in drawing order. If several are visible at the same time, later ones cover
  /// earlier ones.
  public var sources: [TimelineSource] = []

  /// Creates a timeline without sources.
  public init() {}
}

/// An exact number of frames per second.
public struct FrameRate: Sendable, Hashable {
  /// The numerator, at least 1.
  public let numerator: Int
  /// The denominator, at least 1. For example, NTSC's rate is 30000/1001.
  public let denominator: Int

  /// Creates a rate.
  ///
  /// - Parameters: Numerator and denominator, both at least 1.
  public init(_ numerator: Int, _ denominator: Int = 1) {
    precondition(numerator > 0 && denominator > 0, "frame rates are positive")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Creates a rate from a file's value, or returns `nil` if it is invalid.
  package init?(checking rate: (Int, Int)) {
    guard rate.0 > 0, rate.1 > 0 else { return nil }
    self.init(rate.0, rate.1)
  }

  /// Frames per second as a number.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// The text `25` or `30000/1001`.
  public var text: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

  /// Returns the number of frames in a time in seconds, rounded, and at least 1.
  public func frames(in seconds: Double) -> Int { max(1, Int((seconds * value).rounded())) }
}
