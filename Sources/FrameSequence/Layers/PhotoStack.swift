internal import Color
internal import Kernels
internal import Pixels
internal import Timelines

/// Many photos of one size as one picture, sample by sample, in linear light: their mean, brightest, darkest, median, or the mean
/// without outliers.
///
/// It never holds more than one photo, and what it keeps of each sample has 2 to 12 bytes. So its memory is a few times that of the
/// output, whatever the number of photos: a median and a mean without outliers are found in several passes over the photos.
final class PhotoStack {
  /// How photos become one.
  let operation: Retiming.Blend
  private let size: Size
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

  /// Bytes that are kept of a pixel at most, beside a photo.
  static func bytesPerPixel(_ operation: Retiming.Blend) -> Int {
    switch operation {
    case .max, .min: 6
    case .nearest, .mix, .average: 12
    case .median: 18
    case .sigma: 36
    }
  }

  /// Hands over the rows of a photo, RGB of 16 bits, from the top.
  typealias Reader = (_ photo: Int, _ receive: RowReceiver) throws(FrameError) -> Void

  /// An empty stack.
  ///
  /// - Parameters:
  ///   - operation: One that combines photos.
  ///   - size: Of all photos.
  init(
    _ operation: Retiming.Blend, size: Size, transfer: TransferFunction,
    instructionSet: InstructionSet
  ) {
    self.operation = operation
    self.size = size
    self.transfer = transfer
    self.instructionSet = instructionSet
    light = (0...65535).map { Float(transfer.decode(Double($0) / 65535)) }
    let count = size.area * 3
    switch operation {
    case .max: state = .extreme([UInt16](repeating: 0, count: count))
    case .min: state = .extreme([UInt16](repeating: .max, count: count))
    case .nearest, .mix, .average, .median, .sigma:
      state = .sum([Float](repeating: 0, count: count))
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

  /// Reads a photo, some samples at a time, with the place of the first.
  private func pass(
    _ photo: Int, _ read: @escaping Reader, _ body: (Int, UnsafeBufferPointer<UInt16>) -> Void
  ) throws(FrameError) {
    var place = 0
    try unsafe read(photo) { bytes in
      unsafe bytes.withMemoryRebound(to: UInt16.self) { unsafe body(place, $0) }
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
    var above = [UInt16](repeating: .max, count: count)
    for i in below.indices { below[i] = 0 }
    for photo in photos {
      try unsafe pass(photo, read) { place, codes in
        for i in codes.indices {
          let code = unsafe codes[i]
          if code <= found[place + i] {
            below[place + i] += 1
          } else {
            above[place + i] = min(above[place + i], code)
          }
        }
      }
    }
    for i in found.indices where Int(below[i]) <= rank + 1 {
      let mean = (light[Int(found[i])] + light[Int(above[i])]) / 2
      found[i] = code(Double(mean))
    }
    return found
  }

  /// The mean of the light that is at most 2.5 standard deviations from the mean of all.
  private func clippedMean(of photos: [Int], _ read: @escaping Reader) throws(FrameError)
    -> [UInt16]
  {
    let samples = size.area * 3
    var sums = [Float](repeating: 0, count: samples)
    var squares = [Float](repeating: 0, count: samples)
    for photo in photos {
      try FrameError.checkSignal()
      try unsafe pass(photo, read) { place, codes in
        for i in codes.indices {
          let value = unsafe light[Int(codes[i])]
          sums[place + i] += value
          squares[place + i] += value * value
        }
      }
    }
    let count = Float(photos.count)
    // From here on the lowest and the highest code that count.
    var lowest = [UInt16](repeating: 0, count: samples)
    var highest = [UInt16](repeating: 0, count: samples)
    for i in sums.indices {
      let mean = sums[i] / count
      let deviation = max(squares[i] / count - mean * mean, 0).squareRoot()
      // Half a code of 16 bits more, so that equal samples all count.
      lowest[i] = UInt16(max(Int(code(Double(mean - 2.5 * deviation))) - 1, 0))
      highest[i] = UInt16(min(Int(code(Double(mean + 2.5 * deviation))) + 1, 65535))
      (sums[i], squares[i]) = (0, 0)
    }
    for photo in photos {
      try FrameError.checkSignal()
      try unsafe pass(photo, read) { place, codes in
        for i in codes.indices {
          let code = unsafe codes[i]
          guard code >= lowest[place + i], code <= highest[place + i] else { continue }
          sums[place + i] += light[Int(code)]
          squares[place + i] += 1
        }
      }
    }
    return sums.indices.map { code(Double(sums[$0] / max(squares[$0], 1))) }
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
