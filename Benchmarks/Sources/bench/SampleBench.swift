internal import BromideCodecs
internal import BromideKernels
internal import BromideSampling
internal import BromideValues
internal import CAllocations
internal import CPeers
internal import TestSupport

/// The time of a colour sample: from a raw photo, frames in memory, a clip in a file and a pipe.
enum SampleBench {
  static func run(_ options: Options) {
    let folder = Photos.folder()
    raws(options, folder)
    frames(options)
    windows(options, folder)
    clips(options, folder)
    pictures(options, folder)
    withExtendedLifetime(folder) {}
  }

  private static var bromide: String { Environment.variable("BROMIDE") ?? "bromide" }

  // MARK: Raws

  /// Complete processes, compared with LibRaw's time in a running process.
  private static func raws(_ options: Options, _ folder: TemporaryFolder) {
    var report = Report(
      "sample, a raw of \(options.photoSize)",
      ["photo", "work", "ms", "times LibRaw", "at most"], form: options.form)
    let points = folder("points.csv")
    let noise = SeededNoise(seed: 5)
    let lines = (0..<10_000).map { "\(noise.uniform($0, 0)),\(noise.uniform($0, 1))\n" }
    Photos.write(Array(lines.joined().utf8), to: points)
    let photos: [(String, Coding?)] = [
      ("uncompressed DNG", .plain), ("DNG of 12 bits", .packed),
      ("lossless JPEG DNG, tiles", .tiles),
      ("lossless JPEG DNG, one stream", nil),
    ]
    for (name, coding) in photos {
      let path = folder("photo.dng")
      if let coding {
        Photos.makeFiles([path], options.photoSize, coding)
      } else {
        Photos.makePackedFile(path, options.photoSize)
      }
      let libraw = medianSeconds(runs: options.runs) { unpack(path) }
      report.add([name, "LibRaw: open and unpack", decimal(libraw * 1e3, 1), "1", ""])
      let common = [bromide, "sample", path, "--format", "csv", "-q"]
      let rows: [(String, [String], String)] = [
        ("one colour, complete process", ["--at", "0.5,0.5"], "1.15"),
        ("10 000 points, complete process", ["--points", points], "1.3"),
      ]
      for (work, arguments, limit) in rows {
        let cost = Program.median(common + arguments, runs: options.runs)
        guard cost.status == 0 else { fail("bromide sample ends with \(cost.status)") }
        report.add([
          name, work, decimal(cost.seconds * 1e3, 1), decimal(cost.seconds / libraw, 2), limit,
        ])
      }
      Files.remove(path)
    }
    report.show()
  }

  private static func unpack(_ path: String) {
    guard unsafe peer_libraw_unpack(path) != 0 else { fail("LibRaw does not read \(path)") }
  }

  // MARK: Frames in memory

  private static func frames(_ options: Options) {
    let size = Size(width: 3840, height: 2160)
    let memory = PixelMemory(byteCount: YCbCrLayout.nv12.byteCount(size)!)
    let noise = SeededNoise(seed: 2)
    for i in 0..<YCbCrLayout.nv12.byteCount(size)! {
      unsafe memory.bytes[i] = UInt8(truncatingIfNeeded: noise.bits(i, 0))
    }
    let frame: YCbCrFrame
    do {
      frame = try unsafe YCbCrFrame(
        layout: .nv12, size: size, contiguous: UnsafeRawBufferPointer(memory.bytes), owner: memory)
    } catch { fail("\(error)") }
    let converter = YCbCrConverter(
      coding: YCbCrCoding(matrix: .bt709, range: .limited, depth: 8), layout: .nv12,
      output: .rgbFloat)
    let sampler = PointSampler(.frame(frame, converter), space: .rec709Display)
    let points = (0..<1_000_000).map {
      NormalizedPoint(x: noise.uniform($0, 1), y: noise.uniform($0, 2))
    }
    var report = Report(
      "sample, NV12 of \(size) in memory, one core",
      ["value", "million samples/s", "at least", "allocations of a million"], form: options.form)
    let values: [(String, (NormalizedPoint) throws -> SIMD3<Double>)] = [
      ("R′G′B′", { try sampler.rgb(at: $0) }), ("linear light", { try sampler.light(at: $0) }),
    ]
    for (name, value) in values {
      var sum = SIMD3<Double>()
      let work = {
        for point in points { sum += (try? value(point)) ?? SIMD3() }
      }
      work()
      let before = bromide_allocations()
      work()
      let allocations = bromide_allocations() - before
      let seconds = medianSeconds(runs: options.runs, work)
      guard sum.x > 0 else { fail("a noisy frame is not black") }
      report.add([name, decimal(1 / seconds, 2), name == "R′G′B′" ? "5" : "", "\(allocations)"])
    }
    report.show()
  }

