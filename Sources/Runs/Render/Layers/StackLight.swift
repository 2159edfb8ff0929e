internal import BromideValues

/// Converts between the 16-bit codes of a stack and linear light.
struct StackLight: Sendable {
  /// The transfer function of the codes.
  let transfer: TransferFunction
  /// The linear light of each code.
  private let table: [Float]
  /// The smallest light that rounds to each code.
  private let thresholds: [Float]
  /// The unrounded code at the start of each bucket of light. 256 buckets between two powers of 2
  /// are so narrow that a line is exact to less than a code.
  private let starts: [Float]

  init(_ transfer: TransferFunction) {
    self.transfer = transfer
    table = (0...65535).map { Float(transfer.decode(Double($0) / 65535)) }
    thresholds = (0...65535).map { code in
      guard code > 0 else { return 0 }
      let exact = transfer.decode((Double(code) - 0.5) / 65535)
      let light = Float(exact)
      return Double(light) < exact ? light.nextUp : light
    }
    let first = Self.firstBucket
    starts = (first...Self.bucket(of: thresholds[65535]) + 1).map { bucket in
      Float(65535 * transfer.encode(Double(Float(bitPattern: bucket << Self.bucketBits))))
    }
  }

  /// Light in a bucket has the same exponent and the same first 8 bits.
  private static let bucketBits: UInt32 = 15
  private static func bucket(of light: Float) -> UInt32 { light.bitPattern >> bucketBits }
  /// Darker light begins its search at code 0.
  private static let firstBucket = bucket(of: 0x1p-40)

  /// The linear light of a code.
  subscript(code: UInt16) -> Float { table[Int(code)] }

  /// Returns the nearest code of light.
  ///
  /// The tables replace the power of the transfer function, which takes ten times as long. They
  /// give the same code.
  func code(_ light: Float) -> UInt16 {
    guard light > 0 else { return 0 }
    guard light < thresholds[65535] else { return 65535 }
    var code = 0
    let bucket = Self.bucket(of: light)
    if bucket >= Self.firstBucket {
      let index = Int(bucket - Self.firstBucket)
      let share = Float(light.bitPattern & (1 << Self.bucketBits - 1)) / Float(1 << Self.bucketBits)
      let exact = starts[index] + share * (starts[index + 1] - starts[index])
      code = Int(min(max(exact.rounded(), 0), 65535))
    }
    while light < thresholds[code] { code -= 1 }
    while code < 65535, light >= thresholds[code + 1] { code += 1 }
    return UInt16(code)
  }

  /// Calls a body with the table, for loops.
  func withTable<R>(_ body: (UnsafeBufferPointer<Float>) -> R) -> R {
    unsafe table.withUnsafeBufferPointer { unsafe body($0) }
  }

  /// Returns a closure that adds the light of codes to sums.
  func adding(to sums: StackMemory<Float>) -> PhotoStack.Taking {
    { place, codes in
      unsafe withTable { light in
        let target = unsafe sums.start + place
        for i in codes.indices { unsafe target[i] += light[Int(codes[i])] }
      }
    }
  }
}
