internal import BromideCodecs
internal import BromideKernels
internal import BromideValues
internal import CPeers
internal import Dispatch

/// NV12 and P010 frames in memory to R′G′B′ in memory, compared with libyuv, libswscale and a fill
/// of the same bytes.
///
/// The candidates run alternately, so that a disturbance affects all of them. Each runs several
/// times in a row, and the first run is ignored, so that caches and memory are in the candidate's
/// own state.
enum YCbCrBench {
  static func run(_ options: Options) {
    let requested = options.size ?? Size(width: 3840, height: 2160)
    // Use rows of complete cache lines, so that all candidates write past the cache.
    let size = Size(width: requested.width / 64 * 64, height: requested.height / 2 * 2)
    let runs = options.givenRuns ?? 60
    let nv12 = legalNoise(.nv12, size)
    let p010 = legalNoise(.p010, size)
    var report = Report(
      "YCbCr, \(size), BT.709 limited, one core",
      [
        "work", "who", "best ms", "median ms", "ratio to the peer", "largest error",
        "exact values %",
        "exact pixels %",
      ],
      form: options.form)
    for channels in [4, 3] {
      let output: YCbCrOutput = channels == 4 ? .rgba8 : .rgb8
      let work = "NV12 to \(channels == 4 ? "RGBA8" : "RGB8"), nearest chroma"
      compare(
        work, [own(nv12, output, .nearest), libyuv(nv12, channels), fill(nv12, output)], runs,
        into: &report)
    }
    compare(
      "NV12 to RGBA8, linear chroma; libyuv nearest",
      [own(nv12, .rgba8, .linear), libyuv(nv12, 4)], runs, into: &report)
    // The conversion of clips in `render`.
    compare(
      "NV12 to RGB16, linear chroma; libyuv 8 bits, nearest",
      [own(nv12, .rgb16, .linear), libyuv(nv12, 3)], runs, into: &report)
    for upsampling in [YCbCrConverter.Upsampling.nearest, .linear] {
      compare(
        "P010 to RGBA16, \(upsampling.rawValue) chroma",
        [
          own(p010, .rgba16, upsampling), swscale(p010, upsampling), fill(p010, .rgba16),
        ], runs, into: &report)
    }
    report.show()
    twoCores(nv12, p010, runs, options)
  }

  /// One way to do a piece of work.
  struct Way {
    let who: String
    let output: YCbCrOutput
    let target: PixelMemory
    /// Runs it on this number of threads. Returns false if it cannot.
    let run: (_ threads: Int) -> Bool
    /// The exact pixels for judging the output.
    var truth: (frame: YCbCrFrame, upsampling: YCbCrConverter.Upsampling)?
  }

  private static func memory(_ frame: YCbCrFrame, _ output: YCbCrOutput) -> PixelMemory {
    let memory = PixelMemory(byteCount: frame.size.area * output.bytesPerPixel)
    unsafe memory.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    return memory
  }

  private static func own(
    _ frame: YCbCrFrame, _ output: YCbCrOutput, _ upsampling: YCbCrConverter.Upsampling
  ) -> Way {
    let target = memory(frame, output)
    let converter = YCbCrConverter(
      coding: coding(frame), layout: frame.layout, output: output, upsampling: upsampling)
    let half = frame.size.height / 4 * 2
    return Way(
      who: "bromide", output: output, target: target,
      run: { threads in
        let stride = frame.size.width * output.bytesPerPixel
        let bands = threads == 1 ? [0..<frame.size.height] : [0..<half, half..<frame.size.height]
        DispatchQueue.concurrentPerform(iterations: threads) { i in
          unsafe converter.convert(
            frame, rows: bands[i], into: target.bytes.baseAddress!, stride: stride)
        }
        return true
      }, truth: (frame, upsampling))
  }

