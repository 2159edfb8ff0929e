import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Sample formats and geometry of DNGs.
@Suite struct DNGStorageTests {
  private static let (width, height) = (40, 30)

  private func decode(_ dng: TinyDNG) throws -> RawPhoto {
    return try decoded(dng.data())
  }

  private func mosaic(_ dng: TinyDNG) throws -> (mosaic: Mosaic, photo: RawPhoto) {
    let photo = try decode(dng)
    #expect(photo.damage == [])
    let mosaic = try #require(photo.image.asMosaic)
    return (mosaic, photo)
  }

  /// A mosaic of numbers that go up to 1.5.
  private func light(_ x: Int, _ y: Int) -> Float { Float((y * Self.width + x) * 13 % 97) / 64 }

  private func floats(bits: UInt16, _ compression: UInt16, _ predictor: UInt16) -> TinyDNG {
    var dng = TinyDNG(width: Self.width, height: Self.height, samples: [])
    let size = Int(bits) / 8
    for y in 0..<Self.height {
      var row = (0..<Self.width).flatMap { x in
        TinyDNG.little(FloatDNG.pattern(light(x, y), bits: Int(bits))).prefix(size)
      }
      if predictor == 3 {
        // Planes of bytes, the highest first, as differences.
        let planes = (0..<size).flatMap { k in
          stride(from: size - 1 - k, to: row.count, by: size).map { row[$0] }
        }
        row = planes.indices.map { $0 == 0 ? planes[0] : planes[$0] &- planes[$0 - 1] }
      }
      dng.coded += row
    }
    if compression == 8 { dng.coded = TinyDNG.stored(dng.coded) }
    dng.fields[258] = .short([bits])
    dng.fields[259] = .short([compression])
    dng.fields[317] = .short([predictor])
    dng.fields[339] = .short([3])
    return dng
  }

  /// White is 1, and light above it is kept at half the scale.
  @Test(arguments: [16, 24, 32] as [UInt16], [(1, 1), (8, 1), (8, 3)] as [(UInt16, UInt16)])
  func floatsAreRead(bits: UInt16, coding: (compression: UInt16, predictor: UInt16)) throws {
    let (mosaic, photo) = try mosaic(floats(bits: bits, coding.compression, coding.predictor))
    #expect(photo.headroom == 1)
    for (x, y) in [(0, 0), (1, 0), (39, 29), (5, 17), (20, 11)] {
      let value = 2 * Float(mosaic.samples[x, y]) / mosaic.levels.white
      #expect(abs(value - light(x, y)) < 2e-3, "\(x), \(y): \(value)")
    }
  }

  @Test func floatsCanSetWhite() throws {
    var dng = floats(bits: 32, 1, 1)
    dng.fields[50717] = .rational([(3, 2)])
    let (mosaic, photo) = try mosaic(dng)
    #expect(photo.headroom == 0)
    #expect(abs(Float(mosaic.samples[5, 17]) / mosaic.levels.white - light(5, 17) / 1.5) < 1e-3)
  }

  /// Deflated integers, as differences from the pixel one, two or four before.
  @Test(
    arguments: [8, 16] as [UInt16], [(1, 0), (2, 1), (34_892, 2), (34_893, 4)] as [(UInt16, Int)])
  func deflatedIntegersAreRead(bits: UInt16, predictor: (tag: UInt16, distance: Int)) throws {
    var dng = TinyDNG(width: Self.width, height: Self.height, samples: [])
    func value(_ x: Int, _ y: Int) -> UInt16 {
      UInt16((y * Self.width + x) * 7919 % (1 << Int(bits)))
    }
    for (x, y) in Places(x: 0..<Self.width, y: 0..<Self.height) {
      let before =
        predictor.distance > 0 && x >= predictor.distance ? value(x - predictor.distance, y) : 0
      dng.coded += TinyDNG.little(value(x, y) &- before).prefix(Int(bits) / 8)
    }
    dng.coded = TinyDNG.stored(dng.coded)
    dng.fields[258] = .short([bits])
    dng.fields[259] = .short([8])
    dng.fields[317] = .short([predictor.tag])
    let (mosaic, _) = try mosaic(dng)
    for (x, y) in [(0, 0), (1, 0), (39, 29), (5, 17), (20, 11)] {
      #expect(mosaic.samples[x, y] == value(x, y), "\(x), \(y)")
    }
  }

  /// 12-bit tiles that extend over the edges.
  @Test func uncompressedTilesAreRead() throws {
    var dng = TinyDNG(width: Self.width, height: Self.height, samples: [])
    let side = 16
    func value(_ x: Int, _ y: Int) -> Int { (y * 64 + x) * 5 % 4096 }
    var tile: [UInt8] = []
    var (offsets, counts): ([UInt32], [UInt32]) = ([], [])
    for row in stride(from: 0, to: Self.height, by: side) {
      for column in stride(from: 0, to: Self.width, by: side) {
        offsets.append(UInt32(tile.count))
        for (y, x) in product(row..<row + side, stride(from: column, to: column + side, by: 2)) {
          let (a, b) = (value(x, y), value(x + 1, y))
          tile += [UInt8(a >> 4), UInt8(a & 15) << 4 | UInt8(b >> 8), UInt8(b & 255)]
        }
        counts.append(UInt32(side * side * 3 / 2))
      }
    }
    dng.coded = tile
    dng.fields[258] = .short([12])
    dng.fields[322] = .long([UInt32(side)])
    dng.fields[323] = .long([UInt32(side)])
    dng.fields[325] = .long(counts)
    dng.fields[324] = .long(offsets)
    let place = UInt32(dng.data().count - tile.count)
    dng.fields[324] = .long(offsets.map { $0 + place })
    let (mosaic, _) = try mosaic(dng)
    for (x, y) in [(0, 0), (15, 15), (16, 0), (39, 29), (33, 16)] {
      #expect(Int(mosaic.samples[x, y]) == value(x, y), "\(x), \(y)")
    }
  }

