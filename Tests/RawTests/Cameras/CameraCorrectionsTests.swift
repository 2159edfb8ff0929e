import BromideValues
import CBromideLibRaw
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Levels and areas of cameras that LibRaw does not list.
@Suite struct CameraCorrectionsTests {
  private let folder = TemporaryFolder.fresh
  private static let samples = SensorSamples.varied(Size(width: 240, height: 60), bits: 14)

  private static func mosaic(_ photo: RawPhoto) throws -> Mosaic {
    var found: Mosaic?
    if case .mosaic(let mosaic) = photo.image { found = mosaic }
    return try #require(found)
  }

  private static func isListed(_ make: String, _ model: String) -> Bool {
    ListedCameras.here.contains([CameraKey(make: make, model: model)])
  }

  // MARK: Through files

  /// If LibRaw lists a model, all of LibRaw's levels are kept, regardless of Bromide's table.
  @Test func listedModelsKeepLibRawsLevels() throws {
    let raw = MakerRaw.nikonWithNote(
      Self.samples, shorts: [0x003D: [1008, 1008, 1008, 1008]], balance: (2, 1.5))
    let levels = try Self.mosaic(raw.photo()).levels
    #expect(levels.white == 16_383)
    #expect(levels.black == [1008])
  }

  @Test func anUnknownNikonSaturatesBelowItsBits() throws {
    let raw = MakerRaw.nikonWithNote(
      Self.samples, shorts: [0x003D: [1008, 1008, 1008, 1008]], balance: (2, 1.5))
    let levels = try Self.mosaic(raw.taken(by: "NIKON Z 99").photo()).levels
    #expect(levels.white == 16_055)
    #expect(levels.black == [1008])
    if !Self.isListed("NIKON CORPORATION", "NIKON Z50_2") {
      #expect(try Self.mosaic(raw.taken(by: "NIKON Z50_2").photo()).levels.white == 15_892)
    }
  }

