import BromideCodecs
import BromideKernels
import BromideLibc
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// Pictures of every kind that calls for a different strategy.
enum PNGPattern: String, CaseIterable, Sendable {
  case noise, photo, flat, gradient, text, halfFlat, repeated

  /// Samples row after row; samples of 16 bits are in the machine's byte order.
  func bytes(_ size: Size, _ format: PixelFormat) -> [UInt8] {
    var random = SeededGenerator(seed: 5)
    var bytes: [UInt8] = []
    let tile = (0..<997).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    for (x, y, channel) in size.places.channels(format.channels) {
      let value: Double
      switch self {
      case .noise: value = Double(random.next() % 65536) / 65535
      case .photo: value = 0.3 + 0.2 * wave(x, y, channel) + grain(&random)
      case .flat: value = 0.25
      case .gradient: value = Double(x + 2 * y) / Double(size.width + 2 * size.height)
      case .text: value = (x / 3 * 7 + y / 5 * 3) % 11 == 0 ? 0 : 1
      case .halfFlat:
        value = x < size.width / 2 ? 1 : 0.3 + 0.2 * wave(x, y, channel) + grain(&random)
      case .repeated: value = Double(tile[(x + y % 7 * 31) * 3 % 997]) / 255
      }
      append(min(max(value, 0), 1), format.sample, to: &bytes)
    }
    return bytes
  }

  private func wave(_ x: Int, _ y: Int, _ channel: Int) -> Double {
    sin(Double(x) / 17 + Double(channel)) * cos(Double(y) / 23)
  }

  private func grain(_ random: inout SeededGenerator) -> Double {
    (0..<4).reduce(0.0) { sum, _ in sum + Double(random.next() % 1000) / 1000 - 0.5 } * 0.015
  }

  private func append(_ value: Double, _ format: SampleFormat, to bytes: inout [UInt8]) {
    switch format {
    case .uint8: bytes.append(UInt8((value * 255).rounded()))
    case .uint16:
      let sample = UInt16((value * 65535).rounded())
      unsafe withUnsafeBytes(of: sample) { bytes += unsafe Array($0) }
    case .float32: preconditionFailure("a PNG has whole numbers")
    }
  }
}

/// Encodes a picture in bands of `bandRows` rows.
func bands(
  of bytes: [UInt8], _ encoder: PNGBandEncoder, bandRows: Int, scratch: PNGScratch? = nil
) -> [PNGBand] {
  let scratch = scratch ?? encoder.makeScratch()
  return unsafe bands(of: bytes, encoder.size, encoder.format, bandRows: bandRows) {
    unsafe encoder.encode(rows: $0, isLast: $1, scratch: scratch)
  }
}

/// Writes a picture and returns the file's bytes.
func write(
  _ bytes: [UInt8], _ description: PNGDescription, compression: CodingEffort = .fast,
  instructionSet: InstructionSet = .best, bandRows: Int = 64, partBytes: Int = 256 << 10,
  to path: String
) throws -> [UInt8] {
  let encoder = PNGBandEncoder(
    size: description.size, format: description.format, compression: compression,
    instructionSet: instructionSet, partBytes: partBytes, pieceBytes: 1 << 30)
  let writer = try PNGWriter(.path(FilePath(path)), description)
  return try written(
    bands(of: bytes, encoder, bandRows: bandRows), to: path, append: { try writer.append($0) },
    finish: { try writer.finish() })
}
