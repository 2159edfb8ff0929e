internal import BromideKernels
internal import BromideTimelines
internal import BromideValues

/// Many photos of one size as one picture, sample by sample, in linear light: their mean, brightest, darkest, median, or the mean
/// without outliers.
///
/// It never holds more than one photo, and keeps 2 to 4 bytes of each sample, whatever the number of photos. So its memory is at most
/// one and a half times that of an output of 16 bits. A median and a mean without outliers are found in several passes over the photos;
/// where their counts and sums would need more, they are found for a band of the picture at a time, and only its rows are read.
final class PhotoStack {
  /// How photos become one.
  let operation: Retiming.Blend
  private let size: Size
  private let limit: Int
  private let transfer: TransferFunction
  private let instructionSet: InstructionSet
  private var state: State
  /// Linear light of each code of 16 bits.
  private let light: [Float]

  /// What is kept of each sample.
  private enum State {
    /// The sum of light.
    case sum(StackMemory<Float>)
    /// The largest or the smallest code.
    case extreme(StackMemory<UInt16>)
    /// The codes of the result.
    case codes(StackMemory<UInt16>)
  }

  /// Bytes that are kept at most, beside a photo.
  ///
  /// - Parameter area: Pixels of each photo.
  static func memory(_ operation: Retiming.Blend, area: Int) -> Int {
    switch operation {
    case .max, .min: 6 * area
    case .nearest, .mix, .average: 12 * area
    // One byte of each sample counts photos, or two of each second one.
    case .median: 6 * area + 3 * area
    case .sigma: 6 * area + 30 * area / bands(area, limit: usualLimit)
    }
  }

  /// Bytes that the sums of `sigma` may take for small pictures; for larger ones they take half of what the codes of the result do.
  private static let usualLimit = 70 << 20

  /// Bands in which the sums of `sigma`, of 10 bytes a sample, are found.
  private static func bands(_ area: Int, limit: Int) -> Int {
    let limit = max(limit, 3 * area, 1)
    return (30 * area + limit - 1) / limit
  }

  /// Takes rows of a photo, RGB of 16 bits, with the number of the first.
  typealias Receiver = @Sendable (_ row: Int, UnsafeRawBufferPointer) -> Void

  /// Hands over at least some rows of a photo, in any order, on any threads, each row once.
  typealias Reader = (_ photo: Int, _ rows: Range<Int>, _ receive: @escaping Receiver)
    throws(FrameError) -> Void

  /// An empty stack.
  ///
  /// - Parameters:
  ///   - operation: One that combines photos.
  ///   - size: Of all photos.
  ///   - limit: Bytes that the sums of `sigma` may take for small pictures.
  init(
    _ operation: Retiming.Blend, size: Size, transfer: TransferFunction,
    instructionSet: InstructionSet, limit: Int = PhotoStack.usualLimit
  ) {
    self.operation = operation
    self.limit = limit
    self.size = size
    self.transfer = transfer
    self.instructionSet = instructionSet
    light = (0...65535).map { Float(transfer.decode(Double($0) / 65535)) }
    let count = size.area * 3
    switch operation {
    case .max: state = .extreme(StackMemory(count, 0))
    case .min: state = .extreme(StackMemory(count, .max))
    case .nearest, .mix, .average: state = .sum(StackMemory(count, 0))
    case .median, .sigma: state = .codes(StackMemory(0, 0))
    }
  }

  /// The photos that are in it, in the order in which they came.
  private(set) var photos: [Int] = []

  /// Whether more photos can be added to those that are in it.
  func canGrow(to photos: [Int]) -> Bool {
    [.average, .max, .min].contains(operation) && photos.starts(with: self.photos)
  }

  /// Adds the photos that are not in it yet.
  func add(_ photos: [Int], read: Reader) throws(FrameError) {
    guard photos.count <= Int(UInt16.max) || canGrow(to: photos) else {
      throw .unsupported("a \(operation.rawValue) takes at most \(UInt16.max) photos")
    }
    switch operation {
    case .median: state = .codes(try unsafe median(of: photos, read))
    case .sigma: state = .codes(try unsafe clippedMean(of: photos, read))
    case .nearest, .mix, .average, .max, .min:
      let take = unsafe taking
      for photo in photos.dropFirst(self.photos.count) {
        try unsafe pass(photo, read) { place, codes in unsafe take(place, codes) }
      }
    }
    self.photos = photos
  }

  /// Takes codes of a photo from a place on.
  private typealias Taking = @Sendable (_ place: Int, UnsafeBufferPointer<UInt16>) -> Void

