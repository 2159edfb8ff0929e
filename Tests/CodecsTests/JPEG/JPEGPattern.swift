import BromideKernels
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideCodecs

/// Pictures that call for different codes.
enum JPEGPattern: String, CaseIterable, Sendable {
  /// Every byte of entropy data occurs, FF too.
  case noise
  /// No coefficient but the first.
  case flat
  case smooth

  /// Samples row after row.
  func bytes(_ size: Size, channels: Int) -> [UInt8] {
    let noise = SeededNoise(seed: 7)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.area * channels)
    for (x, y, channel) in size.places.channels(channels) {
      switch self {
      case .noise: bytes.append(UInt8(noise.bits(x * 3 + channel, y) & 255))
      case .flat: bytes.append(UInt8(40 + 70 * channel))
      case .smooth: bytes.append(UInt8((x * (channel + 1) + 2 * y) / 3 & 255))
      }
    }
    return bytes
  }
}

/// Codes a picture in bands of `bandRows` rows.
func bands(of bytes: [UInt8], _ encoder: JPEGBandEncoder, bandRows: Int) -> [JPEGBand] {
  let scratch = encoder.makeScratch()
  return unsafe bands(of: bytes, encoder.size, encoder.format, bandRows: bandRows) {
    unsafe encoder.encode(rows: $0, isLast: $1, scratch: scratch)
  }
}

/// Writes a picture and returns the file's bytes.
func write(
  _ bytes: [UInt8], _ description: JPEGDescription, _ options: JPEGOptions, bandRows: Int = 64,
  instructionSet: InstructionSet = .best, to path: String
) throws -> [UInt8] {
  let encoder = JPEGBandEncoder(
    size: description.size, format: description.format, options: options,
    instructionSet: instructionSet)
  let writer = try JPEGWriter(.path(.init(path)), description, options)
  return try written(
    bands(of: bytes, encoder, bandRows: bandRows), to: path, append: { try writer.append($0) },
    finish: { try writer.finish() })
}

/// A JPEG taken apart.
struct Segments {
  /// Marker and data of each segment up to SOS.
  var all: [(marker: UInt8, data: [UInt8])] = []
  /// The data after SOS.
  var entropy: [UInt8] = []

  init(_ file: [UInt8]) throws {
    try #require(file.starts(with: [0xFF, 0xD8]))
    var at = 2
    while all.last?.marker != 0xDA {
      try #require(file[at] == 0xFF)
      let count = Int(file[at + 2]) << 8 | Int(file[at + 3])
      all.append((file[at + 1], Array(file[at + 4..<at + 2 + count])))
      at += 2 + count
    }
    entropy = Array(file[at...])
  }

  /// The data of segments with a marker that begin so, without that beginning.
  func data(_ marker: UInt8, _ start: String) -> [[UInt8]] {
    all.filter { $0.marker == marker && $0.data.starts(with: start.utf8) }
      .map { Array($0.data.dropFirst(start.utf8.count)) }
  }

  /// Tables, frame and scan: all but what applications add.
  var coding: [[UInt8]] {
    all.filter { !(0xE0...0xEF).contains($0.marker) }.map { [$0.marker] + $0.data }
  }
}
