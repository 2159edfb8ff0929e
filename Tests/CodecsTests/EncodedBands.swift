import BromideValues
import TestSupport
import Testing

/// Encodes the rows of a picture in bands of `bandRows` rows. `encode` also learns which is the
/// last one.
func bands<Band>(
  of bytes: [UInt8], _ size: Size, _ format: PixelFormat, bandRows: Int,
  by encode: (UnsafeRawBufferPointer, Bool) -> Band
) -> [Band] {
  let row = size.width * format.bytesPerPixel
  return unsafe bytes.withUnsafeBytes { bytes in
    stride(from: 0, to: size.height, by: bandRows).map { start in
      let end = min(start + bandRows, size.height)
      return unsafe encode(
        UnsafeRawBufferPointer(rebasing: bytes[start * row..<end * row]), end == size.height)
    }
  }
}

/// Appends all bands, finishes the file and returns its bytes.
func written<Band>(
  _ bands: [Band], to path: String, append: (Band) throws -> Void, finish: () throws -> Int
) throws -> [UInt8] {
  for band in bands { try append(band) }
  let count = try finish()
  let file = try Files.read(path)
  #expect(file.count == count)
  return file
}