  private var taking: Taking {
    switch state {
    case .sum(let sums):
      let light = light
      return { place, codes in
        unsafe light.withUnsafeBufferPointer { light in
          let target = unsafe sums.start + place
          for i in codes.indices { unsafe target[i] += light[Int(codes[i])] }
        }
      }
    case .extreme(let extremes):
      guard operation == .max else {
        return { place, codes in
          let target = unsafe extremes.start + place
          for i in codes.indices { unsafe target[i] = min(target[i], codes[i]) }
        }
      }
      return { place, codes in
        let target = unsafe extremes.start + place
        for i in codes.indices { unsafe target[i] = max(target[i], codes[i]) }
      }
    case .codes: preconditionFailure("a finished stack takes no photo")
    }
  }

  /// Reads rows of a photo. The place of a code is that within the rows.
  private func pass(
    _ photo: Int, rows: Range<Int>? = nil, _ read: Reader, _ body: @escaping Taking
  ) throws(FrameError) {
    try FrameError.checkSignal()
    let samples = size.width * 3
    let rows = rows ?? 0..<size.height
    try unsafe read(photo, rows) { row, bytes in
      unsafe bytes.withMemoryRebound(to: UInt16.self) { codes in
        let shown = rows.clamped(to: row..<row + codes.count / samples)
        guard !shown.isEmpty else { return }
        let part = unsafe UnsafeBufferPointer(
          rebasing: codes[(shown.lowerBound - row) * samples..<(shown.upperBound - row) * samples])
        unsafe body((shown.lowerBound - rows.lowerBound) * samples, part)
      }
    }
  }

  /// The rows in so many bands of about the same height, none of them empty.
  private func rows(inBands count: Int) -> [Range<Int>] {
    let count = min(max(count, 1), size.height)
    return (0..<count).map {
      $0 * size.height / count..<($0 + 1) * size.height / count
    }
  }

  // MARK: Several passes

  /// The median of each sample: its bits from the highest to the lowest, one in each pass, as the number of photos below tells. Of an
  /// even number of photos it is the mean light of the middle two.
  private func median(of photos: [Int], _ read: Reader) throws(FrameError)
    -> StackMemory<UInt16>
  {
    let found = StackMemory<UInt16>(size.area * 3, 0)
    if photos.count <= Int(UInt8.max) {
      try unsafe median(of: photos, 0..<size.height, counting: UInt8.self, into: found, read)
    } else {
      for rows in rows(inBands: 2) {
        try unsafe median(of: photos, rows, counting: UInt16.self, into: found, read)
      }
    }
    guard photos.count.isMultiple(of: 2) else { return found }
    for rows in rows(inBands: 2) { try unsafe meanOfMiddles(of: photos, rows, found, read) }
    return found
  }

  /// The lower of the middle two, or the middle one.
  private func median<Count: FixedWidthInteger & BitwiseCopyable & Sendable>(
    of photos: [Int], _ rows: Range<Int>, counting: Count.Type,
    into found: StackMemory<UInt16>, _ read: Reader
  ) throws(FrameError) {
    let samples = size.width * 3
    let start = rows.lowerBound * samples
    let below = StackMemory<Count>(rows.count * samples, 0)
    let rank = (photos.count - 1) / 2
    for bit in (0..<16).reversed() {
      let half = UInt16(1) << UInt16(bit)
      below.fill(0)
      for photo in photos {
        try unsafe pass(photo, rows: rows, read) { place, codes in
          let (middles, counts) = unsafe (found.start + start + place, below.start + place)
          for i in codes.indices {
            unsafe counts[i] &+= codes[i] < middles[i] &+ half ? 1 : 0
          }
        }
      }
      // With `rank` photos or fewer below the middle, the median is not below it.
      for i in 0..<below.count where unsafe Int(below.start[i]) <= rank {
        unsafe found.start[start + i] += half
      }
    }
  }

  /// Makes the lower of the middle two the mean light of both. The next one is the same, or the smallest above.
  private func meanOfMiddles(
    of photos: [Int], _ rows: Range<Int>, _ found: StackMemory<UInt16>, _ read: Reader
  ) throws(FrameError) {
    let samples = size.width * 3
    let start = rows.lowerBound * samples
    let next = StackMemory<UInt16>(rows.count * samples, 0)
    for photo in photos {
      try unsafe pass(photo, rows: rows, read) { place, codes in
        let (middles, counts) = unsafe (found.start + start + place, next.start + place)
        for i in codes.indices { unsafe counts[i] &+= codes[i] <= middles[i] ? 1 : 0 }
      }
    }
    // From here on the next code, in the same memory, or the middle's where that is known to be next.
    let half = photos.count / 2
    for i in 0..<next.count {
      unsafe next.start[i] = Int(next.start[i]) <= half ? .max : found.start[start + i]
    }
    for photo in photos {
      try unsafe pass(photo, rows: rows, read) { place, codes in
        let (middles, nearest) = unsafe (found.start + start + place, next.start + place)
        for i in codes.indices where unsafe codes[i] > middles[i] && codes[i] < nearest[i] {
          unsafe nearest[i] = codes[i]
        }
      }
    }
    for i in 0..<next.count {
      let (low, high) = unsafe (found.start[start + i], next.start[i])
      if low != high {
        unsafe found.start[start + i] = code(Double((light[Int(low)] + light[Int(high)]) / 2))
      }
    }
  }

