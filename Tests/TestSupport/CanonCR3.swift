public import BromideValues

/// The storage of samples in a CR3.
public struct CanonCR3Options: Sendable, Hashable {
  /// The meaning of the planes.
  public enum Encoding: Int, Sendable {
    /// Samples around the middle of their range.
    case middle = 0
    /// Signed samples.
    case signed = 1
    /// A brightness and differences, which combine to a cell's samples.
    case differences = 3
  }

  /// The quantisation of the wavelet's bands.
  public enum Steps: Sendable, Hashable {
    /// One index for all bands: 4 is a step of 1.
    case constant(Int)
    /// An index that changes before each line of all bands but the first.
    case lines(first: Int)
    /// A table of indices in a range, and the base and eighths that make steps of it.
    case table(ClosedRange<Int>, base: Int, eighths: Int)
  }

  /// Bits of a plane's samples.
  public var bits = 14
  /// Bits of the picture's samples if they come from differences. `nil` omits the field.
  public var medianBits: Int?
  /// RGGB, GRBG, GBRG or BGGR.
  public var layout = 0
  /// The meaning of the planes.
  public var encoding = Encoding.middle
  /// Levels of the wavelet, 0 to 3.
  public var levels = 0
  /// Size of a tile in samples, or `nil` for one tile.
  public var tile: Size?
  /// Whether to write the headers of newer cameras.
  public var isNew = false
  /// The quantisation. Ignored without a wavelet.
  public var steps = Steps.constant(4)
  /// Rounds samples to multiples of 2, 4 or 8, or 0 to disable rounding. Requires no wavelet.
  public var rounding = 0
  /// Whether samples of the first band follow from their neighbours.
  public var isPredicted = true
  /// Fills the bands with random coefficients instead of the picture's.
  public var randomBands: UInt64?

  /// Creates the options of a lossless file with one tile and older headers.
  public init() {}

  /// A short name for these options.
  public var name: String {
    "crx-\(bits)-\(encoding)-levels\(levels)\(isNew ? "-new" : "")\(tile == nil ? "" : "-tiles")"
  }
}

/// A generated CR3, with the samples that decoding gives.
///
/// The planes are the picture's samples minus the middle of their range. If a wavelet covers
/// several tiles, their width is a multiple of 16 samples, unless the bands are random.
public struct CanonCR3: Sendable {
  /// The result that a decoder must give.
  public let samples: SensorSamples
  /// The bytes of the file.
  public let file: [UInt8]
  /// Where the streams are in it.
  public let streams: Range<Int>

  /// Codes a picture with an even width and height.
  public init(_ picture: SensorSamples, _ options: CanonCR3Options = CanonCR3Options()) {
    var frame = CanonFrame(picture, options)
    frame.encode()
    samples = frame.decoded()
    (file, streams) = CanonContainer.file(frame)
  }

  /// The file with some bits of its headers and streams flipped.
  public func damagedFile(bits: Int, seed: UInt64, headersOnly: Bool = false) -> [UInt8] {
    var damaged = file
    let noise = SeededNoise(seed: seed)
    let headers = CanonContainer.headers(of: self)
    let range = headersOnly ? headers : headers.lowerBound..<streams.upperBound
    for bit in 0..<bits {
      let place = Int(noise.bits(bit, 0) >> 8) % (range.count * 8)
      damaged[range.lowerBound + place / 8] ^= 1 << UInt8(place % 8)
    }
    return damaged
  }
}

/// A rectangle of numbers: a plane, or a band of it.
struct CanonPlane {
  var width: Int
  var height: Int
  var values: [Int]

  init(width: Int, height: Int, values: [Int]? = nil) {
    self.width = width
    self.height = height
    self.values = values ?? [Int](repeating: 0, count: width * height)
  }

  subscript(x: Int, y: Int) -> Int {
    get { values[y * width + x] }
    set { values[y * width + x] = newValue }
  }

  /// The part of this plane at a place.
  func part(x: Int, y: Int, width: Int, height: Int) -> CanonPlane {
    var part = CanonPlane(width: width, height: height, values: [])
    for row in y..<y + height {
      part.values += values[row * self.width + x..<row * self.width + x + width]
    }
    return part
  }

  /// Writes another one over a part of this one.
  mutating func replace(x: Int, y: Int, by part: CanonPlane) {
    for row in 0..<part.height {
      let from = row * part.width
      let to = (y + row) * width + x
      values.replaceSubrange(to..<to + part.width, with: part.values[from..<from + part.width])
    }
  }
}
