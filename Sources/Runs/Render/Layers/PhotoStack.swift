internal import BromideKernels
internal import BromideTimelines
internal import BromideValues

/// Combines many photos with the same size into one picture. Each sample becomes the mean, the
/// maximum, the minimum, the median, or the mean without outliers, in linear light.
///
/// A stack contains only one photo at a time, and 2 to 4 bytes for each sample, for any number of
/// photos. So its memory is at most 1.5 times the memory of a 16-bit output. A median and a mean
/// without outliers need several passes over the photos. If their counts and sums would need more
/// memory, the stack processes bands of the picture, and reads only their rows.
final class PhotoStack {
  /// The operation that combines the photos.
  let operation: Retiming.Blend
  private let size: Size
  private let limit: Int
  private let transfer: TransferFunction
  private let instructionSet: InstructionSet
  private var state: State
  /// The linear light of each 16-bit code.
  private let light: [Float]

  /// The stored state of each sample.
  private enum State {
    /// The sum of light.
    case sum(StackMemory<Float>)
    /// The largest or the smallest code.
    case extreme(StackMemory<UInt16>)
    /// The codes of the result.
    case codes(StackMemory<UInt16>)
  }

  /// The maximum number of stored bytes, without the photo.
  ///
  /// - Parameter area: The number of pixels in each photo.
  static func memory(_ operation: Retiming.Blend, area: Int) -> Int {
    switch operation {
    case .max, .min: 6 * area
    case .nearest, .mix, .average: 12 * area
    // One byte per sample counts photos, or two bytes per second sample.
    case .median: 6 * area + 3 * area
    case .sigma: 6 * area + 30 * area / bands(area, limit: usualLimit)
    }
  }

  /// The maximum number of bytes for the sums of `sigma` in small pictures. Larger pictures use
  /// half of the size of the result's codes.
  private static let usualLimit = 70 << 20

  /// The bands for the sums of `sigma`, with 10 bytes per sample.
  private static func bands(_ area: Int, limit: Int) -> Int {
    let limit = max(limit, 3 * area, 1)
    return (30 * area + limit - 1) / limit
  }

  /// Receives rows of a photo as 16-bit RGB, and the number of the first row.
  typealias Receiver = @Sendable (_ row: Int, UnsafeRawBufferPointer) -> Void

  /// Provides at least some rows of a photo, in any order, on any threads, each row once.
  typealias Reader = (_ photo: Int, _ rows: Range<Int>, _ receive: @escaping Receiver)
    throws(FrameError) -> Void

  /// Creates an empty stack.
  ///
  /// - Parameters:
  ///   - operation: The operation that combines the photos.
  ///   - size: The size of all photos.
  ///   - limit: The maximum number of bytes for the sums of `sigma` in small pictures.
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

  /// The photos in the stack, in the order of their addition.
  private(set) var photos: [Int] = []

  /// Whether you can add more photos.
  func canGrow(to photos: [Int]) -> Bool {
    [.average, .max, .min].contains(operation) && photos.starts(with: self.photos)
  }

  /// Adds the photos that are not in the stack yet.
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

  /// Adds codes of a photo, starting at a position.
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

  /// Reads rows of a photo. The position of a code is relative to the first row.
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

  /// Divides the rows into bands with about the same height. Each band has at least one row.
  private func rows(inBands count: Int) -> [Range<Int>] {
    let count = min(max(count, 1), size.height)
    return (0..<count).map {
      $0 * size.height / count..<($0 + 1) * size.height / count
    }
  }

  // MARK: Several passes

  /// Computes the median of each sample. Each pass finds one bit, starting with the highest, from
  /// the number of photos with a smaller code. For an even number of photos, the median is the mean
  /// light of the middle two.
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

  /// Computes the lower of the middle two codes, or the middle code.
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
      // If at most `rank` photos are below the middle, the median is not below it.
      for i in 0..<below.count where unsafe Int(below.start[i]) <= rank {
        unsafe found.start[start + i] += half
      }
    }
  }

  /// Replaces the lower of the middle two by the mean light of both. The next code is equal, or the
  /// smallest larger code.
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
    // The memory now contains the next code, or the middle code if it is the next one.
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

  /// Computes the mean of the light within 2.5 standard deviations of the mean.
  private func clippedMean(of photos: [Int], _ read: Reader) throws(FrameError)
    -> StackMemory<UInt16>
  {
    let result = StackMemory<UInt16>(size.area * 3, 0)
    for rows in rows(inBands: Self.bands(size.area, limit: limit)) {
      try unsafe clippedMean(of: photos, rows, into: result, read)
    }
    return result
  }

  /// Computes this mean for some rows.
  private func clippedMean(
    of photos: [Int], _ rows: Range<Int>, into result: StackMemory<UInt16>, _ read: Reader
  ) throws(FrameError) {
    let start = rows.lowerBound * size.width * 3
    let samples = rows.count * size.width * 3
    let light = light
    let sums = StackMemory<Float>(samples, 0)
    // The sum of squares, then the lowest and the highest accepted code in one word.
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
      // Add half a 16-bit code, so that equal samples are all accepted.
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

  /// Writes rows of the result as 16-bit RGB.
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
