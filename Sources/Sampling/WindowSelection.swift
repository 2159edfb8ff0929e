internal import BromideCodecs
internal import BromideValues

/// Numbers that support finding single ranks without a complete sort.
///
/// Two counts of 16 bits each find any rank: first by the upper half of its bits, then by the
/// lower.
struct RankedNumbers {
  /// The numbers as bits that have the same order. Only the first `count` are used.
  private var keys: [UInt32]
  private(set) var count = 0

  /// - Parameter capacity: The maximum number of numbers.
  init(capacity: Int) { keys = [UInt32](repeating: 0, count: capacity) }

  /// Appends a channel of a row's pixels.
  mutating func append(_ row: RGBRow, _ columns: Range<Int>, channel: Int) {
    precondition(count + columns.count <= keys.count, "numbers within the capacity")
    let first = count
    unsafe row.withValues(columns) { values in
      unsafe keys.withUnsafeMutableBufferPointer { keys in
        for i in 0..<columns.count {
          unsafe keys[first + i] = Self.key(of: values[3 * i + channel])
        }
      }
    }
    count += columns.count
  }

  mutating func removeAll() { count = 0 }

  @inline(__always)
  private static func key(of number: Float) -> UInt32 {
    let bits = number.bitPattern
    return bits >> 31 == 0 ? bits | 1 << 31 : ~bits
  }

  private static func number(_ key: UInt32) -> Float {
    Float(bitPattern: key >> 31 == 0 ? ~key : key & (1 << 31 - 1))
  }

  /// Returns the number with this rank, and how many numbers are less.
  private func key(rank: Int) -> (key: UInt32, less: Int) {
    func find(_ rank: Int, _ half: (UInt32) -> Int?) -> (digit: Int, less: Int) {
      var counts = [Int](repeating: 0, count: 1 << 16)
      for key in keys[..<count] { if let digit = half(key) { counts[digit] &+= 1 } }
      var less = 0
      for (digit, count) in counts.enumerated() {
        if less + count > rank { return (digit, less) }
        less += count
      }
      preconditionFailure("a rank below the count")
    }
    let upper = find(rank) { Int($0 >> 16) }
    let lower = find(rank - upper.less) {
      Int($0 >> 16) == upper.digit ? Int($0 & 0xFFFF) : nil
    }
    return (UInt32(upper.digit) << 16 | UInt32(lower.digit), upper.less + lower.less)
  }

  /// Returns the mean of a curve of the numbers, without the same count at either end.
  ///
  /// - Parameters:
  ///   - dropped: Numbers to skip at either end. At least one must remain.
  ///   - curve: A curve that keeps their order.
  func mean(dropping dropped: Int, _ curve: (Float) -> Double) -> Double {
    let kept = count - 2 * dropped
    let low = key(rank: dropped)
    let high = kept == 1 ? low : key(rank: count - 1 - dropped)
    guard kept > 2, low.key != high.key else {
      return (curve(Self.number(low.key)) + curve(Self.number(high.key))) / 2
    }
    // The numbers between the two, and the remaining numbers equal to one of them.
    var (sum, between, lowest) = (0.0, 0, 0)
    for key in keys[..<count] {
      if key == low.key { lowest &+= 1 }
      guard key > low.key, key < high.key else { continue }
      sum += curve(Self.number(key))
      between &+= 1
    }
    let keptLow = low.less + lowest - dropped
    let keptHigh = kept - between - keptLow
    return
      (sum + Double(keptLow) * curve(Self.number(low.key))
      + Double(keptHigh) * curve(Self.number(high.key))) / Double(kept)
  }
}

/// Counts of small integers, which give any rank.
struct CountedNumbers {
  private var counts: [UInt32]
  private var count = 0

  /// - Parameter end: All numbers are less.
  init(below end: Int) { counts = [UInt32](repeating: 0, count: end) }

  @inline(__always)
  mutating func add(_ number: Int) {
    counts[number] &+= 1
    count &+= 1
  }

  /// Returns the mean of the numbers, without the same count at either end.
  ///
  /// - Parameter dropped: Numbers to skip at either end. At least one must remain.
  func mean(dropping dropped: Int) -> Double {
    let end = count - dropped
    var (before, sum) = (0, 0)
    for (number, count) in counts.enumerated() where count > 0 {
      let after = before + Int(count)
      sum += number * max(0, min(after, end) - max(before, dropped))
      before = after
    }
    return Double(sum) / Double(end - dropped)
  }
}

/// The median or the trimmed mean of a window.
struct WindowSelection {
  var light = SIMD3<Double>()
  var codes = SIMD3<Double>()
  var clipped = 0
  var count = 0
}

extension PointSampler {
  /// Finds the median or the trimmed mean of a large window of opaque pixels in a frame. Returns
  /// `nil` for other windows.
  ///
  /// A curve keeps the order of codes, so it ranks the codes and decodes only the required numbers.
  func selection(
    _ inside: Region, of whole: Region, _ window: SampleWindow, _ scratch: Scratch
  ) -> WindowSelection? {
    guard window.statistic != .mean, window.lookup == .nearest, !hasVisibleAlpha,
      inside.size.area >= Self.worthRows, !signal.couplesChannels, let frameReader,
      case .frame(let frame, let converter) = pixels
    else { return nil }
    let decode = scratch.decoder(of: signal)
    let limit = Float(clippedFrom)
    var (result, numbers) = (WindowSelection(), RankedNumbers(capacity: inside.size.area))
    func dropped(of count: Int) -> Int {
      window.statistic == .median ? (count - 1) / 2 : count / 10
    }
    // Process single channels, so that only one is stored.
    for channel in 0..<3 {
      numbers.removeAll()
      converter.withRows(of: frame, inside) { y, row in
        let columns = columns(y, inside, whole, window)
        let part = columns.lowerBound - inside.x..<columns.upperBound - inside.x
        numbers.append(row, part, channel: channel)
        if channel == 0 { result.clipped &+= row.count(part, from: limit) }
      }
      result.light[channel] = numbers.mean(dropping: dropped(of: numbers.count)) {
        decode(SIMD3(repeating: Double($0))).x
      }
    }
    result.count = numbers.count
    // Codes are integers in 64ths, so counting them takes less time than ranking them. The counts
    // of deep codes need much memory, so count one channel after the other.
    let depth = frame.layout.depth
    for channels in depth > 12 ? [0..<1, 1..<2, 2..<3] : [0..<3] {
      var counted = channels.map { _ in CountedNumbers(below: 64 << depth) }
      for y in inside.y..<inside.endY {
        for x in columns(y, inside, whole, window) {
          let codes = frameReader.codes(x: x, y: y)
          for channel in channels {
            counted[channel - channels.lowerBound].add(Int(64 * codes[channel]))
          }
        }
      }
      for channel in channels {
        result.codes[channel] =
          counted[channel - channels.lowerBound].mean(dropping: dropped(of: result.count)) / 64
      }
    }
    return result
  }
}

extension RGBRow {
  /// Returns the number of pixels with a channel of at least `limit`.
  fileprivate func count(_ columns: Range<Int>, from limit: Float) -> Int {
    var count = 0
    unsafe withValues(columns) { values in
      for i in stride(from: 0, to: values.count, by: 3) {
        let most = unsafe max(values[i], max(values[i + 1], values[i + 2]))
        count &+= most >= limit ? 1 : 0
      }
    }
    return count
  }
}