  /// The mean of the light that is at most 2.5 standard deviations from the mean of all.
  private func clippedMean(of photos: [Int], _ read: Reader) throws(FrameError)
    -> StackMemory<UInt16>
  {
    let result = StackMemory<UInt16>(size.area * 3, 0)
    for rows in rows(inBands: Self.bands(size.area, limit: limit)) {
      try unsafe clippedMean(of: photos, rows, into: result, read)
    }
    return result
  }

  /// The same for some of the rows.
  private func clippedMean(
    of photos: [Int], _ rows: Range<Int>, into result: StackMemory<UInt16>, _ read: Reader
  ) throws(FrameError) {
    let start = rows.lowerBound * size.width * 3
    let samples = rows.count * size.width * 3
    let light = light
    let sums = StackMemory<Float>(samples, 0)
    // The squares' sum, then the lowest and the highest code that count, in one word.
    let words = StackMemory<UInt32>(samples, 0)
    for photo in photos {
      try unsafe pass(photo, rows: rows, read) { place, codes in
        unsafe light.withUnsafeBufferPointer { light in
          let (sum, squares) = unsafe (sums.start + place, words.start + place)
          for i in codes.indices {
            let value = unsafe light[Int(codes[i])]
            unsafe sum[i] += value
            unsafe squares[i] = (Float(bitPattern: squares[i]) + value * value).bitPattern
          }
        }
      }
    }
    let count = Float(photos.count)
    for i in 0..<samples {
      let mean = unsafe sums.start[i] / count
      let squares = unsafe Float(bitPattern: words.start[i])
      let deviation = max(squares / count - mean * mean, 0).squareRoot()
      // Half a code of 16 bits more, so that equal samples all count.
      let lowest = max(Int(code(Double(mean - 2.5 * deviation))) - 1, 0)
      let highest = min(Int(code(Double(mean + 2.5 * deviation))) + 1, 65535)
      unsafe words.start[i] = UInt32(lowest) | UInt32(highest) << 16
      unsafe sums.start[i] = 0
    }
    let counts = StackMemory<UInt16>(samples, 0)
    for photo in photos {
      try unsafe pass(photo, rows: rows, read) { place, codes in
        unsafe light.withUnsafeBufferPointer { light in
          let (sum, limits) = unsafe (sums.start + place, words.start + place)
          let number = unsafe counts.start + place
          for i in codes.indices {
            let code = unsafe UInt32(codes[i])
            guard unsafe code >= limits[i] & 0xFFFF && code <= limits[i] >> 16 else { continue }
            unsafe sum[i] += light[Int(code)]
            unsafe number[i] += 1
          }
        }
      }
    }
    for i in 0..<samples {
      unsafe result.start[start + i] = code(
        Double(sums.start[i] / Float(max(counts.start[i], 1))))
    }
  }

  private func code(_ light: Double) -> UInt16 {
    UInt16((65535 * min(max(transfer.encode(light), 0), 1)).rounded())
  }

  // MARK: The result

  /// Writes rows of the result, RGB of 16 bits.
  func write(rows: Range<Int>, into codes: UnsafeMutableBufferPointer<UInt16>) {
    let start = rows.lowerBound * size.width * 3
    switch state {
    case .extreme(let found), .codes(let found):
      for i in codes.indices { unsafe codes[i] = found.start[start + i] }
    case .sum(let sums):
      let encoder = EncodeKernel(
        transfer, format: PixelFormat(channels: 3, sample: .uint16), instructionSet: instructionSet)
      let row = PlanarRow(capacity: size.width)
      let share = 1 / Float(max(photos.count, 1))
      for y in 0..<rows.count {
        let pixels = unsafe sums.start + start + 3 * y * size.width
        for x in 0..<size.width {
          unsafe row.red[x] = pixels[3 * x] * share
          unsafe row.green[x] = pixels[3 * x + 1] * share
          unsafe row.blue[x] = pixels[3 * x + 2] * share
        }
        unsafe encoder.encode(
          row, count: size.width, into: codes.baseAddress! + y * size.width * 3)
      }
    }
  }
}
