internal import BromideSystem
internal import BromideValues

/// The bytes of a TIFF except for its strips.
struct TIFFHeader: Sendable {
  let layout: TIFFLayout
  /// Whether offsets have 8 bytes.
  let isBig: Bool
  private let description: TIFFDescription
  private let fields: [TIFFEntry]
  private let exif: [TIFFEntry]
  private let position: [TIFFEntry]

  /// - Parameter limit: The bytes that 32-bit offsets can reach. Tests use a lower limit to be
  ///   faster.
  init(_ description: TIFFDescription, limit: Int = 1 << 32) throws(PictureFileError) {
    try Self.check(description)
    self.description = description
    layout = TIFFLayout(description.size, description.format)
    var block: TIFFExifFields?
    if let bytes = description.exif {
      guard let found = TIFFExifFields(bytes) else {
        throw .unsupported(reason: "the Exif block is damaged or not little-endian")
      }
      block = found
    }
    fields = Self.fields(description, block)
    exif = block.map { Self.exif($0.exif, description) } ?? []
    position = block?.position ?? []
    let described = (fields + exif + position).reduce(1024) { $0 + $1.bytes.count + 32 }
    isBig = layout.largestFile(describing: described) > limit
  }

  /// The bytes before the first strip. With 16, samples of all formats are aligned.
  static let prefixCount = 16

  /// Returns the bytes that start a file: byte order, version, and the offset of the directory.
  func prefix(directoryAt offset: Int) -> [UInt8] {
    isBig
      ? [0x49, 0x49, 43, 0, 8, 0, 0, 0] + TIFFEntry.littleEndian(UInt64(offset))
      : [0x49, 0x49, 42, 0] + TIFFEntry.littleEndian(UInt32(offset))
        + [UInt8](repeating: 0, count: 8)
  }

  /// Returns the bytes after the last strip: the directories, at an even offset.
  ///
  /// - Parameter counts: The bytes of each strip.
  /// - Returns: The bytes and the directory's offset.
  func end(counts: [Int], pixels: CRC64) -> (bytes: [UInt8], directory: Int) {
    var end = Self.prefixCount
    let offsets = counts.map { count in
      defer { end += count }
      return end
    }
    let start = Self.directoryPlace(behind: end)
    let directories = TIFFTree(
      image: summedFields(pixels) + [.offsets(273, offsets, isBig: isBig), .longs(279, counts)],
      exif: exif, position: position, isBig: isBig)
    return ([UInt8](repeating: 0, count: start - end) + directories.bytes(at: start), start)
  }

  /// The offset of the directory in a file without compression.
  var plainDirectoryPlace: Int {
    Self.directoryPlace(behind: Self.prefixCount + layout.size.height * layout.rowBytes)
  }

  private static func directoryPlace(behind end: Int) -> Int { (end + 1) / 2 * 2 }

  /// Returns the picture's entries with the checksum of its pixels.
  private func summedFields(_ pixels: CRC64) -> [TIFFEntry] {
    guard let offset = description.sumOffset else { return fields }
    let sum = Array(PixelSum(pixels).text.utf8)
    return fields.map { field in
      var field = field
      if field.tag == 700 { field.bytes.replaceSubrange(offset..<offset + sum.count, with: sum) }
      return field
    }
  }

  private static func check(_ description: TIFFDescription) throws(PictureFileError) {
    let size = description.size
    guard !size.isEmpty else { throw .unsupported(reason: "a picture of \(size) has no pixels") }
    let row = Checked.product(size.width, description.format.bytesPerPixel)
    guard size.longEdge <= Int(Int32.max), let row, row <= TIFFBandEncoder.largestRow,
      Checked.product(row, size.height) != nil
    else { throw .unsupported(reason: "\(size) is too large for a TIFF") }
    guard (1...1_000_000).contains(description.pixelsPerInch) else {
      throw .unsupported(
        reason: "a TIFF cannot store \(description.pixelsPerInch) pixels per inch")
    }
  }

  /// Returns the entries of the picture, without its strips.
  private static func fields(
    _ description: TIFFDescription, _ block: TIFFExifFields?
  ) -> [TIFFEntry] {
    let (size, format) = (description.size, description.format)
    var fields: [TIFFEntry] = [
      .longs(256, [size.width]),
      .longs(257, [size.height]),
      .shorts(258, repeating: format.sample.rawValue, count: format.channels),
      // 8 is Adobe's deflate. 32946 means the same, but fewer programs read it.
      .shorts(259, description.compression == .none ? 1 : 8),
      .shorts(262, format.colorChannels == 3 ? 2 : 1),
      .shorts(277, format.channels),
      .longs(278, [min(TIFFLayout.stripRows, size.height)]),
      .rational(282, description.pixelsPerInch),
      .rational(283, description.pixelsPerInch),
      .shorts(284, 1),
      .shorts(296, 2),
      .shorts(339, repeating: format.sample == .float32 ? 3 : 1, count: format.channels),
    ]
    if description.compression != .none {
      fields.append(.shorts(317, format.sample == .float32 ? 3 : 2))
    }
    // Straight alpha.
    if format.hasAlpha { fields.append(.shorts(338, 2)) }
    if let xmp = description.xmp {
      fields.append(TIFFEntry(tag: 700, kind: .byte, bytes: xmp))
    }
    let own = description.space.map { ICCProfile($0, channels: format.colorChannels) }
    if let profile = description.profile ?? own {
      fields.append(TIFFEntry(tag: 34675, kind: .undefined, bytes: profile.bytes))
    }
    // Skip Rating, because it is Microsoft's tag and readers warn about it. XMP contains it.
    let known = Set(fields.map(\.tag) + [273, 279, 0x4746])
    fields += (block?.image ?? []).filter { !known.contains($0.tag) }
    if !fields.contains(where: { $0.tag == 274 }) { fields.append(.shorts(274, 1)) }
    if let software = description.software, !fields.contains(where: { $0.tag == 305 }) {
      fields.append(.ascii(305, software))
    }
    return fields
  }

  /// Returns the entries of the Exif directory, including those that Exif 2.32 requires.
  private static func exif(
    _ fields: [TIFFEntry], _ description: TIFFDescription
  ) -> [TIFFEntry] {
    guard !fields.isEmpty else { return [] }
    let isSRGB = description.space == .srgb && description.profile == nil
    let demanded: [TIFFEntry] = [
      TIFFEntry(tag: 0xA000, kind: .undefined, bytes: Array("0100".utf8)),
      .shorts(0xA001, isSRGB ? 1 : 0xFFFF),
    ]
    return fields + demanded.filter { field in !fields.contains { $0.tag == field.tag } }
  }
}
