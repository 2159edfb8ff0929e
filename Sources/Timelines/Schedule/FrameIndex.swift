/// The sources that may show in a frame, found without looking at all sources: a timeline of thousands of photos shows one or two
/// of them at a time.
struct FrameIndex: Sendable {
  /// Frames of each stretch of the timeline.
  private let length: Int
  /// For each stretch, the places of the sources that show in it, ascending.
  private let stretches: [[Int32]]

  /// More would take memory for sources that show in many stretches.
  private static let mostStretches = 1024

  /// - Complexity: O(s + n) for s sources that show in n stretches together.
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

  /// The places of sources among which are all that show in a frame, ascending.
  func candidates(_ frame: Int) -> [Int32] { stretches[frame / length] }
}

extension TimelineSchedule {
  /// Layers that a frame may have; each takes memory of its own while the frame is made.
  public static let mostLayers = 1000

  /// The first frame that shows more sources than a frame may have layers, and how many these are; nil if there is none.
  ///
  /// - Complexity: O(s log s) for s sources.
  static func crowd(_ sources: [ScheduledSource]) -> (frame: Int, count: Int)? {
    guard sources.count > mostLayers else { return nil }
    let starts = sources.map(\.firstFrame).sorted()
    let ends = sources.map { $0.firstFrame + $0.frameCount }.sorted()
    var ended = 0
    for (begun, frame) in starts.enumerated() {
      while ended < ends.count, ends[ended] <= frame { ended += 1 }
      // Others may begin at the same frame.
      guard begun + 1 - ended > mostLayers else { continue }
      let count = starts.prefix { $0 <= frame }.count - ended
      return (frame, count)
    }
    return nil
  }
}
