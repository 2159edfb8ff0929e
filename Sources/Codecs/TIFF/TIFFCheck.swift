internal import BromideSystem
internal import BromideValues
internal import CBromideCodecs
internal import SystemPackage

/// Decodes the strips of a TIFF from Bromide in sequence, without libtiff.
struct TIFFCheck {
  private let outline: TIFFOutline
  private let rowBytes: Int
  private let height: Int
  private let channels: Int
  private let bits: Int
  private let isCompressed: Bool
  private let predictor: Int

  /// - Throws: `.malformed` if parts are missing or inconsistent, `.unsupported` if another program
  ///   wrote the file.
  init(_ path: FilePath) throws(PictureError) {
    guard let outline = TIFFOutline(path), outline.isWhole else {
      throw .malformed(
        path: path, format: .tiff, reason: "its directories are damaged, or parts are missing")
    }
    func number(_ tag: UInt16, _ standard: Int? = nil) throws(PictureError) -> Int {
      guard let numbers = outline.numbers(tag) ?? standard.map({ [$0] }), let first = numbers.first,
        numbers.allSatisfy({ $0 == first })
      else { throw .malformed(path: path, format: .tiff, reason: "its tag \(tag) is damaged") }
      return first
    }
    self.outline = outline
    channels = try number(277)
    bits = try number(258)
    height = try number(257)
    predictor = try number(317, 1)
    let compression = try number(259)
    isCompressed = compression == 8
    guard [1, 8].contains(compression), try number(278) == min(TIFFLayout.stripRows, height),
      (1...4).contains(channels), [8, 16, 32].contains(bits),
      try number(262) == (channels < 3 ? 1 : 2), try number(284, 1) == 1,
      try number(339, 1) == (bits == 32 ? 3 : 1),
      outline.numbers(338) == (channels.isMultiple(of: 2) ? [2] : nil),
      isCompressed ? predictor == (bits == 32 ? 3 : 2) : predictor == 1
    else { throw .unsupported(reason: "another program wrote it, or its tags are damaged") }
    let row = Checked.product(try number(256), channels * bits / 8)
    guard let row, row > 0, row <= TIFFBandEncoder.largestRow, height > 0 else {
      throw .malformed(path: path, format: .tiff, reason: "its size is damaged")
    }
    rowBytes = row
  }

  /// Returns the checksum of the rows, in the machine's byte order.
  func sum() throws(PictureError) -> CRC64 {
    let (offsets, counts) = (outline.numbers(273) ?? [], outline.numbers(279) ?? [])
    guard offsets.count == (height + TIFFLayout.stripRows - 1) / TIFFLayout.stripRows,
      offsets.count == counts.count
    else { throw damage("strips are missing") }
    var sum = CRC64()
    for strip in offsets.indices {
      let rows = min(TIFFLayout.stripRows, height - strip * TIFFLayout.stripRows)
      // No encoding makes a strip much longer.
      guard counts[strip] <= 2 * rows * rowBytes + 64 else { throw damage("a strip is too long") }
      let bytes = try PictureError.calling { () throws(SystemError) in
        try FileSystem.bytes(of: outline.path, at: offsets[strip], count: counts[strip])
      }
      sum.add(isCompressed ? try inflate(bytes, rows) : bytes)
      guard sum.count == min((strip + 1) * TIFFLayout.stripRows, height) * rowBytes else {
        throw damage("a strip is damaged")
      }
    }
    return sum
  }

  private func damage(_ reason: String) -> PictureError {
    .malformed(path: outline.path, format: .tiff, reason: reason)
  }

  /// Decodes a strip. The corresponding C function is `uncompress2`, which verifies the strip's
  /// Adler-32.
  private func inflate(_ bytes: [UInt8], _ rows: Int) throws(PictureError) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: rows * rowBytes)
    var made = uLongf(pixels.count)
    var taken = uLong(bytes.count)
    let status = unsafe uncompress2(&pixels, &made, bytes, &taken)
    guard status == Z_OK, made == pixels.count, taken == bytes.count else {
      throw damage("a strip is damaged")
    }
    for row in 0..<rows { undoPrediction(of: &pixels, row * rowBytes..<(row + 1) * rowBytes) }
    return pixels
  }

  /// Converts differences from the previous pixel to samples (TIFF 6.0, section 14; Adobe's
  /// Technical Note 3 for floats).
  private func undoPrediction(of pixels: inout [UInt8], _ row: Range<Int>) {
    switch bits {
    case 16:
      for i in stride(from: row.lowerBound + 2 * channels, to: row.upperBound, by: 2) {
        let low = Int(pixels[i]) + Int(pixels[i - 2 * channels])
        pixels[i] = UInt8(truncatingIfNeeded: low)
        pixels[i + 1] = pixels[i + 1] &+ pixels[i + 1 - 2 * channels] &+ UInt8(low >> 8)
      }
    default:
      for i in row.dropFirst(channels) { pixels[i] = pixels[i] &+ pixels[i - channels] }
      guard bits == 32 else { return }
      // Four planes. The highest bytes come first.
      let planes = Array(pixels[row])
      let count = planes.count / 4
      for i in 0..<count {
        for byte in 0..<4 { pixels[row.lowerBound + 4 * i + byte] = planes[(3 - byte) * count + i] }
      }
    }
  }
}
