import BromideKernels
import BromideValues
import CBromideLibRaw
import Foundation
import TestSupport
import Testing

@testable import BromideRaw

/// Sony's sizes M and S with Bromide's decoder, compared with the encoded colours. LibRaw supports
/// them since 0.22.
@Suite struct SonyYCCTests {
  private func expect(_ raw: SonyYCC, _ location: SourceLocation = #_sourceLocation) throws {
    for order in ByteOrder.allCases {
      let file = raw.file(order: order)
      try AllSamples.expect(file, raw.expected, channels: 4, white: 17_536, location)
      #expect(try AllSamples(file)?.black == 1024, sourceLocation: location)
    }
  }

  @Test(arguments: [1, 2], [12, 14, 15, 16])
  func everyPrecision(down: Int, bits: Int) throws {
    try expect(
      SonyYCC(
        size: Size(width: 96, height: 64), tile: Size(width: 32, height: 32), down: down, bits: bits
      ))
  }

  /// Components with one table, two, and three with other numbers.
  @Test(arguments: [(1, [3, 0, 0]), (2, [0, 1, 0]), (3, [2, 0, 1]), (3, [0, 3, 2])])
  func everyTable(tables: Int, numbers: [UInt8]) throws {
    try expect(
      SonyYCC(
        size: Size(width: 64, height: 40), tile: Size(width: 16, height: 8), down: 2,
        tables: tables, numbers: numbers))
  }

  /// Complete and cut tiles, also cut through a cell. LibRaw 0.22 takes four tiles for another
  /// camera's.
  @Test(arguments: 22...29, [1, 2])
  func everyEdge(width: Int, down: Int) throws {
    for height in [22, 23, 31] {
      for tile in [
        Size(width: 6, height: 16), Size(width: 22, height: 4), Size(width: 14, height: 12),
      ] {
        let raw = SonyYCC(size: Size(width: width, height: height), tile: tile, down: down)
        if raw.jpegs.count != 4 || bromide_raw_running_version() < 22 << 8 { try expect(raw) }
      }
    }
  }

  /// A photo becomes a picture of three linear colours that the camera has balanced.
  @Test func develops() throws {
    let raw = SonyYCC(size: Size(width: 64, height: 48), tile: Size(width: 32, height: 16), down: 2)
    let file = raw.file(balance: [2048, 1024, 1024, 1536])
    let photo = try decoded(file, as: "test.arw")
    #expect(photo.damage.isEmpty)
    let image = try #require(photo.image.asLinear)
    #expect(image.channels == 3 && image.appliedGains == SIMD3(1, 0.5, 0.75))
    let expected = raw.expected
    let errors = (0..<raw.size.area * 3).map { i in
      let (x, y) = (i % (3 * raw.size.width), i / (3 * raw.size.width))
      let sample = Float(expected[i / 3 * 4 + i % 3])
      let target = min(max((sample - 1024) / (17_536 - 1024) * image.white, 0), 65_535)
      return abs(Float(image.samples[x, y]) - target)
    }
    #expect(errors.max()! < 2)
  }

  @Test func otherDecodersAreRejected() throws {
    let raw = SonyYCC(size: Size(width: 96, height: 64), tile: Size(width: 32, height: 32), down: 2)
    guard bromide_raw_running_version() < 22 << 8 else { return }
    #expect(
      try decodingError(raw.file(), by: .libraw)?.reason
        == "this kind of photo cannot be decoded: Sony's sizes M and S, which this LibRaw does not know"
    )
  }

  /// Damage that prevents decoding in every decoder.
  enum Damage: CaseIterable {
    case cutTile, missingTile, otherSize, oddTile, manyTiles, otherSampling, noTable,
      noCode
    case restarts
  }

  @Test(arguments: Damage.allCases) func damaged(_ damage: Damage) throws {
    let size = Size(width: 96, height: 64)
    var raw = SonyYCC(size: size, tile: Size(width: 32, height: 32), down: 2)
    func place(_ marker: UInt8) -> Int {
      raw.jpegs[2].indices.first { raw.jpegs[2][$0] == 0xFF && raw.jpegs[2][$0 + 1] == marker }!
    }
    var file: [UInt8]?
    switch damage {
    case .cutTile: raw.jpegs[2].removeLast(200)
    case .missingTile: file = Array(raw.file().dropLast(raw.jpegs[5].count + 1))
    case .otherSize: raw.jpegs[2][place(0xC3) + 8] = 16
    case .oddTile: file = try changed(raw.file(), tag: 322, to: 31)
    case .manyTiles:
      raw = SonyYCC(size: Size(width: 200, height: 200), tile: Size(width: 2, height: 4), down: 2)
    case .otherSampling: raw.jpegs[2][place(0xC3) + 11] = 0x12
    case .noTable: raw.jpegs[2][place(0xDA) + 6] = 0x30
    case .noCode: raw.jpegs[2][place(0xC4) + 21] = 17
    case .restarts: raw.jpegs[2].insert(contentsOf: [0xFF, 0xDD, 0, 4, 0, 8], at: place(0xDA))
    }
    if damage == .manyTiles { #expect(raw.jpegs.count == 5000) }
    #expect(try decodingError(file ?? raw.file()) != nil)
  }

  /// Returns the file with another value in a field of one number.
  private func changed(_ file: [UInt8], tag: Int, to value: Int) throws -> [UInt8] {
    let field = [UInt8(tag & 255), UInt8(tag >> 8), 4, 0, 1, 0, 0, 0]
    let place = try #require(file.firstRange(of: field))
    var file = file
    file[place.upperBound] = UInt8(value & 255)
    file[place.upperBound + 1] = UInt8(value >> 8)
    return file
  }

  /// Turned bits and cut files: an error or other colours, never a crash.
  @Test(arguments: 0..<12) func turnedBits(seed: Int) throws {
    var raw = SonyYCC(
      size: Size(width: 96, height: 64), tile: Size(width: 32, height: 32), down: 1 + seed % 2)
    let noise = SeededNoise(seed: UInt64(seed))
    for place in 0..<8 {
      let index = Int(noise.bits(place, 1) % UInt64(raw.jpegs.count))
      let byte = Int(noise.bits(place, 2) % UInt64(raw.jpegs[index].count))
      raw.jpegs[index][byte] ^= 1 << UInt8(noise.bits(place, 3) % 8)
    }
    let one = try AllSamples(raw.file())
    let two = try AllSamples(raw.file(), by: Unpacking(crew: AllSamples.two))
    #expect(one?.values == two?.values)
    #expect(one?.values != raw.expected)
  }
}
