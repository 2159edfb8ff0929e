import BromideCodecs
import BromideKernels
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// Samples of pictures that call for different codes.
enum TIFFPattern: String, CaseIterable, Sendable {
  case noise, photo, flat, text

  /// Samples row after row, in the machine's byte order. Floats reach below 0 and above 1.
  func bytes(_ size: Size, _ format: PixelFormat) -> [UInt8] {
    let noise = SeededNoise(seed: 11)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.area * format.bytesPerPixel)
    for (x, y, channel) in size.places.channels(format.channels) {
      let place = x * format.channels + channel
      let value: Double =
        switch self {
        case .noise: noise.uniform(place, y)
        case .photo:
          0.2 + 0.6 * Double(x + 2 * y) / Double(size.width + 2 * size.height)
            + 0.01 * noise.normal(place, y)
        case .flat: 0.25
        case .text: (x / 3 * 7 + y / 5 * 3) % 11 == 0 ? 0 : 1
        }
      append(min(max(value, 0), 1), format.sample, to: &bytes)
    }
    return bytes
  }

  private func append(_ value: Double, _ sample: SampleFormat, to bytes: inout [UInt8]) {
    switch sample {
    case .uint8: bytes.append(UInt8((value * 255).rounded()))
    case .uint16: bytes += little(UInt16((value * 65535).rounded()), 2)
    case .float32: bytes += little(Float(value * 3 - 1).bitPattern)
    }
  }
}

/// Encodes a picture in bands of `bandRows` rows.
func bands(
  of bytes: [UInt8], _ encoder: TIFFBandEncoder, bandRows: Int, scratch: TIFFScratch? = nil
) -> [TIFFBand] {
  let scratch = scratch ?? encoder.makeScratch()
  return unsafe bands(of: bytes, encoder.size, encoder.format, bandRows: bandRows) {
    unsafe encoder.encode(rows: $0, isLast: $1, scratch: scratch)
  }
}

/// Writes a picture and returns the file's bytes.
func write(
  _ bytes: [UInt8], _ description: TIFFDescription, instructionSet: InstructionSet = .best,
  bandRows: Int = 64, classicLimit: Int = 1 << 32, to path: String
) throws -> [UInt8] {
  let encoder = TIFFBandEncoder(
    size: description.size, format: description.format, compression: description.compression,
    instructionSet: instructionSet)
  let writer = try TIFFWriter(.path(FilePath(path)), description, classicLimit: classicLimit)
  return try written(
    bands(of: bytes, encoder, bandRows: bandRows), to: path, append: { try writer.append($0) },
    finish: { try writer.finish() })
}

extension PicturePixels {
  /// The samples' bytes, in the machine's order.
  var bytes: [UInt8] {
    func all<Sample>(_ image: ImageBuffer<Sample>) -> [UInt8] {
      unsafe image.withUnsafeSamples { unsafe Array(UnsafeRawBufferPointer($0)) }
    }
    return switch self {
    case .eight(let image): all(image)
    case .sixteen(let image): all(image)
    case .float(let image): all(image)
    }
  }
}