  private static func libyuv(_ frame: YCbCrFrame, _ channels: Int) -> Way {
    let output: YCbCrOutput = channels == 4 ? .rgba8 : .rgb8
    let target = memory(frame, output)
    return Way(
      who: "libyuv", output: output, target: target,
      run: { _ in
        unsafe peer_libyuv(
          start(frame, 0), start(frame, 1), CInt(frame.planes[0].stride),
          bytes(target), CInt(channels), CInt(frame.size.width), CInt(frame.size.height)) != 0
      }, truth: (frame, .nearest))
  }

  private static func swscale(
    _ frame: YCbCrFrame, _ upsampling: YCbCrConverter.Upsampling
  ) -> Way {
    let target = memory(frame, .rgba16)
    // One for the program's life.
    let peer = unsafe peer_swscale_open(
      CInt(frame.size.width), CInt(frame.size.height), upsampling == .linear ? 1 : 0)
    return Way(
      who: "libswscale", output: .rgba16, target: target,
      run: { _ in
        guard let peer = unsafe peer else { return false }
        return unsafe peer_swscale_run(
          peer, start(frame, 0), start(frame, 1), CInt(frame.planes[0].stride), bytes(target)) != 0
      }, truth: upsampling == .nearest ? (frame, upsampling) : nil)
  }

  private static func fill(_ frame: YCbCrFrame, _ output: YCbCrOutput) -> Way {
    let target = memory(frame, output)
    return Way(
      who: "fill of the same bytes", output: output, target: target,
      run: { threads in
        let part = unsafe target.bytes.count / threads / 64 * 64
        DispatchQueue.concurrentPerform(iterations: threads) { i in
          unsafe peer_fill(bytes(target) + i * part, part)
        }
        return true
      })
  }

  private static func start(_ frame: YCbCrFrame, _ plane: Int) -> UnsafePointer<UInt8> {
    unsafe frame.planes[plane].bytes.assumingMemoryBound(to: UInt8.self).baseAddress!
  }

  private static func bytes(_ memory: PixelMemory) -> UnsafeMutablePointer<UInt8> {
    unsafe memory.bytes.assumingMemoryBound(to: UInt8.self).baseAddress!
  }

  private static func compare(
    _ work: String, _ ways: [Way], _ runs: Int, into report: inout Report
  ) {
    let times = measure(ways.map { way in { way.run(1) } }, runs)
    for (i, way) in ways.enumerated() {
      guard let own = times[i] else {
        report.add([work, way.who, "not here", "", "", "", "", ""])
        continue
      }
      let peer = i == 0 ? times[1] : nil
      let judged = way.truth.map { judge(way, $0.frame, $0.upsampling) }
      report.add([
        work, way.who, decimal(own.best * 1000, 2), decimal(own.median * 1000, 2),
        peer.map { decimal(own.median / $0.median, 3) } ?? "",
        judged.map { "\($0.worst)" } ?? "", judged.map { decimal($0.values * 100, 2) } ?? "",
        judged.map { decimal($0.pixels * 100, 2) } ?? "",
      ])
    }
  }

  /// Returns the best and median times, measured alternately, with `nil` for candidates that cannot
  /// run.
  static func measure(
    _ works: [() -> Bool], _ runs: Int
  ) -> [(best: Double, median: Double)?] {
    let canRun = works.map { $0() }
    var times = [[Double]](repeating: [], count: works.count)
    let onEnd = min(runs, 5)
    for _ in 0..<runs / onEnd {
      for (i, work) in works.enumerated() where canRun[i] {
        _ = work()
        for _ in 0..<onEnd {
          let start = ContinuousClock.now
          _ = work()
          times[i].append((ContinuousClock.now - start).seconds)
        }
      }
    }
    return times.map { list in
      list.isEmpty ? nil : (list.min()!, list.sorted()[list.count / 2])
    }
  }