  /// The maker's crop, which LibRaw keeps aside.
  @Test func nikonsCropArea() throws {
    let raw = MakerRaw.nikonWithNote(
      Self.samples,
      shorts: [0x003D: [1008, 1008, 1008, 1008], 0x0045: [8, 4, 224, 50]], balance: (2, 1.5))
    #expect(
      try raw.taken(by: "NIKON Z 8").photo().defaultCrop
        == Region(x: 8, y: 4, width: 224, height: 50))
  }

  /// The crops in Sony's and Panasonic's raw directories.
  @Test func cropsInTheDirectory() throws {
    let sony = MakerRaw.packed(Self.samples, .sonyWords).taken(by: "ILCE-99Z")
      .recording(longs: [0x74C7: [10, 6], 0x74C8: [220, 48]])
    #expect(try sony.photo().defaultCrop == Region(x: 10, y: 6, width: 220, height: 48))
    let samples = SensorSamples.varied(Size(width: 240, height: 64), bits: 12)
    let panasonic = MakerRaw.panasonic(samples, .plain12).taken(by: "DC-99")
      .recording(shorts: [0x2F: [4], 0x30: [8], 0x31: [60], 0x32: [232]])
    #expect(try panasonic.photo().defaultCrop == Region(x: 8, y: 4, width: 224, height: 56))
  }

  /// The columns right of the picture are removed, and the samples keep their positions.
  @Test(.enabled(if: !isListed("SONY", "DSC-RX1RM3"), "LibRaw lists it"))
  func sonysBorder() throws {
    let raw = MakerRaw.packed(Self.samples, .sonyWords).taken(by: "DSC-RX1RM3")
    let mosaic = try Self.mosaic(raw.photo())
    #expect(mosaic.size == Size(width: 208, height: 60))
    #expect(mosaic.pattern == .rggb)
    for (x, y) in [(0, 0), (207, 0), (3, 59), (207, 59)] {
      #expect(mosaic.samples[x, y] == raw.samples.values[y * 240 + x])
    }
  }

  /// Borders on all sides.
  @Test(.enabled(if: !isListed("Pentax", "KF"), "LibRaw lists it"))
  func pentaxBorders() throws {
    let raw = MakerRaw.pentax(Self.samples)
      .taken(by: "PENTAX KF", make: "RICOH IMAGING COMPANY, LTD.")
    let mosaic = try Self.mosaic(raw.photo())
    #expect(mosaic.size == Size(width: 240 - 58, height: 60 - 28 - 12))
    #expect(mosaic.samples[0, 0] == raw.samples.values[28 * 240 + 58])
    #expect(mosaic.samples[181, 19] == raw.samples.values[47 * 240 + 239])
    #expect(mosaic.levels.white == 16_319)
    #expect(mosaic.levels.black == [64])
  }

  // MARK: In LibRaw

  /// Any offset keeps every site's colour.
  @Test(arguments: [(0, 0), (1, 0), (0, 1), (5, 3), (58, 28)])
  func colorsMoveWithTheArea(left: Int, top: Int) throws {
    let path = FilePath(try folder.write(MakerRaw.pentax(Self.samples).file(), as: "a.pef"))
    let handle = try #require(LibRawHandle(collectTags: false, cameras: nil))
    try #require(handle.open(path: path).libraw == 0)
    let before = handle.layout
    var facts = bromide_raw_corrections()
    facts.has_visible = true
    (facts.left, facts.top) = (before.left + Int32(left), before.top + Int32(top))
    (facts.width, facts.height) = (100, 20)
    let colors = (0..<10).map { y in (0..<10).map { handle.color(x: left + $0, y: top + y) } }
    handle.correct(facts)
    let moved = (0..<10).map { y in (0..<10).map { handle.color(x: $0, y: y) } }
    #expect(moved == colors)
    #expect(handle.layout.width == 100 && handle.layout.height == 20)
    // Areas outside the raw picture are ignored.
    for (x, y, width, height) in [(-2, 0, 10, 10), (0, 0, 241, 10), (0, 50, 10, 11), (0, 0, 1, 9)] {
      (facts.left, facts.top) = (Int32(x), Int32(y))
      (facts.width, facts.height) = (Int32(width), Int32(height))
      handle.correct(facts)
      #expect(handle.layout.width == 100 && handle.layout.left == before.left + Int32(left))
    }
  }

  @Test func levelsAndBalanceReachThePhoto() throws {
    let path = FilePath(try folder.write(MakerRaw.pentax(Self.samples).file(), as: "a.pef"))
    let handle = try #require(LibRawHandle(collectTags: true, cameras: nil))
    try #require(handle.open(path: path).libraw == 0)
    var facts = bromide_raw_corrections()
    (facts.has_black, facts.has_white, facts.has_multipliers) = (true, true, true)
    facts.black = (10, 20, 30, 40)
    facts.white = 15_000
    facts.multipliers = (2.5, 1, 1.25)
    // LibRaw measures black here while it unpacks.
    facts.masked_count = 1
    facts.masked.0 = (4, 2, 56, 18)
    handle.correct(facts)
    let levels = handle.levels
    #expect(levels.white == 15_000)
    #expect([levels.black.0, levels.black.1, levels.black.2, levels.black.3] == [10, 20, 30, 40])
    #expect(levels.pattern_rows == 0)
    #expect(Multipliers.asShot(handle) == SIMD3(2.5, 1, 1.25))
    // LibRaw's measurements are ignored.
    #expect(unsafe Unpacking().withNative(visible: (0, 0)) { unsafe handle.unpack($0) }.libraw == 0)
    let after = handle.levels
    #expect(after.white == 15_000)
    #expect([after.black.0, after.black.1, after.black.2, after.black.3] == [10, 20, 30, 40])
  }

  /// Black is the mean of shielded pixels if it is not recorded.
  @Test func maskedPixelsGiveBlack() throws {
    var samples = Self.samples
    for y in 0..<60 { for x in 0..<20 { samples.values[y * 240 + x] = 777 } }
    let path = FilePath(try folder.write(MakerRaw.pentax(samples).file(), as: "a.pef"))
    let handle = try #require(LibRawHandle(collectTags: true, cameras: nil))
    try #require(handle.open(path: path).libraw == 0)
    var facts = bromide_raw_corrections()
    facts.has_visible = true
    (facts.left, facts.top, facts.width, facts.height) = (20, 0, 220, 60)
    facts.masked_count = 1
    facts.masked.0 = (4, 2, 56, 18)
    handle.correct(facts)
    let status = unsafe Unpacking().withNative(visible: (20, 0)) { unsafe handle.unpack($0) }
    #expect(status.libraw == 0)
    let levels = handle.levels
    let black = [levels.black.0, levels.black.1, levels.black.2, levels.black.3]
    let pattern = levels.pattern_rows > 0 ? handle.blackPattern(x: 0, y: 0) : 0
    #expect(black[0] + pattern == 777)
  }

  // MARK: The choice

  private static let raw = Size(width: 3584, height: 2386)

  private static func found(
    white: Double = 16_383, bits: Int = 14, isBayer: Bool = true
  ) -> CameraCorrections.Found {
    CameraCorrections.Found(
      rawSize: raw, white: white, hasBlack: false, hasMultipliers: false, bits: bits,
      isBayer: isBayer)
  }

  @Test func canonUsesItsMaskedPixels() throws {
    let r6 = try #require(CameraTable.camera(make: "Canon", model: "Canon EOS R6"))
    let facts = CameraCorrections(camera: r6, maker: "canon", found: Self.found())
    #expect(facts.visible == Region(x: 156, y: 108, width: 3404, height: 2270))
    #expect(facts.white == 16_382)
    #expect(facts.black == nil)
    #expect(facts.masked == [Region(x: 14, y: 44, width: 92, height: 2326)])
    #expect(facts.native.masked_count == 1)
    #expect(facts.multipliers == nil)
  }

  @Test func boxesAndNoteComeBeforeTheTable() throws {
    let r6 = try #require(CameraTable.camera(make: "Canon", model: "Canon EOS R6"))
    let boxes = CanonBoxes(moov: CanonFile.moov(Self.raw, model: "Canon EOS R6"))
    let facts = CameraCorrections(camera: r6, maker: "canon", found: Self.found(), boxes: boxes)
    #expect(facts.visible == Region(x: 144, y: 96, width: 3432, height: 2288))
    #expect(facts.picture == Region(x: 156, y: 108, width: 3408, height: 2272))
    #expect(facts.black == SIMD4(510, 511, 513, 512))
    #expect(facts.white == 16_200)
    #expect(facts.masked.isEmpty)
    #expect(facts.multipliers == SIMD3(2, 1, 1.5))
    // Values that LibRaw already read from the file stay.
    var known = Self.found()
    (known.hasBlack, known.hasMultipliers) = (true, true)
    let rest = CameraCorrections(camera: r6, maker: "canon", found: known, boxes: boxes)
    #expect(rest.black == nil && rest.multipliers == nil && rest.masked.isEmpty)
  }

  /// From the boxes to the information about a photo's file, without its samples.
  @Test func theBoxesReachTheFile() throws {
    func open(_ model: String) throws -> RawFile {
      let file = CanonFile.file(Self.raw, model: model)
      return try RawFile(path: FilePath(folder.write(file, as: "a.cr3")), cameras: nil)
    }
    let unknown = try open("Canon EOS R99")
    #expect(unknown.size == Size(width: 3432, height: 2288))
    #expect(unknown.header.defaultCrop == Region(x: 12, y: 12, width: 3408, height: 2272))
    // LibRaw knows this one, and that no picture of its has this size.
    #expect(try open("Canon EOS R").size == Self.raw)
  }

  @Test func whiteFollowsTheBitsOfTheFile() throws {
    let z9 = try #require(CameraTable.camera(make: "NIKON CORPORATION", model: "NIKON Z 9"))
    func white(_ camera: Camera?, _ maker: String, _ found: CameraCorrections.Found) -> Double? {
      CameraCorrections(camera: camera, maker: maker, found: found).white
    }
    #expect(white(z9, "nikon", Self.found()) == 15_520)
    #expect(white(z9, "nikon", Self.found(white: 4095, bits: 12)) == 3880)
    // A level for 12 bits does not hold for the 14 of the high-resolution mode.
    let om3 = try #require(CameraTable.camera(make: "OM Digital Solutions", model: "OM-3"))
    #expect(white(om3, "om system", Self.found(white: 4095, bits: 12)) == 4095)
    #expect(white(om3, "om system", Self.found(white: 16_383, bits: 14)) == 16_055)
    // The value that LibRaw read from the file is kept.
    #expect(white(nil, "sony", Self.found(white: 15_000)) == nil)
    // 16 bits of a Fujifilm without X-Trans.
    #expect(white(nil, "fujifilm", Self.found(white: 15_872, bits: 16)) == 65_535)
    #expect(white(nil, "fujifilm", Self.found(white: 15_872, bits: 14)) == nil)
    #expect(white(nil, "fujifilm", Self.found(bits: 14, isBayer: false)) == nil)
    // Panasonic's limits.
    let limits = CameraCorrections(
      camera: nil, maker: "panasonic", found: Self.found(),
      linearityLimits: [16_000, 15_900, 16_100]
    )
    #expect(limits.white == 15_900)
    let none = CameraCorrections(
      camera: nil, maker: "panasonic", found: Self.found(), linearityLimits: [0, 0, 0])
    #expect(none.white == 16_055)
  }
}

