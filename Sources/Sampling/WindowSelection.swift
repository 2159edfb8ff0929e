internal import BromideCodecs
internal import BromideValues

/// Numbers that support finding single ranks without a complete sort.
///
/// Two counts of 16 bits each find any rank: first by the upper half of its bits, then by the
/// lower.
struct RankedNumbers {
  /// The numbers as bits that have the same order.
  private var keys: [UInt32] = []

  var count: Int { keys.count }

  /// - Parameter capacity: The expected number of numbers.
  init(capacity: Int) { keys.reserveCapacity(capacity) }

  mutating func append(_ number: Float) {
    let bits = number.bitPattern
    keys.append(bits >> 31 == 0 ? bits | 1 << 31 : ~bits)
  }

  mutating func removeAll() { keys.removeAll(keepingCapacity: true) }

  private static func number(_ key: UInt32) -> Float {
    Float(bitPattern: key >> 31 == 0 ? ~key : key & (1 << 31 - 1))
  }

  /// Returns the number with this rank, and how many numbers are less.
  private func key(rank: Int) -> (key: UInt32, less: Int) {
    func find(_ rank: Int, _ half: (UInt32) -> Int?) -> (digit: Int, less: Int) {
      var counts = [Int](repeating: 0, count: 1 << 16)
      for key in keys { if let digit = half(key) { counts[digit] &+= 1 } }
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
    for key in keys {
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
    func finish(_ curve: (Float) -> Double) -> Double {
      let dropped =
        window.statistic == .median ? (numbers.count - 1) / 2 : numbers.count / 10
      defer { numbers.removeAll() }
      return numbers.mean(dropping: dropped, curve)
    }
    // Process single channels, so that only one is stored.
    for channel in 0..<3 {
      converter.withRows(of: frame, inside) { y, row in
        for x in columns(y, inside, whole, window) {
          let i = 3 * (x - inside.x)
          numbers.append(row[i + channel])
          if channel == 0 {
            result.clipped &+= max(row[i], max(row[i + 1], row[i + 2])) >= limit ? 1 : 0
          }
        }
      }
      result.count = numbers.count
      result.light[channel] = finish { decode(SIMD3(repeating: Double($0))).x }
    }
    for channel in 0..<3 {
      for y in inside.y..<inside.endY {
        for x in columns(y, inside, whole, window) {
          // Integer 64ths have at most 22 bits.
          numbers.append(Float(frameReader.codes(x: x, y: y)[channel]))
        }
      }
      result.codes[channel] = finish { Double($0) }
    }
    return result
  }
}
