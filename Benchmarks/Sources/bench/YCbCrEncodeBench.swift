internal import BromideCodecs
internal import BromideKernels
internal import BromideValues
internal import CPeers

/// R′G′B′ in memory to planes of 4:2:0 in memory, compared with libyuv and libswscale, and their
/// errors from the formula.
///
/// libyuv only supports BT.601 with chroma centred between four pixels, so the compared rows use it
/// too.
enum YCbCrEncodeBench {
  static func run(_ options: Options) {
    let requested = options.size ?? Size(width: 3840, height: 2160)
    let size = Size(width: requested.width / 2 * 2, height: requested.height / 2 * 2)
    let runs = options.givenRuns ?? 40
    var report = Report(
      "R′G′B′ to 4:2:0, \(size), one core",
      ["work", "who", "best ms", "median ms", "ratio to the peer", "largest error", "exact %"],
      form: options.form)
    let bytes = image(size, UInt8.self)
    let words = image(size, UInt16.self)
    for range in [YCbCrRange.limited, .full] {
      let coding = YCbCrCoding(matrix: .bt601, range: range, depth: 8)
      compare(
        "RGB8 to I420, BT.601 \(range.rawValue), centre",
        [
          own(bytes, coding, .center, .i420), libyuv(bytes, coding),
        ], truth(bytes, coding, .center, .i420), runs, into: &report)
    }
    let coding = YCbCrCoding(matrix: .bt709, range: .limited, depth: 8)
    compare(
      "RGB8 to I420, BT.709 limited, left",
      InstructionSet.available.filter { $0 != .reference }.reversed()
        .map { own(bytes, coding, .left, .i420, $0) },
      truth(bytes, coding, .left, .i420), runs, into: &report)
    let (deep, layout) = (
      YCbCrCoding(matrix: .bt709, range: .limited, depth: 10),
      YCbCrLayout.planar(.yuv420, depth: 10)
    )
    compare(
      "RGB16 to I010, BT.709 limited, left",
      [own(words, deep, .left, layout), swscale(words, deep, layout)],
      truth(words, deep, .left, layout), runs, into: &report)
    report.show()
  }

  private struct Way {
    let who: String
    let planes: PixelMemory
    let run: () -> Bool
  }

  private static func own<Sample: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ image: ImageBuffer<Sample>, _ coding: YCbCrCoding, _ siting: ChromaSiting,
    _ layout: YCbCrLayout, _ set: InstructionSet = .best
  ) -> Way {
    let planes = memory(image.size, layout)
    let encoder = YCbCrEncoder(
      coding: coding, siting: siting, layout: layout, instructionSet: set)
    return Way(
      who: "bromide \(set.rawValue)", planes: planes,
      run: {
        unsafe image.withUnsafeSamples { samples in
          unsafe encoder.encode(
            UnsafeRawBufferPointer(samples), Sample.bitWidth == 8 ? .uint8 : .uint16,
            size: image.size, into: planes.bytes)
        }
        return true
      })
  }

  private static func libyuv(_ image: ImageBuffer<UInt8>, _ coding: YCbCrCoding) -> Way {
    let planes = memory(image.size, .i420)
    return Way(
      who: "libyuv", planes: planes,
      run: {
        unsafe image.withUnsafeSamples { samples in
          unsafe peer_libyuv_encode(
            samples.baseAddress!, planes.bytes.assumingMemoryBound(to: UInt8.self).baseAddress!,
            coding.range == .full ? 1 : 0, CInt(image.width), CInt(image.height)) != 0
        }
      })
  }

  private static func swscale(
    _ image: ImageBuffer<UInt16>, _ coding: YCbCrCoding, _ layout: YCbCrLayout
  ) -> Way {
    let planes = memory(image.size, layout)
    let peer = unsafe peer_swscale_encoder(CInt(image.width), CInt(image.height))
    return Way(
      who: "libswscale", planes: planes,
      run: {
        guard let peer = unsafe peer else { return false }
        return unsafe image.withUnsafeSamples { samples in
          unsafe peer_swscale_encode(
            peer, samples.baseAddress!,
            planes.bytes.assumingMemoryBound(to: UInt8.self).baseAddress!) != 0
        }
      })
  }

  private static func memory(_ size: Size, _ layout: YCbCrLayout) -> PixelMemory {
    guard let count = layout.byteCount(size) else { fail("\(size) is not a frame size") }
    let memory = PixelMemory(byteCount: count)
    unsafe memory.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    return memory
  }

  /// The formula in double precision.
  private static func truth<
    Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable
  >(
    _ image: ImageBuffer<Sample>, _ coding: YCbCrCoding, _ siting: ChromaSiting,
    _ layout: YCbCrLayout
  ) -> [UInt8] {
    YCbCrEncoder(coding: coding, siting: siting, layout: layout, instructionSet: .reference)
      .encode(image)
  }

  private static func compare(
    _ work: String, _ ways: [Way], _ truth: [UInt8], _ runs: Int, into report: inout Report
  ) {
    let times = YCbCrBench.measure(ways.map(\.run), runs)
    for (i, way) in ways.enumerated() {
      guard let own = times[i] else {
        report.add([work, way.who, "not here", "", "", "", ""])
        continue
      }
      let isDeep = work.contains("I010")
      func code(_ bytes: (Int) -> UInt8, _ index: Int) -> Int {
        isDeep ? Int(bytes(2 * index)) | Int(bytes(2 * index + 1)) << 8 : Int(bytes(index))
      }
      let count = truth.count / (isDeep ? 2 : 1)
      var (worst, equal) = (0, 0)
      for index in 0..<count {
        let found = code({ unsafe way.planes.bytes[$0] }, index)
        let difference = abs(found - code({ truth[$0] }, index))
        worst = max(worst, difference)
        equal += difference == 0 ? 1 : 0
      }
      report.add([
        work, way.who, decimal(own.best * 1000, 2), decimal(own.median * 1000, 2),
        i == 0 ? times[1].map { decimal(own.median / $0.median, 3) } ?? "" : "", "\(worst)",
        decimal(Double(equal) / Double(count) * 100, 2),
      ])
    }
  }

  /// Random pixels of a fixed seed.
  private static func image<Sample: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ size: Size, _ type: Sample.Type
  ) -> ImageBuffer<Sample> {
    var image = ImageBuffer<Sample>(size: size, channels: 3)
    var state: UInt64 = 9
    unsafe image.withUnsafeMutableSamples { samples in
      for i in samples.indices {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        unsafe samples[i] = Sample(truncatingIfNeeded: state >> 40)
      }
    }
    return image
  }
}
