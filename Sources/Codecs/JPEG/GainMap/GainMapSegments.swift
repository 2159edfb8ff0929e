internal import BromideKernels
internal import BromideValues

/// The parts of a JPEG with a gain map: a second JPEG after the picture, and the segments in both
/// that describe it.
///
/// They follow Android's Ultra HDR 1.0 (XMP) and ISO 21496-1.
enum GainMapSegments {
  private static let isoMark = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
  private static let mpfMark = Array("MPF\0".utf8)
  /// A gain map is smooth. At a quarter of the size, it takes about 6 % of the picture's bytes.
  private static let quality = 85

  /// Returns the JPEG of a map.
  static func file(_ map: GainMap) throws(PictureFileError) -> [UInt8] {
    let encoder = JPEGBandEncoder(
      size: map.size, format: PixelFormat(channels: 1, sample: .uint8),
      options: JPEGOptions(quality: quality), instructionSet: .baseline)
    let band = unsafe map.codes.withUnsafeBytes {
      unsafe encoder.encode(rows: $0, isLast: true, scratch: encoder.makeScratch())
    }
    if let failure = band.failure { throw .unsupported(reason: failure) }
    return JPEGSegments.start
      + JPEGSegments.segment(0xE1, JPEGSegments.xmpMark + GainMapXMP.map(map))
      + JPEGSegments.segment(0xE2, isoMark + parameters(map))
      + (try encoder.sharedSegments()) + band.bytes + JPEGSegments.end
  }

  /// The segments of the picture: the version of ISO 21496-1, then the index at the end.
  static var ofPicture: [UInt8] {
    JPEGSegments.segment(0xE2, isoMark + [0, 0, 0, 0])
      + JPEGSegments.segment(0xE2, mpfMark + index(picture: 0, map: 0, offset: 0))
  }

  /// Returns the bytes of ISO 21496-1, Annex C, for one channel: versions, flags, headrooms, then
  /// minimum, maximum, gamma and offsets as fractions.
  private static func parameters(_ map: GainMap) -> [UInt8] {
    let stops: [UInt32] = [UInt32((map.headroom * 10_000).rounded()), 10_000]
    let (zero, one, offset): ([UInt32], [UInt32], [UInt32]) = ([0, 1], [1, 1], [1, 64])
    // The gain applies in the picture's colour space.
    let useBaseColorSpace: UInt8 = 0x40
    let numbers = zero + stops + zero + stops + one + offset + offset
    return [0, 0, 0, 0, useBaseColorSpace] + numbers.flatMap(bytes)
  }

  /// Returns the bytes of an index with two pictures (CIPA DC-007), starting at its TIFF header.
  ///
  /// - Parameters:
  ///   - picture: The bytes of the picture, from SOI to EOI.
  ///   - map: The bytes of the map's JPEG, which follows.
  ///   - offset: The position of the map, counted from the TIFF header.
  static func index(picture: UInt32, map: UInt32, offset: UInt32) -> [UInt8] {
    func entry(_ tag: UInt16, type: UInt16, count: UInt32, _ value: [UInt8]) -> [UInt8] {
      bytes(tag) + bytes(type) + bytes(count) + value
    }
    // Between the header with the number of entries and the next directory's offset there are three
    // entries of 12 bytes.
    let pictures = UInt32(8 + 2 + 3 * 12 + 4)
    return Array("MM\0*".utf8) + bytes(UInt32(8)) + bytes(UInt16(3))
      + entry(0xB000, type: 7, count: 4, Array("0100".utf8))
      + entry(0xB001, type: 4, count: 1, bytes(UInt32(2)))
      + entry(0xB002, type: 7, count: 32, bytes(pictures)) + bytes(UInt32(0))
      // A representative primary image at 0, then one of unspecified kind.
      + bytes(UInt32(0x0003_0000)) + bytes(picture) + bytes(UInt32(0)) + [0, 0, 0, 0]
      + bytes(UInt32(0)) + bytes(map) + bytes(offset) + [0, 0, 0, 0]
  }

  /// The bytes of an index.
  static let indexBytes = index(picture: 0, map: 0, offset: 0).count

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    unsafe withUnsafeBytes(of: number.bigEndian) { unsafe Array($0) }
  }
}
