import BromideValues
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Partly decoded photos, compared with complete ones.
@Suite struct PartsTests {
  private static let size = Size(width: 640, height: 420)
  private let folder = TemporaryFolder.fresh

  private func mosaic(_ photo: RawPhoto) throws -> Mosaic {
    let mosaic = try #require(photo.image.asMosaic)
    return mosaic
  }

  private func decode(_ file: [UInt8], _ parts: [Region]?) throws -> RawPhoto {
    try RawFile(path: FilePath(folder.write(file, as: "test.raw")), cameras: nil).decode(
      unpacking: Unpacking(parts: parts))
  }

  /// Samples of a region that differ.
  private func differences(_ a: Mosaic, _ b: Mosaic, in region: Region) -> Int {
    (region.y..<region.endY).reduce(0) { count, y in
      count + (region.x..<region.endX).count { a.samples[$0, y] != b.samples[$0, y] }
    }
  }

  /// The parts match the complete photo, which stays alive so that they cannot reuse its memory.
  private func expectParts(
    _ file: [UInt8], _ parts: [Region], decoded: Int, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let whole = try decode(file, nil)
    let photo = try decode(file, parts)
    #expect(whole.unpacker == .auto && whole.share == nil, sourceLocation: location)
    #expect(photo.unpacker == .auto && photo.damage.isEmpty, sourceLocation: location)
    #expect(photo.share?.decoded == decoded, "\(photo.share as Any)", sourceLocation: location)
    let (all, some) = (try mosaic(whole), try mosaic(photo))
    #expect(some.levels == all.levels, sourceLocation: location)
    for part in parts {
      let inside = part.intersection(Region(all.size))
      #expect(differences(all, some, in: inside) == 0, "\(part)", sourceLocation: location)
    }
    // It is not complete by chance.
    #expect(differences(all, some, in: Region(all.size)) > 0, sourceLocation: location)
  }

  private func tiled(_ samples: SensorSamples, _ change: (inout DNGOptions) -> Void = { _ in })
    -> [UInt8]
  {
    var options = DNGOptions()
    options.storage.bitsPerSample = 14
    options.storage.compression = .losslessJPEG(predictor: 1)
    options.storage.blocks = .tiles(Size(width: 64, height: 64))
    change(&options)
    return DNGWriter.file(samples, options)
  }

  /// Different samples every time, because memory from another photo can contain its samples.
  private func samples(_ size: Size = Self.size, bits: Int = 14) -> SensorSamples {
    SensorSamples.varied(size, bits: bits, seed: Self.seeds.add(1, ordering: .relaxed).oldValue)
  }

  private static let seeds = Atomic<UInt64>(100)

  @Test(arguments: [
    (Region(x: 70, y: 70, width: 5, height: 5), 1),
    (Region(x: 127, y: 127, width: 1, height: 1), 1),
    (Region(x: 127, y: 127, width: 2, height: 2), 4),
    (Region(x: 0, y: 0, width: 640, height: 1), 10),
    (Region(x: -9, y: 410, width: 30, height: 90), 1),
    (Region(x: 100, y: 60, width: 300, height: 200), 30),
  ])
  func tilesThatAPartTouches(part: Region, tiles: Int) throws {
    // And the last one in the file.
    try expectParts(tiled(samples()), [part], decoded: tiles + 1)
  }

  @Test func severalParts() throws {
    let parts = [(3, 3), (70, 3), (80, 10), (639, 419)].map {
      Region(x: $0.0, y: $0.1, width: 1, height: 1)
    }
    try expectParts(tiled(samples()), parts, decoded: 3)
  }

