import Bromide
import TestSupport
import Testing

/// Photos and pictures in memory, and work that is cancelled.
@Suite struct MemoryTests {
  private let folder = TemporaryFolder.fresh
  private let chart = Package.testImages + "/chart_rggb_12bit.dng"

  @Test func bytesGiveThePhotoOfTheirFile() throws {
    let expected: Picture<UInt8> = try Photo(contentsOf: chart).developed(.plain)
    let photo = try Photo(bytes: try Files.read(chart))
    #expect(photo.path == nil)
    #expect(try photo.developed(.plain).samples == expected.samples)
    try photo.write(to: folder("bytes.png"), recipe: .plain)
    #expect(try Picture<UInt8>(contentsOf: folder("bytes.png")).samples == expected.samples)
    for bytes in [[], [1, 2, 3], Array("not a raw".utf8)] as [[UInt8]] {
      let error = #expect(throws: BromideError.self) { try Photo(bytes: bytes) }
      #expect(error?.kind == .input && error?.path == nil)
    }
  }

  @Test func standardIsConvertAndPlainIsPlain() throws {
    let photo = try Photo(contentsOf: Package.testImages + "/landscape_xtrans_10bit.dng")
    for (recipe, options) in [(DevelopRecipe.standard, []), (.plain, ["--plain"])] {
      _ = try BuiltCommand.run(
        ["convert", "-y", photo.path!.string, "-o", folder("c.png")] + options)
      let expected = try Picture<UInt8>(contentsOf: folder("c.png"))
      #expect(try photo.developed(recipe).samples == expected.samples)
    }
  }

  @Test(arguments: [PictureFormat.png, .jpeg, .tiff])
  func encodedBytesMatchTheFile(format: PictureFormat) throws {
    let picture: Picture<UInt8> = try Photo(contentsOf: chart).developed(.plain)
    let path = folder("a." + format.rawValue)
    try picture.write(to: path)
    #expect(try picture.encoded(as: format) == Files.read(path))
    let back = try Picture<UInt8>(contentsOf: path)
    #expect(back.size == picture.size && back.channels == 3)
    if format != .jpeg { #expect(back.samples == picture.samples) }
    let bytes = try picture.encoded(as: format)
    #expect(try Picture<UInt8>(bytes: bytes).samples == back.samples)
    #expect(try Picture<UInt16>(bytes: bytes).samples == back.samples.map { UInt16($0) * 257 })
    let error = #expect(throws: BromideError.self) { try Picture<UInt8>(bytes: Array(bytes[..<9])) }
    #expect(error?.path == nil && error?.reason.contains("/proc") == false)
    let half = Array(bytes[..<(bytes.count / 2)])
    let cut = #expect(throws: BromideError.self) { try Picture<UInt8>(bytes: half) }
    #expect(cut?.kind == .damaged, "\(cut.map { "\($0)" } ?? "")")
    #expect(cut?.path == nil && cut?.reason.contains("/proc") == false)
  }

  /// JPEG XL and WebP without loss have the samples of a PNG. AVIF has 10 bits.
  @Test func picturesOfAllFormatsAreRead() throws {
    for name in ["c.png", "c.jxl", "c.webp", "c.avif"] {
      _ = try BuiltCommand.run(
        ["convert", "-y", chart, "-o", folder(name), "--plain"]
          + (["c.jxl", "c.webp"].contains(name) ? ["--lossless"] : []))
    }
    let png = try Picture<UInt8>(contentsOf: folder("c.png"))
    for name in ["c.jxl", "c.webp"] {
      let picture = try Picture<UInt8>(contentsOf: folder(name))
      #expect(picture.samples == png.samples && picture.size == png.size, "\(name)")
      #expect(try Picture<UInt8>(bytes: Files.read(folder(name))).samples == png.samples)
    }
    #expect(try Picture<UInt16>(contentsOf: folder("c.avif")).size == png.size)
    let deep = #expect(throws: BromideError.self) {
      try Picture<UInt8>(contentsOf: folder("c.avif"))
    }
    #expect(deep?.reason.contains("more than 8 bits; read it as UInt16") == true)
  }