  // MARK: Windows

  /// Windows, grids and histograms of a frame in a file, as complete processes.
  private static func windows(_ options: Options, _ folder: TemporaryFolder) {
    let size = Size(width: 3840, height: 2160)
    let path = folder("frame_3840x2160.nv12")
    let noise = SeededNoise(seed: 4)
    // A picture with soft shapes and a little grain. Hardly any colour is outside the range.
    let luma = (0..<size.area).map { i in
      let (x, y) = (Double(i % size.width), Double(i / size.width))
      return UInt8(40 + 160 * noise.smooth(x / 300, y / 300)) + UInt8(noise.bits(i, 3) % 5)
    }
    let chroma = (0..<size.area / 2).map { i in
      UInt8(110 + 36 * noise.smooth(Double(i % size.width) / 400, Double(i / size.width) / 200))
    }
    Photos.write(luma + chroma, to: path)
    var report = Report(
      "sample, NV12 of \(size) in a file, whole process",
      ["work", "ms", "CPU ms", "MB", "CPU at most"], form: options.form)
    let rows: [(work: String, arguments: String, limit: String)] = [
      ("one point", "--at 0.5,0.5", ""),
      ("window of 101", "--at 0.5,0.5 --window 101", ""),
      ("window of 1001", "--at 0.5,0.5 --window 1001", "15"),
      ("window of 1001, sd", "--at 0.5,0.5 --window 1001 --stats sd", "60, 40 MB"),
      ("window of 1001, median", "--at 0.5,0.5 --window 1001 --statistic median", "60, 40 MB"),
      ("3600 windows of 31", "--grid 60x60 --window 31", "150"),
      ("3600 windows of 33", "--grid 60x60 --window 33", ""),
      ("histogram", "--histogram", "100"),
      ("histogram of R′G′B′", "--histogram --space rgb", ""),
      ("histogram of Y′CbCr", "--histogram --space ycbcr", ""),
    ]
    for (work, arguments, limit) in rows {
      let words = arguments.split(separator: " ").map(String.init)
      let cost = Program.median(
        [bromide, "sample", path, "--format", "csv", "-q"] + words, runs: options.runs)
      guard cost.status == 0 else { fail("bromide sample ends with \(cost.status)") }
      report.add([
        work, decimal(cost.seconds * 1e3, 1), decimal(cost.cpuSeconds * 1e3, 1),
        decimal(Double(cost.peakMemory) / 1e6, 1), limit,
      ])
    }
    report.show()
    Files.remove(path)
  }

  // MARK: Pictures

  /// A folder of JPEGs with one point each, and a window of a PNG, compared with other installed
  /// programs.
  private static func pictures(_ options: Options, _ folder: TemporaryFolder) {
    var report = Report(
      "sample, 1000 JPEGs of 1500x1000, one point each",
      ["program", "s", "times Bromide", "at least"], form: options.form)
    let names = (0..<1000).map { "photo\($0).jpg" }
    let photos = folder("photos")
    do { try Files.makeFolder(photos) } catch { fail("\(error)") }
    makePictures(photos, folder)
    let rivals: [(name: String, command: String, factor: Double, least: String)] = [
      (
        "ImageMagick, %[pixel:…] (100 photos, times ten)",
        "cd \(photos) && for i in photo?.jpg photo??.jpg; do "
          + "convert $i -format '%[pixel:p{750,500}]' info: || exit 1; done", 10, "5"
      ),
      (
        "Pillow, one process",
        "cd \(photos) && \(Environment.variable("PYTHON") ?? "python3") -c 'import sys; "
          + "from PIL import Image; "
          + "[print(Image.open(n).getpixel((750, 500))) for n in sys.argv[1:]]' *.jpg", 1, "3"
      ),
    ]
    let own = median(
      "\(bromide) sample \(photos) --at 0.5,0.5 --format csv -q", runs: min(options.runs, 3))
    guard let own else { fail("bromide sample fails on a folder of JPEGs") }
    report.add(["Bromide", decimal(own, 2), "1", ""])
    for rival in rivals {
      // Run it once, because it takes long.
      guard let seconds = median(rival.command, runs: 1).map({ $0 * rival.factor }) else {
        continue
      }
      report.add([rival.name, decimal(seconds, 2), decimal(seconds / own, 1), rival.least])
    }
    report.show()
    for name in names { Files.remove(photos + "/" + name) }
    window(options, folder)
  }

