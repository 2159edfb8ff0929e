import BromideCodecs
import BromideLibc
import BromideValues
import SystemPackage
import TestSupport
import Testing

@Suite struct PNGReaderTests {
  private let folder = TemporaryFolder.fresh

  @Test func damageIsReportedAndNeverCrashes() throws {
    let description = PNGDescription(
      size: Size(width: 23, height: 9), format: PixelFormat(channels: 3, sample: .uint8),
      space: .displayP3)
    let good = try write(
      PNGPattern.photo.bytes(description.size, description.format), description,
      to: folder.path + "/good.png")
    for count in 0..<good.count {
      let path = try folder.write(Array(good[..<count]), as: "damaged.png")
      #expect(reason(path) != nil, "cut after \(count)")
    }
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      var bytes = good
      bytes[Int(random.next() % UInt64(good.count))] ^= UInt8(1 + random.next() % 255)
      // Damage may be in places that libpng forgives; it must not crash or hang.
      _ = try? PNGReader.read(path: FilePath(folder.write(bytes, as: "damaged.png")))
    }
    #expect(reason(try folder.write("not a picture at all".utf8, as: "damaged.png")) != nil)
    #expect(reason(folder.path + "/good.png") == nil)
  }

  @Test func missingMemoryHasASeparateError() throws {
    let description = PNGDescription(
      size: Size(width: 23, height: 9), format: PixelFormat(channels: 3, sample: .uint8),
      space: nil)
    let path = FilePath(folder.path + "/a.png")
    _ = try write(
      PNGPattern.photo.bytes(description.size, description.format), description, to: path.string)
    #expect(throws: PictureError.outOfMemory(path: path, bytes: 23 * 9 * 3)) {
      try PNGReader.read(path: path) { _ in nil }
    }
  }

  /// Pixels that cannot be decoded are black, whatever was in the memory before.
  @Test func pixelsBehindDamageAreBlack() throws {
    let description = PNGDescription(
      size: Size(width: 64, height: 64), format: PixelFormat(channels: 3, sample: .uint8),
      space: nil)
    let file = try write(
      PNGPattern.photo.bytes(description.size, description.format), description,
      to: folder.path + "/a.png")
    let cut = try folder.write(Array(file[..<(file.count / 2)]), as: "cut.png")
    let used = PixelMemory(byteCount: 64 * 64 * 3)
    unsafe used.bytes.initializeMemory(as: UInt8.self, repeating: 77)
    let read = try PNGReader.readDamaged(path: FilePath(cut)) { _ in used }
    #expect(read.damage != nil)
    guard case .eight(let pixels) = read.pixels else {
      Issue.record("8 bits")
      return
    }
    #expect((0..<3).allSatisfy { pixels[63, 63, $0] == 0 })
  }

  @Test func hugePictureInASmallFileDoesNotUseMemory() throws {
    // An IHDR of 65536 rows with a correct checksum, followed by a single row.
    let description = PNGDescription(
      size: Size(width: 6000, height: 1), format: PixelFormat(channels: 4, sample: .uint16),
      space: nil)
    var file = try write(
      PNGPattern.flat.bytes(description.size, description.format), description,
      to: folder.path + "/a.png")
    file.replaceSubrange(20..<24, with: [0, 1, 0, 0])
    file.replaceSubrange(8..<33, with: HandmadePNG.chunk("IHDR", Array(file[16..<29])))
    let path = try folder.write(file, as: "damaged.png")
    #expect(try PNGReader.info(path: FilePath(path)).size == Size(width: 6000, height: 65536))
    #expect(reason(path)?.contains("too short") == true)
    #expect(throws: PictureError.self) {
      try PNGReader.read(path: FilePath(path), maximumBytes: 1 << 20)
    }
  }

  @Test func filesThatCannotBeOpenedAreReported() {
    #expect(
      throws: PictureError.io(path: FilePath("/no/such.png"), operation: "open", code: ENOENT)
    ) {
      try PNGReader.info(path: FilePath("/no/such.png"))
    }
    #expect(throws: PictureError.io(path: FilePath("/tmp"), operation: "read", code: EISDIR)) {
      try PNGReader.info(path: FilePath("/tmp"))
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))
  func readsAllOfThePngSuite() throws {
    let files = Corpus.files("png/image-png/pngsuite").filter { $0.hasSuffix(".png") }
    #expect(files.count > 150)
    for file in files {
      let name = file.split(separator: "/").last!
      let failure = reason(file)
      #expect((failure != nil) == name.hasPrefix("x"), "\(name): \(failure ?? "was read")")
    }
  }

  /// `basi…` are the pictures `basn…`, interlaced; likewise `s..i…` and `s..n…`.
  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))
  func interlacedPicturesEqualPlainOnes() throws {
    let files = Corpus.files("png/image-png/pngsuite")
    var pairs = 0
    for interlaced in files {
      let name = interlaced.split(separator: "/").last!
      guard name.hasPrefix("basi") || name.hasPrefix("s") && name.dropFirst(3).hasPrefix("i")
      else { continue }
      let plain = interlaced.dropLast(name.count) + name.prefix(3) + "n" + name.dropFirst(4)
      #expect(try samples(interlaced) == samples(String(plain)))
      pairs += 1
    }
    #expect(pairs == 33)
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))
  func everyOtherCorpusPictureIsReadOrRejected() throws {
    for file in Corpus.files("png") where file.hasSuffix(".png") {
      _ = reason(file)
    }
    let suite = "png/image-png/pngsuite/"
    let folder = Corpus.folder! + "/" + suite
    #expect(try PNGReader.info(path: FilePath(folder + "ccwn2c08.png")).chromaticities != nil)
    #expect(try PNGReader.info(path: FilePath(folder + "g25n2c08.png")).gamma == 2.5)
    #expect(try PNGReader.info(path: FilePath(folder + "tbbn3p08.png")).format.channels == 4)
    #expect(try PNGReader.info(path: FilePath(folder + "basn3p01.png")).bitDepth == 1)
    #expect(try PNGReader.info(path: FilePath(folder + "ct1n0g04.png")).text("Title") == "PngSuite")
    #expect(
      try PNGReader.info(path: FilePath(folder + "cdun2c08.png")).pixelsPerMetre?.width == 1000)
  }

  private func reason(_ path: String) -> String? {
    do {
      _ = try PNGReader.read(path: FilePath(path))
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func samples(_ path: String) throws -> [UInt16] {
    switch try PNGReader.read(path: FilePath(path)).pixels {
    case .eight(let image): image.values.map { UInt16($0) }
    case .sixteen(let image): image.values
    case .float: []
    }
  }
}
