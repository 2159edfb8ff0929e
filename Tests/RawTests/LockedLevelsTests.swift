import BromideCodecs
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Levels from a file compared with the photo that LibRaw decodes from it.
@Suite struct LockedLevelsTests {
  private static let size = Size(width: 320, height: 240)
  private static let masked = Region(x: 2, y: 100, width: 28, height: 90)
  private let folder = TemporaryFolder.fresh

  private func decoded(_ path: String) throws -> (SensorLevels, model: String?) {
    let photo = try RawFile(path: FilePath(path), cameras: nil).decode(
      unpacking: Unpacking(unpacker: .libraw))
    let mosaic = try #require(photo.image.asMosaic)
    try #require(photo.damage.isEmpty)
    return (mosaic.levels, photo.metadata.model)
  }

  private func expectAsDecoded(
    _ file: [UInt8], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let path = try folder.write(file, as: "a.raw")
    let (levels, model) = try decoded(path)
    let locked = try #require(
      try LockedLevels(path: FilePath(path), cameras: nil), sourceLocation: location)
    #expect(locked.levels == levels, sourceLocation: location)
    #expect(locked.source == FilePath(path), sourceLocation: location)
    #expect(locked.camera == model && model?.isEmpty == false, sourceLocation: location)
  }

  /// Uncompressed in either byte order, packed, and coded.
  private static let storages: [DNGStorage] = {
    var bigEndian = DNGStorage()
    bigEndian.byteOrder = .big
    var packed = DNGStorage()
    packed.bitsPerSample = 14
    var coded = packed
    coded.compression = .losslessJPEG(predictor: 1)
    coded.blocks = .tiles(Size(width: 64, height: 64))
    return [DNGStorage(), bigEndian, packed, coded]
  }()

  @Test(arguments: storages)
  func readsLevelsFromTags(storage: DNGStorage) throws {
    var options = DNGOptions()
    options.storage = storage
    options.blackPatternSize = Size(width: 2, height: 2)
    options.black = [500, 510, 520, 530]
    options.white = 15_000
    let file = DNGWriter.file(SensorSamples.varied(Self.size, bits: 14), options)
    try expectAsDecoded(file)
    let levels = try #require(try LockedLevels(path: FilePath(folder("a.raw")), cameras: nil))
      .levels
    #expect(levels == SensorLevels(black: 530, white: 15_000))
  }

  /// Levels that the makers' containers imply without recording them.
  @Test func levelsThatFollowFromTheMaker() throws {
    let samples = SensorSamples.varied(Self.size, bits: 14)
    try expectAsDecoded(MakerRaw.canon(samples).file())
    let few = SensorSamples.varied(Self.size, bits: 11)
    try expectAsDecoded(MakerRaw.packed(few, .nikonWords).file())
    try expectAsDecoded(MakerRaw.sonyBlocks(few).file())
  }

  /// The levels for photos of the same camera with more or fewer bits. Smaller differences are
  /// locked.
  @Test(arguments: [
    (12, 4095, 4), (14, 16_383, 1), (14, 15_000, 1), (14, 13_000, 1), (12, 3800, 4), (10, 1023, 16),
  ])
  func levelsFollowThePhotosBits(bits: Int, white: Int, divisor: Float) throws {
    func photo(_ bits: Int, black: Double, white: Int) throws -> RawPhoto {
      var options = DNGOptions()
      options.storage.bitsPerSample = bits
      options.blackPatternSize = Size(width: 2, height: 1)
      options.black = [black, black + 16]
      options.white = white
      let file = DNGWriter.file(SensorSamples.varied(Self.size, bits: bits), options)
      return try RawTests.decoded(file)
    }
    let first = try photo(14, black: 512, white: 16_383)
    let locked = try #require(LockedLevels(first, from: "first.raw"))
    let few = try photo(bits, black: Double(512 / divisor), white: white)
    for (photo, scale) in [(first, 1), (few, divisor)] {
      let mosaic = try #require(locked.image(of: photo).asMosaic)
      #expect(mosaic.levels.white == locked.levels.white / scale)
      #expect(mosaic.levels.black == locked.levels.black.map { $0 / scale })
    }
    // The other direction.
    let lockedFew = try #require(LockedLevels(few, from: "few.raw"))
    let mosaic = try #require(lockedFew.image(of: first).asMosaic)
    #expect(mosaic.levels.white == Float(white) * divisor)
    #expect(mosaic.levels.black == lockedFew.levels.black.map { $0 * divisor })
  }

  private func maskedFile(_ storage: DNGStorage) -> (file: [UInt8], black: Double) {
    let noise = SeededNoise(seed: 8)
    var samples = SensorSamples.varied(Self.size, bits: 14)
    var sum = 0
    for (x, y) in Self.masked.places {
      samples[x, y, 0] = UInt16(700 + Int(noise.bits(x, y) >> 8) % 60)
      sum += Int(samples[x, y])
    }
    var options = DNGOptions()
    options.storage = storage
    options.activeArea = Region(x: 40, y: 6, width: 270, height: 230)
    options.maskedAreas = [Self.masked]
    return (DNGWriter.file(samples, options), Double(sum) / Double(Self.masked.size.area))
  }

  /// Black is the mean of masked pixels, and only these are read.
  @Test(arguments: storages)
  func blackOfMaskedPixels(storage: DNGStorage) throws {
    let (file, black) = maskedFile(storage)
    try expectAsDecoded(file)
    let levels = try #require(try LockedLevels(path: FilePath(folder("a.raw")), cameras: nil))
      .levels
    for value in levels.black { #expect(abs(Double(value) - black) < 2) }
  }

  @Test func picturesWithoutMosaicDoNotHaveLevels() throws {
    var options = DNGOptions()
    options.layout = .monochrome
    let file = DNGWriter.file(SensorSamples.varied(Self.size, bits: 16), options)
    #expect(try LockedLevels(path: FilePath(folder.write(file, as: "a.raw")), cameras: nil) == nil)
  }

  // MARK: Errors

  @Test func otherFilesCauseErrors() throws {
    let lost = folder("lost.raw")
    #expect(throws: RawError.unreadable(path: FilePath(lost), code: 2)) {
      try LockedLevels(path: FilePath(lost), cameras: nil)
    }
    let text = try folder.write(Array("no photo at all".utf8), as: "a.raw")
    #expect { try LockedLevels(path: FilePath(text), cameras: nil) } throws: {
      if case .rejected(FilePath(text), nil, _)? = $0 as? RawError { true } else { false }
    }
  }

  /// Black would be the mean of masked pixels that are not there.
  @Test(arguments: storages)
  func damagedPhotosCauseErrors(storage: DNGStorage) throws {
    let file = maskedFile(storage).file
    for kept in [0.4, 0.7, 0.99] {
      let cut = Array(file.prefix(Int(Double(file.count) * kept)))
      let path = try folder.write(cut, as: "cut.raw")
      #expect { try LockedLevels(path: FilePath(path), cameras: nil) } throws: {
        if case .damaged(FilePath(path), _)? = $0 as? RawError { true } else { false }
      }
    }
  }
}
