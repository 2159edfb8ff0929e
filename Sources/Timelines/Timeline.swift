public import Develop
public import Pixels
public import SystemPackage

/// What a document asks for: sources, one after another or where they say, and photographic parameters that move in them.
///
/// A value without pixels and files: `TimelineSchedule` says what each frame shows once the photos are known.
public struct Timeline: Sendable {
  /// The exact size of frames in pixels; nil: not stated, so that the command or the first photo decides.
  public var size: Size?
  /// How photos meet that size.
  public var fit: SizeRequest.Fit = .cover
  /// Frames a second.
  public var rate = FrameRate(25)
  /// What is developed alike in all sources: white balance, highlights, tone, space, depth, and the constant values of
  /// filters. Its `size` is not used.
  public var recipe = DevelopRecipe()
  /// The document, for messages; nil where none stated it.
  public var path: FilePath?
  /// In the order in which they are drawn: where several show at a time, later ones lie over earlier ones.
  public var sources: [TimelineSource] = []

  /// A timeline without sources.
  public init() {}
}

/// Frames a second, exact.
public struct FrameRate: Sendable, Hashable {
  /// 1 or more.
  public let numerator: Int
  /// 1 or more: 30000/1001 is NTSC's.
  public let denominator: Int

  /// - Parameters: Both 1 or more.
  public init(_ numerator: Int, _ denominator: Int = 1) {
    precondition(numerator > 0 && denominator > 0, "frame rates are positive")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Frames a second as a number.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// How many frames so many seconds have: the nearest number, at least 1.
  public func frames(in seconds: Double) -> Int { max(1, Int((seconds * value).rounded())) }
}
