/// When the frames of a video show, and where its decoding can begin, as its packets tell it.
struct VideoIndex: Sendable {
  /// A coded frame, in the order of the file.
  struct Packet: Sendable, Hashable {
    /// The presentation time in ticks of the stream, or `nil` if it is not recorded.
    var time: Int?
    /// Whether it can be decoded without previous packets.
    var isKey: Bool
    /// Whether the file marks it as not shown.
    var isDiscarded: Bool

    /// - Parameter flags: ffprobe's, such as `K_` and `_D`.
    init(time: Int?, flags: String) {
      self.time = time
      isKey = flags.contains("K")
      isDiscarded = flags.contains("D")
    }
  }

  /// The presentation time of each frame, ascending, or an empty list.
  ///
  /// It is empty unless the first packet is decoded and shown first, and all times differ. Only
  /// then is packet n in time order certain to be frame n.
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

  /// Returns the start for decoding a frame: the second to last key frame that is not shown later.
  ///
  /// The last key frame is not safe, because H.264 can need some frames after a key frame to
  /// refresh the entire picture. It never needs more frames than there are until the next key
  /// frame.
  ///
  /// - Returns: The key frame's time and number, or `nil` for the beginning of the file.
  func start(for frame: Int) -> (time: Int, frame: Int)? {
    guard times.indices.contains(frame) else { return nil }
    let before = keys.partitioningIndex { $0 > times[frame] }
    guard before >= 2 else { return nil }
    let time = keys[before - 2]
    return (time, times.partitioningIndex { $0 >= time })
  }

  /// The shortest and the longest frame time, in ticks, or `nil` for an even rate.
  ///
  /// They must differ by more than a tenth and by more than the rounding to ticks.
  var unevenness: (shortest: Int, longest: Int)? {
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    guard let shortest = gaps.min(), let longest = gaps.max(),
      longest - shortest > 2, Double(longest) > 1.1 * Double(shortest)
    else { return nil }
    return (shortest, longest)
  }
}

extension Array where Element == Int {
  /// Returns the first index with an element that satisfies a monotonic condition, or the end if no
  /// element does.
  fileprivate func partitioningIndex(_ isTrue: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isTrue(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