  /// Black is the mean of masked pixels, for any parts. Parts refer to the visible area.
  @Test func maskedPixelsAreDecoded() throws {
    let file = tiled(samples()) {
      $0.activeArea = Region(x: 70, y: 2, width: 560, height: 410)
      $0.maskedAreas = [Region(x: 2, y: 140, width: 60, height: 8)]
    }
    let whole = try mosaic(decode(file, nil))
    #expect(whole.levels.black.max()! > 0)
    let part = Region(x: 330, y: 310, width: 4, height: 4)
    try expectParts(file, [part], decoded: 3)
  }

  @Test func partsThatAreAll() throws {
    let photo = try decode(tiled(samples()), [Region(Self.size)])
    #expect(photo.share == nil)
  }

  @Test func libRawPicturesAreComplete() throws {
    let file = tiled(samples()) { $0.layout = .monochrome }
    let part = Region(x: 3, y: 3, width: 9, height: 9)
    #expect(try decode(file, [part]).share == nil)
    let path = try folder.write(tiled(samples()), as: "a.dng")
    let photo = try RawFile(path: FilePath(path), cameras: nil)
      .decode(interpolation: .vng, unpacking: Unpacking(parts: [part]))
    #expect(photo.share == nil)
  }

  /// Rows of samples that take more than a band.
  @Test func bandsOfRows() throws {
    let part = Region(x: 20, y: 30, width: 600, height: 10)
    func options(_ bits: Int) -> DNGOptions {
      var options = DNGOptions()
      options.storage.bitsPerSample = bits
      return options
    }
    let rows = samples(Size(width: 640, height: 800), bits: 12)
    let files = [
      DNGWriter.file(rows, options(12)),
      MakerRaw.packed(rows, .nikon12).file(),
      MakerRaw.packed(rows, .nikonWords).file(),
    ]
    for file in files { try expectParts(file, [part], decoded: 2) }
    let codes = samples(Size(width: 640, height: 900), bits: 11)
    try expectParts(MakerRaw.sonyBlocks(codes).file(), [part], decoded: 2)
  }

  // MARK: Damage

  /// Where tiles begin.
  private func starts(_ file: [UInt8]) -> [Int] {
    (0..<file.count - 4).filter { Array(file[$0..<$0 + 4]) == [0xff, 0xd8, 0xff, 0xc4] }
  }

  @Test func damageCountsWhereItIsDecoded() throws {
    var file = tiled(samples())
    let starts = starts(file)
    try #require(starts.count == 70)
    file[starts[11] + 1] = 0
    let touched = try decode(file, [Region(x: 70, y: 70, width: 2, height: 2)])
    #expect(!touched.damage.isEmpty && touched.share == nil)
    let untouched = try decode(file, [Region(x: 270, y: 270, width: 2, height: 2)])
    #expect(untouched.damage.isEmpty && untouched.share?.decoded == 2)
  }

  /// Whatever is looked at, the last tile or band of the file is decoded, which a shortened file
  /// lacks.
  @Test func theLastOneAlwaysCounts() throws {
    let part = Region(x: 70, y: 70, width: 2, height: 2)
    var file = tiled(samples())
    file[try #require(starts(file).last) + 1] = 0
    let tiles = try decode(file, [part])
    #expect(!tiles.damage.isEmpty && tiles.share == nil)
    let rows = samples(Size(width: 640, height: 800), bits: 12)
    let raw = MakerRaw.packed(rows, .nikon12).file()
    let cut = try decode(Array(raw.dropLast()), [part])
    #expect(!cut.damage.isEmpty && cut.share == nil)
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"), arguments: [0.5, 0.99, 0.9999])
  func shortenedPhotosAreDamaged(kept: Double) throws {
    for name in ["hdrmerge_D5000_sample2.dng", "hsexif_RAW_NIKON_D1.NEF"] {
      let file = try Files.read(Corpus.path("raw/\(name)"))
      let cut = try decode(
        Array(file.prefix(Int(Double(file.count) * kept))),
        [Region(x: 9, y: 9, width: 2, height: 2)])
      #expect(!cut.damage.isEmpty && cut.share == nil, "\(name)")
    }
  }
}
