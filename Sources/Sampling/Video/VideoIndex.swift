/// When the frames of a video show, and where its decoding can begin, as its packets tell it.
struct VideoIndex: Sendable {
  /// A coded frame, in the order of the file.
  struct Packet: Sendable, Hashable {
    /// When it shows, in ticks of the stream; nil if the file does not say so.
    var time: Int?
    /// Whether it decodes without those before it.
    var isKey: Bool
    /// Whether the file says that it does not show.
    var isDiscarded: Bool

    /// - Parameter flags: ffprobe's, such as `K_` and `_D`.
    init(time: Int?, flags: String) {
      self.time = time
      isKey = flags.contains("K")
      isDiscarded = flags.contains("D")
    }
  }

  /// When each frame shows, ascending. Empty unless the first packet is the first to be decoded and to show, and no two show
  /// at once: only then is packet n in the order of time surely frame n.
  let times: [Int]
  private let keys: [Int]

  init(_ packets: [Packet]) {
    let all = packets.compactMap(\.time)
    let isOrdered =
      all.count == packets.count && Set(all).count == all.count
      && packets.first?.isKey == true && packets.first?.time == all.min()
    guard isOrdered else {
      (times, keys) = ([], [])
      return
    }
    times = packets.filter { !$0.isDiscarded }.compactMap(\.time).sorted()
    keys = packets.filter(\.isKey).compactMap(\.time).sorted()
  }

  /// Where to begin for a frame: at the last key but one that shows no later.
  ///
  /// Not at the last one, as a key of H.264 may need a row of frames until all of the picture is refreshed, but none needs more than
  /// there are until the next one.
  ///
  /// - Returns: When that key shows, and the frame which that is; nil for the beginning of the file.
  func start(for frame: Int) -> (time: Int, frame: Int)? {
    guard times.indices.contains(frame) else { return nil }
    let before = keys.partitioningIndex { $0 > times[frame] }
    guard before >= 2 else { return nil }
    let time = keys[before - 2]
    return (time, times.partitioningIndex { $0 >= time })
  }

  /// The shortest and the longest time from one frame to the next, in ticks, where they differ by more than a tenth and by more than
  /// rounding to ticks makes of them.
  var unevenness: (shortest: Int, longest: Int)? {
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    guard let shortest = gaps.min(), let longest = gaps.max(),
      longest - shortest > 2, Double(longest) > 1.1 * Double(shortest)
    else { return nil }
    return (shortest, longest)
  }
}

extension Array where Element == Int {
  /// The first index whose element satisfies a condition that, once true, stays so; the end if none does.
  fileprivate func partitioningIndex(_ isTrue: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isTrue(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
