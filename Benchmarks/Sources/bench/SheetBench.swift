internal import BromideChoreography
internal import BromideCodecs
internal import BromideDrawing
internal import BromideLibc
internal import BromideRuns
internal import BromideSystem
internal import BromideValues
internal import CPeers
internal import Dispatch
internal import SystemPackage
internal import TestSupport
internal import Tweening

/// Contact sheets of many raws, tiles that spin and fade, and the delays of many items.
enum SheetBench {
  static func run(_ options: Options) {
    let folder = Photos.folder()
    stills(options, folder)
    tiles(options, folder)
    delays(options)
    withExtendedLifetime(folder) {}
  }

  private static func make(_ folder: String) {
    do { try Files.makeFolder(folder) } catch { fail("\(error)") }
  }

  // MARK: Stills

  private static func stills(_ options: Options, _ folder: TemporaryFolder) {
    // One photo with a hundred names, so that all programs read it from the memory cache.
    let count = 100
    let inputs = (0..<count).map { folder("in/p\($0).dng") }
    make(folder("in"))
    Photos.makeFiles([inputs[0]], options.photoSize, .preview)
    guard inputs.dropFirst().allSatisfy({ unsafe link(inputs[0], $0) == 0 }) else {
      fail("no links")
    }
    let runs = min(options.runs, 3)
    let bromide = Environment.variable("BROMIDE") ?? "bromide"
    func sheet(_ more: [String]) -> Cost {
      Program.median(
        [bromide, "sheet", folder("in"), "-o", folder("s.png"), "-y", "-q"] + more, runs: runs)
    }
    let unpack = medianSeconds(runs: runs) {
      DispatchQueue.concurrentPerform(iterations: 2) { half in
        for index in stride(from: half, to: count, by: 2) {
          guard unsafe peer_libraw_unpack(inputs[index]) == 1 else { fail("LibRaw fails") }
        }
      }
    }
    var report = Report(
      "sheet of \(count) photos of \(options.photoSize), lossless JPEG, 300 pixels each",
      ["way", "seconds", "CPU seconds", "peak MB", "times two LibRaw unpackers"],
      form: options.form)
    report.add(["two LibRaw unpackers, no picture", decimal(unpack, 2), "", "", "1"])
    func add(_ name: String, _ cost: Cost) {
      guard cost.status == 0 else { return report.add([name, "failed", "", "", ""]) }
      report.add([
        name, decimal(cost.seconds, 2), decimal(cost.cpuSeconds, 2),
        decimal(Double(cost.peakMemory) / 1e6, 0), decimal(cost.seconds / unpack, 2),
      ])
    }
    add("bromide sheet", sheet([]))
    add("bromide sheet --from preview", sheet(["--from", "preview"]))
    if let montage = montage(inputs, folder) { add("dcraw_emu -h, gm montage", montage) }
    report.show()
  }

  /// ImageMagick and GraphicsMagick do not read raws, so dcraw_emu converts them first, at half
  /// size.
  private static func montage(_ inputs: [String], _ folder: TemporaryFolder) -> Cost? {
    guard Program.find("dcraw_emu") != nil, Program.find("gm") != nil else { return nil }
    let raw = Program.run(["dcraw_emu", "-w", "-W", "-h"] + inputs)
    let pictures = inputs.map { $0 + ".ppm" }
    let sheet = Program.run(
      ["gm", "montage", "-geometry", "300x300+6+6", "-tile", "12x"] + pictures + [folder("m.png")])
    for picture in pictures { Files.remove(picture) }
    return Cost(
      seconds: raw.seconds + sheet.seconds, cpuSeconds: raw.cpuSeconds + sheet.cpuSeconds,
      peakMemory: max(raw.peakMemory, sheet.peakMemory), status: max(raw.status, sheet.status))
  }

  // MARK: Motion