  @Test func sixteenBitsSurvive() throws {
    let picture = try Photo(contentsOf: chart).developed(.plain, as: UInt16.self)
    let path = try folder.write(picture.encoded(as: .png), as: "deep.png")
    #expect(try Picture<UInt16>(contentsOf: path).samples == picture.samples)
    #expect(throws: BromideError.self) { try Picture<UInt8>(contentsOf: path) }
    #expect(throws: BromideError.self) { try picture.encoded(as: .jpeg) }
    let eight: Picture<UInt8> = try Photo(contentsOf: chart).developed(.plain)
    try eight.write(to: folder("eight.png"))
    let wide = try Picture<UInt16>(contentsOf: folder("eight.png"))
    #expect(wide.samples == eight.samples.map { UInt16($0) * 257 })
  }

  @Test func spansShowAllSamples() throws {
    let picture: Picture<UInt8> = try Photo(contentsOf: chart).developed(.plain)
    let (count, sum) = picture.withSamples { samples in
      var sum = 0
      for index in samples.indices { sum += Int(samples[index]) }
      return (samples.count, sum)
    }
    #expect(count == picture.samples.count)
    #expect(sum == picture.samples.reduce(0) { $0 + Int($1) })
  }

  @Test func awaitedPicturesAreTheSame() async throws {
    let photo = try Photo(contentsOf: chart)
    let blocking: Picture<UInt8> = try Self.blocking(photo)
    let picture: Picture<UInt8> = try await photo.developed()
    #expect(picture.samples == blocking.samples)
  }

  private static func blocking(_ photo: Photo) throws -> Picture<UInt8> { try photo.developed() }

  @Test func cancelledTasksEnd() async throws {
    let photo = try Photo(contentsOf: chart)
    let task = Task {
      // It is cancelled before it begins.
      while !Task.isCancelled { await Task.yield() }
      let _: Picture<UInt8> = try await photo.developed()
    }
    task.cancel()
    let error = await #expect(throws: BromideError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
  }

  @Test func sceneLightMatchesSample() throws {
    let row = try BuiltCommand.sample(chart, "--at", "0.25,0.125", "--space", "lab")
    let point = NormalizedPoint(x: 0.25, y: 0.125)
    var options = ColorSampler.Options()
    options.light = .scene
    for lab in [
      try Photo(contentsOf: chart).color(at: point, light: .scene).lab,
      try ColorSampler(contentsOf: chart, options: options).color(at: point).lab,
    ] {
      let printed = try #require(row["lab.L"])
      #expect(abs(lab.l - printed) < 0.0006)
    }
  }

  /// A damaged photo fails, or has a picture, which the next batch finds.
  @Test func outcomesTellDamageFromFailure() async throws {
    var bytes = try Files.read(Package.testImages + "/landscape_rggb_14bit_lossless_jpeg.dng")
    for index in bytes.count / 2..<bytes.count / 2 + 2000 { bytes[index] = 0xFF }
    let photos = [try folder.write(bytes, as: "damaged.dng"), chart]
    func statuses(_ damaged: DamagePolicy) async throws -> [Batch.Outcome.Status?] {
      let batch = try Batch(photos, to: folder("out"), recipe: .plain, damaged: damaged)
      var found: [String: Batch.Outcome.Status] = [:]
      for await outcome in batch.outcomes() { found[outcome.input] = outcome.status }
      return photos.map { found[$0] }
    }
    #expect(try await statuses(.fail) == [.failed, .converted])
    #expect(Files.names(in: folder("out")) == ["chart_rggb_12bit.png"])
    #expect(try await statuses(.keep) == [.damaged, .converted])
    #expect(Set(Files.names(in: folder("out"))) == ["chart_rggb_12bit.png", "damaged.png"])
    #expect(try await statuses(.keep) == [.skipped, .skipped])
  }