/// Files that would decode into noise.
@Suite struct UnreadableCodingTests {
  private func coding(
    _ make: String, decoder: String = "unpacked_load_raw", compression: Int = 1, nikon: Int = 0,
    start: [UInt8] = [1, 2, 3, 4]
  ) -> UnreadableCoding? {
    UnreadableCoding(
      UnreadableCoding.Facts(
        make: make, decoder: decoder, compression: compression,
        nikonCompression: nikon, start: start))
  }

  @Test func eachCodingIsRecognised() {
    #expect(coding("OM Digital Solutions") == .omSystem)
    #expect(coding("OM Digital Solutions  ", decoder: "olympus_load_raw") == nil)
    #expect(coding("OLYMPUS CORPORATION") == nil)
    #expect(
      coding("NIKON CORPORATION", decoder: "nikon_load_raw", start: [0xFF, 0x10, 0xFF, 0x50])
        == .nikonHighEfficiency)
    #expect(coding("NIKON CORPORATION", nikon: 14) == .nikonHighEfficiency)
    #expect(coding("NIKON CORPORATION", decoder: "nikon_load_raw", nikon: 3) == nil)
    #expect(coding("SONY", decoder: "sony_arw2_load_raw", compression: 32_767) == nil)
    #expect(coding("SONY", decoder: "sony_arw2_load_raw", compression: 32_766) == .sonyHighQuality)
    // Unpacking handles these, including errors.
    #expect(coding("SONY", decoder: "lossless_jpeg_load_raw", compression: 7) == nil)
    #expect(coding("FUJIFILM", start: [0x49, 0x53, 0, 16]) == nil)
  }

  @Test func reasonsNameTheLibRaw() {
    #expect(
      UnreadableCoding.omSystem.reason(camera: "OM System OM-3")
        == "a raw of the OM System OM-3 in OM System's ORF, which LibRaw 0.21 or newer decodes; this is LibRaw \(LibRawVersion.text)"
    )
    #expect(
      UnreadableCoding.nikonHighEfficiency.reason(camera: "Nikon Z 8")
        .contains("which no LibRaw decodes"))
  }

  /// The unsupported files that the generator can write.
  @Test func unsupportedFilesAreRejected() throws {
    let samples = SensorSamples.varied(Size(width: 240, height: 60), bits: 14)
    func rejection(_ raw: MakerRaw) throws -> String? {
      let folder = try TemporaryFolder()
      let path = FilePath(try folder.write(raw.file(), as: "a.raw"))
      do throws(RawError) {
        _ = try RawFile(path: path, cameras: nil)
        return nil
      } catch { return error.reason }
    }
    let nikon = MakerRaw.nikonWithNote(samples, shorts: [:])
      .beginning(with: [0xFF, 0x10, 0xFF, 0x50])
    let reason = try #require(try rejection(nikon.taken(by: "NIKON Z 8")))
    #expect(reason.contains("Nikon Z 8") && reason.contains("high-efficiency"), "\(reason)")
    let sony = MakerRaw.sonyBlocks(.varied(Size(width: 256, height: 32), bits: 11))
    #expect(try rejection(sony) == nil)
    let om = MakerRaw.packed(samples, .sonyWords).taken(by: "OM-3", make: "OM Digital Solutions")
    if LibRawVersion.minor < 21 {
      let reason = try #require(try rejection(om))
      #expect(reason.contains("OM System OM-3") && reason.contains("LibRaw 0.21"), "\(reason)")
    }
  }
}