  /// A photo of soft shapes and grain, a thousand times.
  private static func makePictures(_ photos: String, _ folder: TemporaryFolder) {
    let size = Size(width: 1500, height: 1000)
    let noise = SeededNoise(seed: 8)
    let luma = (0..<size.area).map { i in
      let (x, y) = (Double(i % size.width), Double(i / size.width))
      return UInt8(30 + 180 * noise.smooth(x / 90, y / 90)) + UInt8(noise.bits(i, 3) % 9)
    }
    let half = Size(width: 750, height: 500)
    let chroma = (0..<half.area).map { i in
      UInt8(100 + 50 * noise.smooth(Double(i % half.width) / 60, Double(i / half.width) / 60))
    }
    var jpeg = PeerJPEG(
      size: size,
      planes: [.init(luma, size, across: 2, down: 2), .init(chroma, half), .init(chroma, half)])
    jpeg.quality = 92
    let bytes = jpeg.encoded()
    for i in 0..<1000 { Photos.write(bytes, to: "\(photos)/photo\(i).jpg") }
  }

  private static func window(_ options: Options, _ folder: TemporaryFolder) {
    var report = Report(
      "sample, a PNG of 3840x2160, complete process",
      ["program", "ms", "times Bromide", "at least"], form: options.form)
    let path = folder("frame.png")
    let size = Size(width: 3840, height: 2160)
    let noise = SeededNoise(seed: 4)
    let samples = (0..<size.area).flatMap { i -> [UInt8] in
      let (x, y) = (Double(i % size.width), Double(i / size.width))
      let value = UInt8(40 + 160 * noise.smooth(x / 300, y / 300))
      return [value, value / 2 + 60, 255 - value]
    }
    Photos.write(
      Array("P6 3840 2160 255\n".utf8) + samples, to: folder("frame.ppm"))
    guard median("convert \(folder("frame.ppm")) \(path)", runs: 1) != nil else { return }
    let window = median(
      "\(bromide) sample \(path) --at 0.5,0.5 --window 101 --format csv -q", runs: options.runs)
    guard let window else { fail("bromide sample fails on a PNG") }
    report.add(["Bromide, window of 101", decimal(window * 1e3, 1), "1", ""])
    if let seconds = median("vips getpoint \(path) 1920 1080", runs: options.runs) {
      report.add(["vips getpoint", decimal(seconds * 1e3, 1), decimal(seconds / window, 2), "1"])
    }
    report.show()
    Files.remove(path)
  }

  /// Returns the time of a shell command in seconds, or `nil` if it fails.
  private static func median(_ command: String, runs: Int) -> Double? {
    let cost = Program.median(["sh", "-c", command + " >/dev/null 2>&1"], runs: runs)
    return cost.status == 0 ? cost.seconds : nil
  }

  // MARK: Clips

  private static func clips(_ options: Options, _ folder: TemporaryFolder) {
    var report = Report(
      "sample, Y4M clips of 60 frames, one point a frame",
      ["source", "size", "ms a frame", "times cat", "at most"], form: options.form)
    for size in [Size(width: 1280, height: 720), Size(width: 3840, height: 2160)] {
      let path = folder("clip.y4m")
      write(clip: path, size, frames: 60)
      let arguments = "--at 0.5,0.5 --format csv -q"
      let cat = Program.median(["sh", "-c", "cat \(path) | cat > /dev/null"], runs: options.runs)
      let pipe = Program.median(
        ["sh", "-c", "cat \(path) | \(bromide) sample - \(arguments)"], runs: options.runs)
      let file = Program.median(
        ["sh", "-c", "\(bromide) sample \(path) --frames 0- \(arguments)"], runs: options.runs)
      guard pipe.status == 0, file.status == 0 else { fail("bromide sample fails on a clip") }
      report.add(["cat | cat", "\(size)", decimal(cat.seconds / 60 * 1e3, 3), "1", ""])
      report.add([
        "pipe", "\(size)", decimal(pipe.seconds / 60 * 1e3, 3),
        decimal(pipe.seconds / cat.seconds, 2), size.width == 3840 ? "1.25" : "",
      ])
      report.add(["file", "\(size)", decimal(file.seconds / 60 * 1e3, 3), "", ""])
      Files.remove(path)
    }
    report.show()
  }

  private static func write(clip path: String, _ size: Size, frames: Int) {
    let header = "YUV4MPEG2 W\(size.width) H\(size.height) F25:1 C420mpeg2\n"
    let frame =
      Array("FRAME\n".utf8) + [UInt8](repeating: 100, count: YCbCrLayout.i420.byteCount(size)!)
    var bytes = Array(header.utf8)
    bytes.reserveCapacity(bytes.count + frames * frame.count)
    for _ in 0..<frames { bytes += frame }
    Photos.write(bytes, to: path)
  }
}