  /// Compares output with the rounded formula in double precision, for every fifth pixel of each
  /// row.
  private static func judge(
    _ way: Way, _ frame: YCbCrFrame, _ upsampling: YCbCrConverter.Upsampling
  ) -> (worst: Int, values: Double, pixels: Double) {
    let output = way.output
    let exact = YCbCrConverter(
      coding: coding(frame), layout: frame.layout, output: output, upsampling: upsampling)
    let decoding = output.maximum * coding(frame).decoding
    let offset = coding(frame).offset
    var worst = 0
    var equal = (values: 0, pixels: 0)
    var count = 0
    for y in 0..<frame.size.height {
      for x in stride(from: y % 5, to: frame.size.width, by: 5) {
        let value = decoding * (exact.codes(frame, x: x, y: y) - offset)
        let place = (y * frame.size.width + x) * output.channels
        var isEqual = true
        for c in 0..<3 {
          let expected = Int((min(max(value[c], 0), output.maximum) + 0.5).rounded(.down))
          let found =
            output.bytesPerSample == 1
            ? Int(unsafe way.target.bytes[place + c])
            : Int(
              unsafe way.target.bytes.load(fromByteOffset: 2 * (place + c), as: UInt16.self))
          worst = max(worst, abs(found - expected))
          equal.values += found == expected ? 1 : 0
          isEqual = isEqual && found == expected
        }
        equal.pixels += isEqual ? 1 : 0
        count += 1
      }
    }
    return (worst, Double(equal.values) / Double(3 * count), Double(equal.pixels) / Double(count))
  }

  private static func twoCores(
    _ nv12: YCbCrFrame, _ p010: YCbCrFrame, _ runs: Int, _ options: Options
  ) {
    var report = Report(
      "YCbCr, \(nv12.size), one core and two",
      ["work", "who", "one ms", "two ms", "speed-up"], form: options.form)
    let works = [
      ("NV12 to RGBA8, nearest", own(nv12, .rgba8, .nearest), fill(nv12, .rgba8)),
      ("NV12 to RGBA8, linear", own(nv12, .rgba8, .linear), fill(nv12, .rgba8)),
      ("P010 to RGBA16, linear", own(p010, .rgba16, .linear), fill(p010, .rgba16)),
    ]
    for (work, own, fill) in works {
      let times = measure(
        [own, fill].flatMap { way in [{ way.run(1) }, { way.run(2) }] }, runs)
      for (i, way) in [own, fill].enumerated() {
        guard let one = times[2 * i]?.median, let two = times[2 * i + 1]?.median else { continue }
        report.add([
          work, way.who, decimal(one * 1000, 2), decimal(two * 1000, 2), decimal(one / two, 2),
        ])
      }
    }
    report.show()
  }

  private static func coding(_ frame: YCbCrFrame) -> YCbCrCoding {
    YCbCrCoding(matrix: .bt709, range: .limited, depth: frame.layout.depth)
  }

  /// Uniformly random legal codes of a fixed seed.
  private static func legalNoise(_ layout: YCbCrLayout, _ size: Size) -> YCbCrFrame {
    guard let byteCount = layout.byteCount(size) else { fail("\(size) is not a frame size") }
    let memory = PixelMemory(byteCount: byteCount)
    var state: UInt64 = 4
    func code(_ codes: Int) -> UInt16 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let unit = 1 << (layout.depth - 8)
      let value = 16 * unit + Int(((state >> 32) * UInt64(codes * unit + 1)) >> 32)
      return UInt16(value << layout.shift)
    }
    for i in 0..<byteCount / layout.bytesPerSample {
      let value = code(i < size.area ? 219 : 224)
      if layout.bytesPerSample == 1 {
        unsafe memory.bytes[i] = UInt8(value)
      } else {
        unsafe memory.bytes.storeBytes(of: value, toByteOffset: 2 * i, as: UInt16.self)
      }
    }
    do {
      return try unsafe YCbCrFrame(
        layout: layout, size: size, contiguous: UnsafeRawBufferPointer(memory.bytes), owner: memory)
    } catch { fail("\(error)") }
  }
}
