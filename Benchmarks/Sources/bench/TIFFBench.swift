internal import BromideCodecs
internal import BromideDevelop
internal import BromideValues
internal import CPeers
internal import Dispatch
internal import Synchronization
internal import TestSupport

/// 16-bit TIFF compared with libtiff and Bromide's PNG: only the coding, then complete commands.
enum TIFFBench {
  static func run(_ options: Options) {
    let folder = Photos.folder()
    let picture = developed(Photos.noisy(options.photoSize), options.photoSize)
    coding(picture, options, folder)
    commands(options, folder)
    withExtendedLifetime(folder) {}
  }

  // MARK: Coding

  /// A way to encode the picture on a number of threads. Returns the bytes.
  private struct Coder {
    let name: String
    let threads: Int
    let runs: Int
    let code: () -> Int
  }

  private static func coding(
    _ picture: ImageBuffer<UInt16>, _ options: Options, _ folder: TemporaryFolder
  ) {
    let (size, form) = (picture.size, PixelFormat(channels: 3, sample: .uint16))
    var coders: [Coder] = []
    let path = folder("peer.tif")
    coders.append(
      Coder(name: "libtiff deflate 6", threads: 1, runs: 1) {
        let done = unsafe picture.withUnsafeSamples { samples in
          unsafe peer_libtiff(
            path, samples.baseAddress!, Int32(size.width), Int32(size.height), 6)
        }
        return done != 0 ? Environment.size(ofFile: path) ?? 0 : 0
      })
    for threads in [1, 2] {
      let png = PNGBandEncoder(size: size, format: form, compression: .fast)
      let scratches = (0..<threads).map { _ in Scratch(value: png.makeScratch()) }
      coders.append(
        Coder(name: "PNG fast", threads: threads, runs: options.runs) {
          unsafe encode(picture, threads: threads) { rows, isLast, thread in
            unsafe png.encode(rows: rows, isLast: isLast, scratch: scratches[thread].value)
              .byteCount
          }
        })
      for compression in [TIFFCompression.none, .fast, .balanced] {
        let tiff = TIFFBandEncoder(size: size, format: form, compression: compression)
        let scratches = (0..<threads).map { _ in Scratch(value: tiff.makeScratch()) }
        coders.append(
          Coder(name: "TIFF \(compression.rawValue)", threads: threads, runs: options.runs) {
            unsafe encode(picture, threads: threads) { rows, isLast, thread in
              unsafe tiff.encode(rows: rows, isLast: isLast, scratch: scratches[thread].value)
                .byteCount
            }
          })
      }
    }
    var seconds = [[Double]](repeating: [], count: coders.count)
    var bytes = [Int](repeating: 0, count: coders.count)
    // Alternate, so that a slower phase of the machine affects all coders. The first round warms
    // up.
    for round in 0...options.runs {
      for (i, coder) in coders.enumerated() where round <= coder.runs {
        let time = ContinuousClock().measure { bytes[i] = coder.code() }.seconds
        if round > 0 || coder.runs == 1 { seconds[i].append(time) }
      }
    }
    var report = Report(
      "TIFF, \(size), 16-bit RGB in memory",
      ["coder", "threads", "MB/s", "bytes", "size / raw", "times libtiff's speed"],
      form: options.form)
    let raw = Double(size.area * 6)
    let rival = median(seconds[0])
    for (i, coder) in coders.enumerated() where bytes[i] > 0 {
      let time = median(seconds[i])
      report.add([
        coder.name, "\(coder.threads)", decimal(raw / 1e6 / time, 0), "\(bytes[i])",
        decimal(Double(bytes[i]) / raw, 4), decimal(rival / time, 1),
      ])
    }
    report.show()
  }

  private struct Scratch<Value>: @unchecked Sendable {
    let value: Value
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }

  private static func encode(
    _ picture: ImageBuffer<UInt16>, threads: Int,
    _ code: @Sendable (UnsafeRawBufferPointer, _ isLast: Bool, _ thread: Int) -> Int
  ) -> Int {
    // As `convert` cuts a picture.
    let rowBytes = picture.size.width * 6
    let bandRows = 256
    let bands = (picture.height + bandRows - 1) / bandRows
    let next = Atomic(0)
    let total = Atomic(0)
    unsafe picture.withUnsafeSamples { samples in
      nonisolated(unsafe) let all = UnsafeRawBufferPointer(samples)
      DispatchQueue.concurrentPerform(iterations: threads) { thread in
        while true {
          let band = next.add(1, ordering: .relaxed).oldValue
          guard band < bands else { return }
          let end = min((band + 1) * bandRows, picture.height)
          let rows = unsafe UnsafeRawBufferPointer(
            rebasing: all[band * bandRows * rowBytes..<end * rowBytes])
          total.add(unsafe code(rows, band == bands - 1, thread), ordering: .relaxed)
        }
      }
    }
    return total.load(ordering: .relaxed)
  }

  private static func developed(_ photo: SyntheticPhoto, _ size: Size) -> ImageBuffer<UInt16> {
    do {
      var recipe = DevelopRecipe()
      recipe.sample = .uint16
      return try Developer(Photos.source(photo), recipe: recipe).picture(of: UInt16.self)
    } catch {
      fail("\(error)")
    }
  }

  // MARK: Commands

  private static func commands(_ options: Options, _ folder: TemporaryFolder) {
    let input = folder("photo.dng")
    Photos.makeFiles([input], options.photoSize)
    let bromide = Environment.variable("BROMIDE") ?? "bromide"
    func ours(_ suffix: String, _ compression: String, _ depth: String = "16") -> (
      String, [String], String
    ) {
      let output = folder("out.\(suffix)")
      return (
        "bromide \(suffix) \(depth) \(compression)",
        [
          bromide, "convert", input, "-y", "-q", "--depth", depth, "--compression", compression,
          "-o", output,
        ], output
      )
    }
    var programs = [
      ours("png", "fast"), ours("tif", "fast"), ours("tif", "balanced"), ours("tif", "none"),
      ours("tif", "fast", "float32"),
    ]
    if Program.find("rawtherapee-cli") != nil {
      let output = folder("rt.tif")
      programs.append(
        (
          "rawtherapee-cli -tz -b16",
          ["rawtherapee-cli", "-q", "-tz", "-b16", "-Y", "-o", output, "-c", input], output
        ))
    }
    var costs = [[Cost]](repeating: [], count: programs.count)
    var sizes = [Int](repeating: 0, count: programs.count)
    for round in 0...options.runs {
      for (i, program) in programs.enumerated() {
        // A peer takes seconds: once is enough.
        guard program.0.hasPrefix("bromide") || round == 0 else { continue }
        Files.remove(program.2)
        let cost = Program.run(program.1)
        if round > 0 || !program.0.hasPrefix("bromide") { costs[i].append(cost) }
        sizes[i] = Environment.size(ofFile: program.2) ?? 0
      }
    }
    var report = Report(
      "TIFF, one photo of \(options.photoSize) from raw to file",
      ["program", "seconds", "CPU seconds", "peak MB", "output bytes", "times PNG 16 fast"],
      form: options.form)
    let first = Cost(medianOf: costs[0]).seconds
    for (i, program) in programs.enumerated() {
      let cost = Cost(medianOf: costs[i])
      guard cost.status == 0, sizes[i] > 0 else {
        report.add([program.0, "failed (\(cost.status))", "", "", "", ""])
        continue
      }
      report.add([
        program.0, decimal(cost.seconds, 3), decimal(cost.cpuSeconds, 2),
        decimal(Double(cost.peakMemory) / 1e6, 0), "\(sizes[i])",
        decimal(cost.seconds / first, 2),
      ])
    }
    report.show()
  }
}
