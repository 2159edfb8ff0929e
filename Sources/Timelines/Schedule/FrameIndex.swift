/// Finds the visible sources of a frame without checking all sources, because a timeline can have
/// thousands of photos.
struct FrameIndex: Sendable {
  /// The number of frames in each section of the timeline.
  private let length: Int
  /// For each section, the indices of its visible sources, in ascending order.
  private let stretches: [[Int32]]

  /// More sections would take more memory for sources that are visible in many of them.
  private static let mostStretches = 1024

  /// Creates an index.
  ///
  /// - Complexity: O(s + n) for s sources that are visible in n sections in total.
  init(_ sources: [ScheduledSource], frameCount: Int) {
    let length = max(1, (frameCount + Self.mostStretches - 1) / Self.mostStretches)
    var stretches = [[Int32]](repeating: [], count: (frameCount + length - 1) / length)
    for (place, source) in sources.enumerated() where source.frameCount > 0 {
      let last = (source.firstFrame + source.frameCount - 1) / length
      for stretch in source.firstFrame / length...last { stretches[stretch].append(Int32(place)) }
    }
    self.length = length
    self.stretches = stretches
  }

  /// Returns the indices of sources that can be visible in a frame, in ascending order.
  func candidates(_ frame: Int) -> [Int32] { stretches[frame / length] }
}

extension TimelineSchedule {
  /// Maximum number of layers in a frame, because each takes memory during rendering.
  public static let mostLayers = 1000

  /// Returns the first frame with too many layers, and their number, or `nil` if all frames are
  /// valid.
  ///
  /// - Complexity: O(s log s) for s sources.
  static func crowd(_ sources: [ScheduledSource]) -> (frame: Int, count: Int)? {
    guard sources.count > mostLayers else { return nil }
    let starts = sources.map(\.firstFrame).sorted()
    let ends = sources.map { $0.firstFrame + $0.frameCount }.sorted()
    var ended = 0
    for (begun, frame) in starts.enumerated() {
      while ended < ends.count, ends[ended] <= frame { ended += 1 }
      // Other sources may start at the same frame.
      guard begun + 1 - ended > mostLayers else { continue }
      let count = starts.prefix { $0 <= frame }.count - ended
      return (frame, count)
    }
    return nil
  }
}