  @Test func batchesDoAsConvert() async throws {
    let names = ["chart_rggb_12bit.dng", "landscape_monochrome_12bit.dng"]
    let broken = try folder.write(Array("broken".utf8), as: "broken.dng")
    let batch = try Batch(
      names.map { Package.testImages + "/" + $0 } + [broken], to: folder("out"), recipe: .plain)
    #expect(batch.count == 3)
    var statuses: [String: Batch.Outcome.Status] = [:]
    for await outcome in batch.outcomes() { statuses[outcome.input] = outcome.status }
    #expect(statuses.count == 3)
    #expect(statuses.values.count { $0 == .converted } == 2 && statuses[broken] == .failed)
    for name in names {
      let stem = name.dropLast(4)
      _ = try BuiltCommand.run(
        "convert", "--plain", Package.testImages + "/" + name, "-o", folder("\(stem).png"))
      #expect(
        try Picture<UInt8>(contentsOf: folder("out/\(stem).png")).samples
          == Picture<UInt8>(contentsOf: folder("\(stem).png")).samples)
    }
  }

  enum Ending: CaseIterable {
    case leaving, cancellingTheTask, cancellingTheBatch
  }

  /// After the loop, no thread of the batch writes any more, so all names in the folder belong to
  /// the outcomes.
  @Test(arguments: Ending.allCases)
  func batchesEndWithTheirLoop(_ ending: Ending) async throws {
    let bytes = try Files.read(chart)
    let photos = try (0..<60).map { try folder.write(bytes, as: "copy\($0).dng") }
    // Slow compression, so that a batch that does not wait leaves a file that is being written.
    var options = WriteOptions()
    options.compression = .small
    let batch = try Batch(photos, to: folder("out"), options: options)
    let outcomes = batch.outcomes()
    let task = Task {
      var collected: [Batch.Outcome] = []
      for await outcome in outcomes {
        collected.append(outcome)
        switch ending {
        case .leaving: return collected
        case .cancellingTheTask: unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        case .cancellingTheBatch: outcomes.cancel()
        }
      }
      return collected
    }
    var collected = await task.value
    let names = Files.names(in: folder("out"))
    #expect(names.allSatisfy { $0.hasSuffix(".png") && !$0.hasPrefix(".") }, "\(names)")
    // A second loop receives the others.
    for await outcome in outcomes { collected.append(outcome) }
    #expect(Set(collected.map(\.input)) == Set(photos) && collected.count == photos.count)
    #expect(Set(collected.map(\.status)) == [.converted, .interrupted])
    #expect(collected.count { $0.status == .converted } == names.count)
  }

  @Test func cancelledBatchesDoNotBegin() async throws {
    let batch = try Batch([chart], to: folder("out"), recipe: .plain)
    let outcomes = batch.outcomes()
    outcomes.cancel()
    var statuses: [Batch.Outcome.Status] = []
    for await outcome in outcomes { statuses.append(outcome.status) }
    #expect(statuses == [.interrupted])
    #expect(!Files.exists(folder("out/chart_rggb_12bit.png")))
  }

  @Test func missingPhotosAreOutcomes() async throws {
    var failed: [String] = []
    for await outcome in try Batch(["/nowhere"], to: folder("none")).outcomes()
    where outcome.status == .failed { failed.append(outcome.input) }
    #expect(failed == ["/nowhere"])
    #expect(!Files.exists(folder("none")))
  }

  @Test func batchesNameSkippedFolders() throws {
    for name in ["in/a.dng", "in/one/b.dng", "in/two/c.dng"] {
      try folder.write(try Files.read(chart), as: name)
    }
    func skipped(_ inputs: [String], isRecursive: Bool = false) throws -> [FilePath] {
      try Batch(inputs.map { folder($0) }, to: folder("out"), isRecursive: isRecursive)
        .skippedFolders
    }
    #expect(try skipped(["in"]) == ["in/one", "in/two"].map { FilePath(folder($0)) })
    #expect(try skipped(["in", "in/two"]) == [FilePath(folder("in/one"))])
    #expect(try skipped(["in"], isRecursive: true).isEmpty)
  }
}