  private static func tiles(_ options: Options, _ folder: TemporaryFolder) {
    let size = Size(width: 1920, height: 1080)
    let scene = self.scene(size)
    let compositor = Compositor(
      size: size, space: .srgb, sample: .uint8, background: SIMD3(repeating: 0.06))
    let frame = SceneFrame(compositor, encoding: .png(.fast))
    let description = PictureDescription(size: size, format: compositor.format, space: .srgb)
    let count = 50
    make(folder("frames"))
    func write(threads: Int) -> Double {
      medianSeconds(runs: min(options.runs, 3)) {
        do throws(PictureFileError) {
          try Crew(threads: threads).forEach(
            count, makeScratch: { frame.makeScratch() },
            work: { index, scratch throws(PictureFileError) in
              let time = scene.duration * (0.2 + 0.6 * Double(index) / Double(count))
              let writer = try PictureWriter(
                path: FilePath(folder("frames/\(index).png")), description: description,
                encoding: .png(.fast))
              let pictures = (try? scene.pictures(at: time)) ?? []
              try frame.append(pictures, to: writer, scratch: scratch)
              try writer.finish()
            })
        } catch { fail("\(error)") }
      }
    }
    var report = Report(
      "60 tiles that spin and fade, \(size), to PNG", ["way", "frames a second", "times bromide"],
      form: options.form)
    let two = Double(count) / write(threads: 2)
    report.add(["bromide, 2 threads", decimal(two, 1), "1"])
    report.add(["bromide, 1 thread", decimal(Double(count) / write(threads: 1), 1), ""])
    if let seconds = magick(scene, folder) {
      report.add(["convert, frame by frame", decimal(1 / seconds, 2), decimal(two * seconds, 0)])
    }
    report.show()
  }

  /// Ten by six tiles of a noisy photo, all on their way most of the time.
  private static func scene(_ size: Size) -> TileScene {
    let tile = Size(width: 180, height: 170)
    var generator = SeededGenerator(seed: 4)
    var items: [TileScene.Item] = []
    for index in 0..<60 {
      var codes = ImageBuffer<UInt16>(size: tile, channels: 3)
      for y in 0..<tile.height {
        for x in 0..<tile.width {
          for c in 0..<3 {
            // Each channel has separate noise, like a sensor.
            let noise = Int.random(in: -1500...1500, using: &generator)
            codes[x, y, c] = UInt16(
              min(max(20_000 + 150 * (c == 0 ? x : y) + noise, 0), 65535))
          }
        }
      }
      let center = SIMD2(Double(index % 10) * 192 + 96, Double(index / 10) * 180 + 90)
      let corner = center - SIMD2(Double(tile.width), Double(tile.height)) / 2
      items.append(
        TileScene.Item(
          center: center,
          pictures: [
            PlacedPicture(LightPicture(codes: codes, shrinks: true), Placement(origin: corner))
          ]))
    }
    guard
      let script = try? Script(parsing: "radial(middle) fadeIn spin(severely) expand standard(2)")
    else { fail("the script") }
    return TileScene(size: size, items: items, space: .srgb, script: script)
  }

  /// One frame in one call, tile after tile, as one would script it.
  private static func magick(_ scene: TileScene, _ folder: TemporaryFolder) -> Double? {
    guard Program.find("convert") != nil else { return nil }
    let made = Program.run(
      ["convert", "-size", "180x170", "plasma:red-blue", folder("tile.png")])
    guard made.status == 0 else { return nil }
    var command = ["convert", "-size", "1920x1080", "xc:#101010"]
    for index in scene.items.indices {
      let state = scene.performance!.state(of: index, at: scene.duration / 2)
      let degrees = state.transform.rotation.radians * 180 / .pi
      command += [
        "(", folder("tile.png"), "-background", "none", "-virtual-pixel", "transparent", "-distort",
        "SRT", "\(state.transform.scale.width) \(degrees)", "-channel", "A", "-evaluate",
        "multiply",
        "\(state.opacity)", "+channel", ")", "-geometry",
        "+\((index % 10) * 192)+\((index / 10) * 180)", "-composite",
      ]
    }
    command.append(folder("frame.png"))
    let cost = Program.median(command, runs: 2)
    return cost.status == 0 ? cost.seconds : nil
  }

  // MARK: Delays

  private static func delays(_ options: Options) {
    var report = Report(
      "delays of 100 000 items", ["sort function", "milliseconds"], form: options.form)
    let columns = 400
    guard
      let stage = try? Stage.grid(
        columns: columns, rows: 250, area: Extent(width: 1920, height: 1080),
        keys: [.brightness: (0..<100_000).map { Double($0 * 7919 % 100_003) }])
    else { fail("the stage") }
    for text in [
      "default", "linear(leftToRight)", "cornered(topLeft)", "radial(middle)", "random(7)",
      "inline(bottomRight)", "continuous(middle)", "continuousWeighted(topLeft,heavy,light)",
      "by(brightness)", "reversed(radial(middle))",
    ] {
      guard let sort = SortFunction(text) else { fail(text) }
      let seconds = medianSeconds(runs: options.runs) {
        guard sort.delays(on: stage).count == 100_000 else { fail(text) }
      }
      report.add([text, decimal(1000 * seconds, 1)])
    }
    report.show()
  }
}