  @Test func bigTIFFsAreRead() throws {
    var dng = TinyDNG(width: Self.width, height: Self.height, red: 10, green: 200, blue: 3000)
    dng.isBigTIFF = true
    dng.exif[34_855] = .short([640])
    dng.fields[274] = .short([6])
    let folder = try TemporaryFolder()
    let path = FilePath(try folder.write(dng.data(), as: "a.dng"))
    #expect(RawFile.isRaw(path: path))
    let (mosaic, photo) = try mosaic(dng)
    #expect(mosaic.samples[0, 0] == 10 && mosaic.samples[1, 1] == 3000)
    #expect(photo.metadata.iso == 640 && photo.metadata.make == "Bromide")
    #expect(photo.orientation == .rightTop)
    #expect(photo.matrixSource == .dng)
  }

  @Test(
    arguments: [
      (0, 1), (1, 1), (6, 6), (8, 8), (9, 1), (10, 1), (14, 1), (65_535, 1),
    ] as [(UInt16, Int)])
  func orientationsOutsideTheRangeAreUpright(recorded: UInt16, orientation: Int) throws {
    var dng = TinyDNG(width: Self.width, height: Self.height, red: 1, green: 2, blue: 3)
    dng.fields[274] = .short([recorded])
    #expect(try decode(dng).orientation.rawValue == orientation)
  }

  @Test func userCropIsInTheDefaultCrop() throws {
    var dng = TinyDNG(width: 64, height: 48, red: 10, green: 20, blue: 30)
    #expect(try decode(dng).userCrop == nil)
    dng.fields[50829] = .long([4, 6, 48, 64])
    dng.fields[50719] = .long([8, 4])
    dng.fields[50720] = .long([40, 32])
    dng.fields[51125] = .rational([(1, 4), (1, 2), (3, 4), (1, 1)])
    #expect(try decode(dng).userCrop == Region(x: 28, y: 12, width: 20, height: 16))
    for bad: [(UInt32, UInt32)] in [
      [(3, 4), (0, 1), (1, 4), (1, 1)], [(0, 1), (0, 1), (5, 4), (1, 1)],
      [(0, 1), (0, 0), (1, 1), (1, 1)], [(0, 1), (0, 1), (1, 1), (1, 1)],
    ] {
      dng.fields[51125] = .rational(bad)
      #expect(try decode(dng).userCrop == nil)
    }
  }

  @Test(
    arguments: [
      (258, [6], "integers of 6 bits"), (258, [32], "integers of 32 bits"),
      (259, [5], "LZW"), (259, [99], "compression 99"), (339, [2], "SampleFormat 2"),
    ] as [(UInt16, [UInt16], String)])
  func unknownFormsAreRejectedByName(tag: UInt16, value: [UInt16], words: String) throws {
    var dng = TinyDNG(width: Self.width, height: Self.height, red: 1, green: 2, blue: 3)
    dng.fields[tag] = .short(value)
    #expect(try #require(fault(dng)).contains(words))
  }

  /// A width or depth that does not fit the bytes would shift rows against one another.
  @Test(arguments: [(256, 38), (256, 44), (257, 60), (258, 12), (277, 3)] as [(UInt16, UInt32)])
  func sizesThatContradictTheBytesAreRejected(tag: UInt16, value: UInt32) throws {
    var dng = TinyDNG(width: 200, height: 160, red: 1, green: 2, blue: 3)
    dng.fields[tag] = tag == 258 || tag == 277 ? .short([UInt16(value)]) : .long([value * 5])
    if tag == 256 || tag == 257 { dng.fields[278] = .long([1000]) }
    #expect(fault(dng) != nil)
  }

  /// No damage to a directory stops the reader.
  @Test func damagedDirectoriesEnd() throws {
    var dng = TinyDNG(width: 24, height: 20, red: 1, green: 2, blue: 3)
    dng.fields[50829] = .long([2, 2, 18, 20])
    dng.fields[50830] = .long([0, 0, 20, 2])
    dng.fields[50712] = .short((0..<64).map { $0 })
    dng.fields[50715] = .signedRational((0..<18).map { ($0, 1) })
    dng.fields[51125] = .rational([(1, 4), (1, 2), (3, 4), (1, 1)])
    let sound = Array(dng.data())
    var state: UInt64 = 7
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var ends: [String: Int] = [:]
    for _ in 0..<4000 {
      var bytes = sound
      for _ in 0...random(4) {
        bytes[random(bytes.count - 24 * 20 * 2)] = [0, 255, UInt8(random(256)), 128][random(4)]
      }
      guard let file = TIFFDirectories(TIFFBytes(bytes)) else { continue }
      do throws(DNGFault) {
        let picture = try DNGReader.picture(file)
        ends[picture == nil ? "none" : "picture", default: 0] += 1
        if let picture {
          #expect(Region(picture.size).contains(picture.activeArea))
          #expect(Region(picture.activeArea.size).contains(picture.crop))
        }
      } catch {
        ends["fault", default: 0] += 1
      }
    }
    #expect(ends.count == 3)
  }
}
