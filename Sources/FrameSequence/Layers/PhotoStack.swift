internal import Color
internal import Kernels
internal import Pixels
internal import Timelines

/// Many photos of one size as one picture, sample by sample, in linear light: their mean, brightest, darkest, median, or the mean
/// without outliers.
///
/// It never holds more than one photo, and keeps 2 to 4 bytes of each sample, whatever the number of photos. So its memory is at most
/// twice that of an output of 16 bits. A median and a mean without outliers are found in several passes over the photos; the sums of
/// the latter are kept for a band of the picture at a time, where they would need more.
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
    case sum([Float])
    /// The largest or the smallest code.
    case extreme([UInt16])
    /// The codes of the result.
    case codes([UInt16])
  }

  /// Bytes that are kept at most, beside a photo.
  ///
  /// - Parameter area: Pixels of each photo.
  static func memory(_ operation: Retiming.Blend, area: Int) -> Int {
    switch operation {
    case .max, .min: 6 * area
    case .nearest, .mix, .average, .median: 12 * area
    case .sigma: 6 * area + 30 * area / bands(area, limit: usualLimit)
    }
  }

  /// Bytes that the sums of `sigma` may take for small pictures; for larger ones they take as many as the codes of the result.
  private static let usualLimit = 140 << 20

  /// Bands in which the sums of `sigma`, of 10 bytes a sample, are found.
  private static func bands(_ area: Int, limit: Int) -> Int {
    let limit = max(limit, 6 * area)
    return (30 * area + limit - 1) / limit
  }

  /// Hands over the rows of a photo, RGB of 16 bits, from the top.
  typealias Reader = (_ photo: Int, _ receive: RowReceiver) throws(FrameError) -> Void

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
    case .max: state = .extreme([UInt16](repeating: 0, count: count))
    case .min: state = .extreme([UInt16](repeating: .max, count: count))
    case .nearest, .mix, .average: state = .sum([Float](repeating: 0, count: count))
    case .median, .sigma: state = .codes([])
    }
  }

  /// The photos that are in it, in the order in which they came.
  private(set) var photos: [Int] = []

  /// Whether more photos can be added to those that are in it.
  func canGrow(to photos: [Int]) -> Bool {
    [.average, .max, .min].contains(operation) && photos.starts(with: self.photos)
  }

  /// Adds the photos that are not in it yet.
  func add(_ photos: [Int], read: @escaping Reader) throws(FrameError) {
    guard photos.count <= Int(UInt16.max) || canGrow(to: photos) else {
      throw .unsupported("a \(operation.rawValue) takes at most \(UInt16.max) photos")
    }
    switch operation {
    case .median: state = .codes(try unsafe median(of: photos, read))
    case .sigma: state = .codes(try unsafe clippedMean(of: photos, read))
    case .nearest, .mix, .average, .max, .min:
      for photo in photos.dropFirst(self.photos.count) {
        try FrameError.checkSignal()
        try unsafe pass(photo, read) { place, codes in unsafe self.take(place, codes) }
      }
    }
    self.photos = photos
  }

  private func take(_ place: Int, _ codes: UnsafeBufferPointer<UInt16>) {
    switch state {
    case .sum(var sums):
      state = .codes([])
      for i in codes.indices { unsafe sums[place + i] += light[Int(codes[i])] }
      state = .sum(sums)
    case .extreme(var extremes):
      state = .codes([])
      if operation == .max {
        for i in codes.indices { unsafe extremes[place + i] = max(extremes[place + i], codes[i]) }
      } else {
        for i in codes.indices { unsafe extremes[place + i] = min(extremes[place + i], codes[i]) }
      }
      state = .extreme(extremes)
    case .codes: preconditionFailure("a finished stack takes no photo")
    }
  }

  /// Reads a photo, some samples at a time, with the place of the first within a range of all.
  private func pass(
    _ photo: Int, within range: Range<Int>? = nil, _ read: @escaping Reader,
    _ body: (Int, UnsafeBufferPointer<UInt16>) -> Void
  ) throws(FrameError) {
    let range = range ?? 0..<size.area * 3
    var place = 0
    try unsafe read(photo) { bytes in
      unsafe bytes.withMemoryRebound(to: UInt16.self) { codes in
        let shown = range.clamped(to: place..<place + codes.count)
        guard !shown.isEmpty else { return }
        let part = unsafe UnsafeBufferPointer(
          rebasing: codes[shown.lowerBound - place..<shown.upperBound - place])
        unsafe body(shown.lowerBound - range.lowerBound, part)
      }
      place += bytes.count / 2
    }
  }

  // MARK: Several passes

  /// The median of each sample: its bits from the highest to the lowest, one in each pass, as the number of photos below tells. Of an
  /// even number of photos it is the mean light of the middle two.
  private func median(of photos: [Int], _ read: @escaping Reader) throws(FrameError) -> [UInt16] {
    let count = size.area * 3
    var found = [UInt16](repeating: 0, count: count)
    var below = [UInt16](repeating: 0, count: count)
    let rank = (photos.count - 1) / 2
    for bit in (0..<16).reversed() {
      let half = UInt16(1) << UInt16(bit)
      for i in below.indices { below[i] = 0 }
      for photo in photos {
        try FrameError.checkSignal()
        try unsafe pass(photo, read) { place, codes in
          for i in codes.indices where unsafe codes[i] < found[place + i] + half {
            below[place + i] += 1
          }
        }
      }
      // With `rank` photos or fewer below the middle, the median is not below it.
      for i in found.indices where Int(below[i]) <= rank { found[i] += half }
    }
    guard photos.count.isMultiple(of: 2) else { return found }
    // The next one is the same, or the smallest above.
    for i in below.indices { below[i] = 0 }
    for photo in photos {
      try FrameError.checkSignal()
      try unsafe pass(photo, read) { place, codes in
        for i in codes.indices where unsafe codes[i] <= found[place + i] { below[place + i] += 1 }
      }
    }
    // From here on the next code, in the same memory, or the middle's where that is known to be next.
    for i in below.indices { below[i] = Int(below[i]) <= rank + 1 ? .max : found[i] }
    for photo in photos {
      try FrameError.checkSignal()
      try unsafe pass(photo, read) { place, codes in
        for i in codes.indices {
          let code = unsafe codes[i]
          if code > found[place + i], code < below[place + i] { below[place + i] = code }
        }
      }
    }
    for i in found.indices where below[i] != found[i] {
      found[i] = code(Double((light[Int(found[i])] + light[Int(below[i])]) / 2))
    }
    return found
  }

  /// The mean of the light that is at most 2.5 standard deviations from the mean of all.
  private func clippedMean(of photos: [Int], _ read: @escaping Reader) throws(FrameError)
    -> [UInt16]
  {
    let samples = size.area * 3
    let bands = Self.bands(size.area, limit: limit)
    var result: [UInt16] = []
    result.reserveCapacity(samples)
    for band in 0..<bands {
      let range = band * samples / bands..<(band + 1) * samples / bands
      result += try unsafe clippedMean(of: photos, range, read)
    }
    return result
  }

  /// The same for some of the samples.
  private func clippedMean(
    of photos: [Int], _ range: Range<Int>, _ read: @escaping Reader
  ) throws(FrameError) -> [UInt16] {
    var sums = [Float](repeating: 0, count: range.count)
    // The squares' sum, then the lowest and the highest code that count, in one word.
    var words = [UInt32](repeating: 0, count: range.count)
    for photo in photos {
      try FrameError.checkSignal()
      try unsafe pass(photo, within: range, read) { place, codes in
        for i in codes.indices {
          let value = unsafe light[Int(codes[i])]
          sums[place + i] += value
          words[place + i] = (Float(bitPattern: words[place + i]) + value * value).bitPattern
        }
      }
    }
    let count = Float(photos.count)
    for i in sums.indices {
      let mean = sums[i] / count
      let deviation = max(Float(bitPattern: words[i]) / count - mean * mean, 0).squareRoot()
      // Half a code of 16 bits more, so that equal samples all count.
      let lowest = max(Int(code(Double(mean - 2.5 * deviation))) - 1, 0)
      let highest = min(Int(code(Double(mean + 2.5 * deviation))) + 1, 65535)
      words[i] = UInt32(lowest) | UInt32(highest) << 16
      sums[i] = 0
    }
    var counts = [UInt16](repeating: 0, count: range.count)
    for photo in photos {
      try FrameError.checkSignal()
      try unsafe pass(photo, within: range, read) { place, codes in
        for i in codes.indices {
          let code = UInt32(unsafe codes[i])
          guard code >= words[place + i] & 0xFFFF, code <= words[place + i] >> 16 else { continue }
          sums[place + i] += light[Int(code)]
          counts[place + i] += 1
        }
      }
    }
    return sums.indices.map { code(Double(sums[$0] / Float(max(counts[$0], 1)))) }
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
      for i in codes.indices { unsafe codes[i] = found[start + i] }
    case .sum(let sums):
      let encoder = EncodeKernel(
        transfer, format: PixelFormat(channels: 3, sample: .uint16), instructionSet: instructionSet)
      let row = PlanarRow(capacity: size.width)
      let share = 1 / Float(max(photos.count, 1))
      for y in 0..<rows.count {
        for x in 0..<size.width {
          let place = start + 3 * (y * size.width + x)
          unsafe row.red[x] = sums[place] * share
          unsafe row.green[x] = sums[place + 1] * share
          unsafe row.blue[x] = sums[place + 2] * share
        }
        unsafe encoder.encode(
          row, count: size.width, into: codes.baseAddress! + y * size.width * 3)
      }
    }
  }
}
