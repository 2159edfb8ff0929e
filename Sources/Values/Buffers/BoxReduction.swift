/// Reduces a picture while its rows arrive. Each pixel is the mean of the codes in a square of
/// pixels. At the right and lower edge the squares are incomplete.
///
/// It stores sums for only one row of squares. So you can view a picture that does not fit in
/// memory.
package struct BoxReduction {
  /// The number of rows and columns of a square.
  package let side: Int
  /// The size of the full picture.
  package let whole: Size
  /// The channels and type of the samples.
  package let format: PixelFormat
  private var sums: [Double]
  /// Rows in `sums`.
  private var height = 0

  /// Returns the largest side for which the reduced picture is at least as large as `least`, or 1
  /// if the full picture is smaller.
  package static func side(of whole: Size, atLeast least: Size) -> Int {
    max(1, min(whole.width / max(1, least.width), whole.height / max(1, least.height)))
  }

  /// Returns the size of a reduced picture.
  package static func size(of whole: Size, side: Int) -> Size {
    Size(width: (whole.width + side - 1) / side, height: (whole.height + side - 1) / side)
  }

  /// - Precondition: `side` is at least 1.
  package init(of whole: Size, _ format: PixelFormat, side: Int) {
    precondition(side >= 1, "a square has a side")
    self.whole = whole
    self.format = format
    self.side = side
    let size = Self.size(of: whole, side: side)
    sums = [Double](repeating: 0, count: size.width * format.channels)
  }

  /// The size of the reduced picture.
  package var size: Size { Self.size(of: whole, side: side) }

  /// Adds the next row.
  ///
  /// - Parameters:
  ///   - row: Its samples, without gaps, in the machine's byte order.
  ///   - output: The memory for the reduced picture's next row. It is written when all rows of its
  ///     squares have been added.
  /// - Returns: Whether `output` was written.
  @unsafe package mutating func add(
    _ row: UnsafeRawPointer, to output: UnsafeMutableRawPointer, isLast: Bool
  ) -> Bool {
    switch format.sample {
    case .uint8: unsafe sum(row.assumingMemoryBound(to: UInt8.self))
    case .uint16: unsafe sum(row.assumingMemoryBound(to: UInt16.self))
    case .float32: unsafe sum(row.assumingMemoryBound(to: Float.self))
    }
    height += 1
    guard height == side || isLast else { return false }
    switch format.sample {
    case .uint8: unsafe put(output.assumingMemoryBound(to: UInt8.self)) { UInt8($0.rounded()) }
    case .uint16: unsafe put(output.assumingMemoryBound(to: UInt16.self)) { UInt16($0.rounded()) }
    case .float32: unsafe put(output.assumingMemoryBound(to: Float.self)) { Float($0) }
    }
    for index in sums.indices { sums[index] = 0 }
    height = 0
    return true
  }

  @unsafe private mutating func sum<Sample: FixedWidthInteger>(
    _ row: UnsafePointer<Sample>
  ) {
    let (channels, width, side) = (format.channels, whole.width, side)
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      for column in 0..<(width + side - 1) / side {
        for c in 0..<channels {
          var sum = 0
          for x in column * side..<min((column + 1) * side, width) {
            unsafe sum &+= Int(row[x * channels + c])
          }
          unsafe sums[column * channels + c] += Double(sum)
        }
      }
    }
  }

  @unsafe private mutating func sum(_ row: UnsafePointer<Float>) {
    let (channels, width, side) = (format.channels, whole.width, side)
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      for x in 0..<width {
        for c in 0..<channels {
          unsafe sums[x / side * channels + c] += Double(row[x * channels + c])
        }
      }
    }
  }

  @unsafe private func put<Sample>(
    _ output: UnsafeMutablePointer<Sample>, _ sample: (Double) -> Sample
  ) {
    let channels = format.channels
    for column in 0..<sums.count / channels {
      let columns = min(side, whole.width - column * side)
      for c in 0..<channels {
        let place = column * channels + c
        unsafe output[place] = sample(sums[place] / Double(columns * height))
      }
    }
  }
}
