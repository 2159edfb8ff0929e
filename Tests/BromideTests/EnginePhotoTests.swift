import Bromide
import BromideCodecs
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// The engine behind libbromide, against the files of the command.
@Suite struct EnginePhotoTests {
  private let folder = TemporaryFolder.fresh
  private static let chart = "chart_rggb_12bit.dng"
  private static let turned = "landscape_gbrg_portrait_orientation6.dng"
  private static let grey = "landscape_monochrome_12bit.dng"

  private func photo(_ name: String, options: String = "") throws -> EnginePhoto {
    try EnginePhoto(PhotoInput(path: FilePath(Package.testImages + "/" + name)), options: options)
  }

  /// Pixels of 8 bits, at rows that lie some bytes apart.
  private func pixels(
    _ photo: EnginePhoto, _ recipe: String, gap: Int = 0, part: Region? = nil, threads: Int = 2,
    report: ProgressReport? = nil
  ) throws -> (shape: PictureShape, samples: [UInt8]) {
    var found: PictureShape?
    var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    defer { unsafe memory.deallocate() }
    try photo.develop(recipe, as: .uint8, part: part, threads: threads, report: report) { shape in
      found = shape
      let row = shape.size.width * shape.channels
      unsafe memory = .allocate(byteCount: (row + gap) * shape.size.height, alignment: 16)
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 0x5C)
      return unsafe RowTarget(memory, stride: row + gap)
    }
    let shape = try #require(found)
    let row = shape.size.width * shape.channels
    var samples: [UInt8] = []
    for y in 0..<shape.size.height {
      let start = y * (row + gap)
      unsafe samples += memory[start..<start + row]
      // The host owns the memory between rows.
      let between = unsafe [UInt8](memory[start + row..<start + row + gap])
      #expect(between == [UInt8](repeating: 0x5C, count: gap))
    }
    return (shape, samples)
  }

  /// The pixels that `bromide convert` writes with options.
  private func converted(_ name: String, _ options: [String]) throws -> (Size, [UInt8]) {
    let path = folder("converted.png")
    _ = try BuiltCommand.run(
      ["convert", "-y", Package.testImages + "/" + name, "-o", path] + options)
    let picture = try Picture<UInt8>(contentsOf: path)
    return (picture.size, picture.samples)
  }

  @Test(
    arguments: [
      (chart, "", []), (turned, "", []), (grey, "", []), ("landscape_xtrans_10bit.dng", "", []),
      (chart, "corrections=plain", ["--plain"]),
      (turned, "size=96\nexposure=0.7", ["--size", "96", "--exposure", "0.7"]),
      (turned, "size=64x40;fit=cover", ["--size", "64x40", "--fit", "cover"]),
      (
        turned, "crop=0.1,0.2,0.5,0.6\nrotation=3",
        ["--crop", "0.1,0.2,0.5,0.6", "--rotation", "3"]
      ),
      (chart, "tone=linear\nsize=80", ["--tone", "linear", "--size", "80"]),
      (chart, "look=classic\nsize=80", ["--look", "classic", "--size", "80"]),
      (chart, "noise-reduction=auto\nca=none", ["--denoise", "auto", "--ca", "none"]),
      (
        turned, "orientation=keep\nspace=display-p3",
        ["--orientation", "keep", "--space", "display-p3"]
      ),
      (chart, "white-balance=5200,4", ["--white-balance", "5200,4"]),
      (chart, "demosaic=half\ncorrections=plain", ["--demosaic", "half", "--plain"]),
      (grey, "crop-area=active", ["--crop-area", "active"]),
    ] as [(String, String, [String])])
  func pixelsEqualThoseOfConvert(name: String, recipe: String, options: [String]) throws {
    let photo = try photo(name)
    // The shape comes first, from the header alone.
    let shape = try photo.shape(recipe)
    let (found, samples) = try pixels(photo, recipe, gap: 5)
    let (size, expected) = try converted(name, options)
    #expect(shape.size == size && found.size == size)
    #expect(shape.channels == found.channels)
    #expect(shape.orientation == (options.first == "--orientation" ? 6 : 1))
    #expect(samples == expected)
  }

  @Test func documentsAreRecipes() throws {
    let photo = try photo(Self.chart)
    let lines = try pixels(photo, "size=60\nexposure=1").samples
    #expect(try pixels(photo, "{\"size\": 60, \"exposure\": 1}").samples == lines)
    #expect(try pixels(photo, "develop:\n  size: 60\n  exposure: 1").samples == lines)
    #expect(try pixels(photo, "size=60").samples != lines)
  }

  @Test func partsAreCuts() throws {
    let photo = try photo(Self.turned)
    let (shape, whole) = try pixels(photo, "size=120\nsharpen=0.5")
    let part = Region(x: 7, y: 11, width: 40, height: 30)
    let cut = try pixels(photo, "size=120\nsharpen=0.5", part: part).samples
    var expected: [UInt8] = []
    for y in part.y..<part.endY {
      let row = y * shape.size.width
      expected += whole[(row + part.x) * 3..<(row + part.endX) * 3]
    }
    #expect(cut == expected)
    let outside = Region(x: shape.size.width - 1, y: 0, width: 2, height: 1)
    #expect(throws: BromideError.self) { try pixels(photo, "size=120", part: outside) }
  }

  @Test(arguments: [
    ("exposur=1", "exposur: unknown key; did you mean “exposure”?"),
    ("exposure=much", "exposure: “much”: "), ("exposure=1\nexposure=2", "exposure: is set twice"),
    ("exposure", "“exposure”: expected NAME=VALUE"), ("depth=16", "depth: the type of the samples"),
    ("corrections=plain;ca=auto", "corrections=plain turns off all corrections; remove it or ca"),
    ("output-sharpen=2", "output-sharpen requires size; add it"),
    ("fit=cover", "fit: “cover”: needs a size"),
    ("corrections=some", "corrections: “some”: expected standard, file, plain"),
  ])
  func wrongRecipesAreExplained(recipe: String, message: String) throws {
    let photo = try photo(Self.chart)
    for attempt in [{ _ = try photo.shape(recipe) }, { _ = try pixels(photo, recipe) }] {
      let error = #expect(throws: BromideError.self) { try attempt() }
      #expect(error?.kind == .request)
      #expect(error?.reason.hasPrefix(message) == true, "\(error?.reason ?? "no error")")
    }
  }

  @Test func semicolonsInsideValuesStay() throws {
    let photo = try photo(Self.chart)
    let grading = "grading=shadows: hue 30 amount 0.2; highlights: hue 200 amount 0.1"
    let error = #expect(throws: BromideError.self) { try photo.shape("\(grading);exposur=1") }
    #expect(error?.reason.contains("exposur") == true)
  }

  @Test(arguments: [
    ("damagd=keep", BromideError.Kind.request), ("damaged=perhaps", .request),
    ("memory=1000", .memory), ("memory=lots", .request), ("map=yes", .request),
  ])
  func wrongOptionsFail(options: String, kind: BromideError.Kind) {
    let error = #expect(throws: BromideError.self) { try photo(Self.chart, options: options) }
    #expect(error?.kind == kind)
  }

  @Test(arguments: ["1", "1K", "1000000"])
  func tooLittleMemoryIsNamedInBytes(memory: String) throws {
    let error = #expect(throws: BromideError.self) {
      try photo(Self.chart, options: "memory=\(memory)")
    }
    let allowed = ["1": 1, "1K": 1024, "1000000": 1_000_000][memory] ?? 0
    #expect(error?.reason.hasSuffix(" bytes, memory allows \(allowed) bytes") == true)
  }

  @Test func messagesAboutBytesNameNoPath() throws {
    // A TIFF without its folder.
    let bytes: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0]
    let error = #expect(throws: BromideError.self) {
      try unsafe bytes.withUnsafeBytes { try unsafe EnginePhoto(PhotoInput(bytes: $0)) }
    }
    let reason = try #require(error?.reason)
    #expect(reason.contains("TIFF") && !reason.contains("/proc/"), "\(reason)")
  }

  @Test func progressEndsARun() throws {
    let photo = try photo(Self.turned)
    let error = #expect(throws: BromideError.self) {
      try pixels(photo, "", report: { done in done < 0.1 })
    }
    #expect(error?.kind == .cancelled)
    // The photo serves the next request.
    #expect(try pixels(photo, "size=20").shape.size.longEdge == 20)
  }

  @Test func samplesMatchTheCommand() throws {
    let photo = try photo(Self.chart)
    let point = NormalizedPoint(x: 0.25, y: 0.125)
    for (recipe, options) in [
      ("", []), ("light=convert", ["--as", "convert"]), ("window=15", ["--window", "15"]),
      (
        "exposure=1;window=2%;statistic=median",
        ["--exposure", "1", "--window", "2%", "--statistic", "median"]
      ),
    ] as [(String, [String])] {
      let row = try BuiltCommand.sample(
        [Package.testImages + "/" + Self.chart, "--at", "0.25,0.125", "--space", "lab"] + options)
      let lab = try photo.samples(recipe, space: "lab", at: [point])[0]
      for (index, name) in ["lab.L", "lab.a", "lab.b"].enumerated() {
        let printed = try #require(row[name])
        #expect(abs(lab[index] - printed) < 0.0006, "\(recipe) \(name)")
      }
    }
    for (recipe, space) in [
      ("contrast=1.2", "lab"), ("size=9", "lab"), ("", "labb"), ("", "ycbcr"),
    ] {
      let error = #expect(throws: BromideError.self) {
        try photo.samples(recipe, space: space, at: [point])
      }
      #expect(error?.kind == .request)
    }
    let nowhere = NormalizedPoint(x: .nan, y: 0.5)
    #expect(throws: BromideError.self) { try photo.samples("", space: "lab", at: [nowhere]) }
  }

  /// A missing part is black, so only the note shows that a sample is no measured light.
  @Test(arguments: ["dng", "png", "jpg"]) func samplesOfDamagedPhotosAreNoted(suffix: String) throws
  {
    let chart = Package.testImages + "/" + Self.chart
    var path = chart
    if suffix != "dng" {
      path = folder("whole.\(suffix)")
      _ = try BuiltCommand.run(["convert", chart, "-o", path])
    }
    let whole = try Files.read(path)
    let cut = FilePath(try folder.write(Array(whole.prefix(whole.count / 2)), as: "cut.\(suffix)"))
    let point = NormalizedPoint(x: 0.5, y: 0.98)
    let error = #expect(throws: BromideError.self) {
      try EnginePhoto(PhotoInput(path: cut)).samples("", space: "srgb", at: [point])
    }
    #expect(error?.kind == .damaged || error?.kind == .input)
    let photo = try EnginePhoto(PhotoInput(path: cut), options: "damaged=keep")
    _ = try photo.samples("", space: "srgb", at: [point])
    #expect(photo.notes().contains("damaged: "), "\(photo.notes())")
  }

  @Test func bytesAndDescriptorsEqualPaths() throws {
    let path = Package.testImages + "/" + Self.chart
    let expected = try pixels(try photo(Self.chart), "size=50").samples
    let bytes = try Files.read(path)
    let fromBytes = try unsafe bytes.withUnsafeBytes {
      try EnginePhoto(unsafe PhotoInput(bytes: $0))
    }
    #expect(try pixels(fromBytes, "size=50").samples == expected)
    #expect(!fromBytes.info().contains("\"path\""))
    let file = try FileDescriptor.open(FilePath(path), .readOnly)
    let fromFile = try EnginePhoto(PhotoInput(descriptor: file.rawValue))
    try file.close()
    #expect(try pixels(fromFile, "size=50").samples == expected)
    #expect(throws: BromideError.self) { try PhotoInput(descriptor: -1) }
    let sidecar = #expect(throws: BromideError.self) {
      try unsafe bytes.withUnsafeBytes {
        _ = try EnginePhoto(unsafe PhotoInput(bytes: $0), options: "sidecar=on")
      }
    }
    #expect(sidecar?.kind == .request)
  }

  @Test func infoMatchesTheCommand() throws {
    let path = Package.testImages + "/" + Self.chart
    #expect(
      try photo(Self.chart).info() + "\n" == BuiltCommand.run("info", "--format", "json", path))
  }

  @Test func startsOfFilesIdentifyRaws() {
    #expect(Engine.isRaw(Array("FUJIFILMCCD-RAW ".utf8)) == true)
    #expect(Engine.isRaw([0x89] + Array("PNG\r\n\u{1A}\n".utf8)) == false)
    #expect(Engine.isRaw([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]) == nil)
  }
}
