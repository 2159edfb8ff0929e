import BromideCodecs
import BromideKernels
import BromideValues
import TestSupport
import Testing

/// A frame of seeded noise in memory with gaps between rows.
func noiseFrame(_ layout: YCbCrLayout, _ size: Size, seed: UInt64, gap: Int = 6) throws
  -> YCbCrFrame
{
  var random = SeededGenerator(seed: seed)
  var planes: [YCbCrPlane] = []
  let extents = (0..<layout.planeCount).map { layout.extent(ofPlane: $0, size) }
  let memory = PixelMemory(byteCount: extents.reduce(0) { $0 + ($1.rowBytes + gap) * $1.rows })
  var start = 0
  for (rowBytes, rows) in extents {
    let bytes = unsafe UnsafeMutableRawBufferPointer(
      rebasing: memory.bytes[start..<start + (rowBytes + gap) * rows])
    if layout.bytesPerSample == 1 {
      for i in 0..<bytes.count { unsafe bytes[i] = UInt8(truncatingIfNeeded: random.next()) }
    } else {
      for i in 0..<bytes.count / 2 {
        let value = UInt16(random.next() & UInt64(layout.maximum)) << UInt16(layout.shift)
        unsafe bytes.storeBytes(of: value, toByteOffset: 2 * i, as: UInt16.self)
      }
    }
    planes.append(unsafe YCbCrPlane(bytes: UnsafeRawBufferPointer(bytes), stride: rowBytes + gap))
    start += (rowBytes + gap) * rows
  }
  return try YCbCrFrame(layout: layout, size: size, planes: planes, owner: memory)
}

/// The rows that a converter writes. Bytes that it does not write stay 0xAA.
func converted(
  _ converter: YCbCrConverter, _ frame: YCbCrFrame, rows: [Range<Int>]? = nil,
  streaming: Bool = false
) -> [UInt8] {
  let rowBytes = (frame.size.width * converter.output.bytesPerPixel + 63) / 64 * 64
  let memory = PixelMemory(byteCount: rowBytes * frame.size.height)
  unsafe memory.bytes.initializeMemory(as: UInt8.self, repeating: 0xAA)
  for band in rows ?? [0..<frame.size.height] {
    unsafe converter.convert(
      frame, rows: band, into: memory.bytes.baseAddress!, stride: rowBytes, streaming: streaming)
  }
  return unsafe Array(memory.bytes)
}

let compiled = InstructionSet.available.filter { $0 != .reference }
let layouts = YCbCrLayout.named
let matrices: [YCbCrMatrix] =
  YCbCrMatrix.named.filter(\.isLinear) + [.custom(kr: 0.01, kb: 0.01), .custom(kr: 0.4, kb: 0.4)]
let codings: [YCbCrCoding] = matrices.flatMap { matrix in
  YCbCrRange.allCases.map { YCbCrCoding(matrix: matrix, range: $0, depth: 8) }
}

@Suite struct YCbCrConverterTests {
  /// Frames equal single pixels, on every instruction set, at sizes around a block of 64 and at odd
  /// sizes.
  @Test(arguments: compiled, layouts)
  func framesEqualTheirPixels(instructionSet: InstructionSet, layout: YCbCrLayout) throws {
    let sizes = [
      Size(width: 1, height: 1), Size(width: 2, height: 3), Size(width: 35, height: 2),
      Size(width: 129, height: 5),
    ]
    let frames = try sizes.enumerated().map { seed, size in
      try noiseFrame(layout, size, seed: UInt64(seed + 1))
    }
    for (output, upsampling) in product(YCbCrOutput.allCases, YCbCrConverter.Upsampling.allCases) {
      for siting in ChromaSiting.allCases {
        let matrix: YCbCrMatrix = siting == .left ? .bt709 : .ycgco
        let coding = YCbCrCoding(matrix: matrix, range: .limited, depth: layout.depth)
        func converter(_ set: InstructionSet) -> YCbCrConverter {
          YCbCrConverter(
            coding: coding, siting: siting, layout: layout, output: output,
            upsampling: upsampling, instructionSet: set)
        }
        let (plain, compiled) = (converter(.reference), converter(instructionSet))
        for frame in frames {
          #expect(converted(compiled, frame) == converted(plain, frame))
        }
      }
    }
  }

  /// The order of bands and streaming do not change the result.
  @Test(arguments: compiled, [YCbCrLayout.nv12, .i422, .i444, .p010])
  func bandsMakeTheFrame(instructionSet: InstructionSet, layout: YCbCrLayout) throws {
    let frame = try noiseFrame(layout, Size(width: 333, height: 11), seed: 7)
    for (output, upsampling) in product(YCbCrOutput.allCases, YCbCrConverter.Upsampling.allCases) {
      let converter = YCbCrConverter(
        coding: YCbCrCoding(matrix: .bt601, range: .full, depth: layout.depth), layout: layout,
        output: output, upsampling: upsampling, instructionSet: instructionSet)
      let whole = converted(converter, frame)
      #expect(converted(converter, frame, rows: [7..<11, 0..<3, 3..<7]) == whole)
      #expect(converted(converter, frame, streaming: true) == whole)
    }
  }

  /// The formula of H.273 from Kr and Kb, implemented independently.
  static func formula(_ coding: YCbCrCoding, _ y: Double, _ cb: Double, _ cr: Double) -> SIMD3<
    Double
  > {
    let unit = Double(1 << (coding.depth - 8))
    let full = Double(1 << coding.depth) - 1
    let isLimited = coding.range == .limited
    func luma(_ code: Double) -> Double { isLimited ? (code / unit - 16) / 219 : code / full }
    func chroma(_ code: Double) -> Double {
      isLimited
        ? (code / unit - 128) / (coding.matrix == .ycgco ? 219 : 224) : (code - 128 * unit) / full
    }
    if coding.matrix == .identity { return SIMD3(luma(cr), luma(y), luma(cb)) }
    let (e, b, r) = (luma(y), chroma(cb), chroma(cr))
    guard let (kr, kb) = coding.matrix.weights else {
      return SIMD3(e - b + r, e + b, e - b - r)
    }
    let red = e + 2 * (1 - kr) * r
    let blue = e + 2 * (1 - kb) * b
    return SIMD3(red, (e - kr * red - kb * blue) / (1 - kr - kb), blue)
  }

  /// Chroma codes of the sample: every fifth, and the neighbours of the limits and of grey.
  static let chroma = Set(stride(from: 0, through: 255, by: 5))
    .union([1, 15, 16, 17, 127, 128, 129, 239, 240, 241, 254]).sorted()

  /// Never more than 1 code value from the formula, even for illegal codes: all 2^24 triples if the
  /// test is exhaustive.
  @Test(arguments: codings)
  func eightBitsAreWithinOneOfTheFormula(coding: YCbCrCoding) throws {
    let chroma = isExhaustive ? Array(0...255) : Self.chroma
    let samples = chroma.flatMap { cb in chroma.map { (cb, $0) } }
    let luma = 256
    let memory = PixelMemory(byteCount: 2 * luma + luma)
    for x in 0..<luma { unsafe memory.bytes[x] = UInt8(x) }
    let size = Size(width: luma, height: 1)
    func converter(_ arithmetic: YCbCrConverter.Arithmetic, _ set: InstructionSet) -> YCbCrConverter
    {
      YCbCrConverter(
        coding: coding, layout: .nv12, output: .rgb8, upsampling: .nearest,
        arithmetic: arithmetic, instructionSet: set)
    }
    let (fast, rounding) = (converter(.fast, .best), converter(.exact, .best))
    let others = compiled.map { ($0, converter(.fast, $0)) }
    var worst = 0
    var exactPixels = 0
    var legalPixels = 0
    for (cb, cr) in samples {
      for x in 0..<luma / 2 {
        unsafe memory.bytes[luma + 2 * x] = UInt8(cb)
        unsafe memory.bytes[luma + 2 * x + 1] = UInt8(cr)
      }
      let frame = try unsafe YCbCrFrame(
        layout: .nv12, size: size, contiguous: UnsafeRawBufferPointer(memory.bytes), owner: memory)
      let best = converted(fast, frame)
      for (set, other) in others where converted(other, frame) != best {
        Issue.record("\(set) \(cb) \(cr)")
      }
      let exact = converted(rounding, frame)
      for y in 0..<luma {
        var isExact = true
        let values = Self.formula(coding, Double(y), Double(cb), Double(cr))
        for c in 0..<3 {
          let value = min(max(255 * values[c], 0), 255)
          let rounded = Int((value + 0.5).rounded(.down))
          let found = Int(best[3 * y + c])
          worst = max(worst, abs(found - rounded))
          isExact = isExact && found == rounded
          // Where rounding is undecided, the two orders of arithmetic may differ.
          if abs(value + 0.5 - (value + 0.5).rounded()) > 1e-9 {
            if Int(exact[3 * y + c]) != rounded { Issue.record("exact: \(y) \(cb) \(cr) \(c)") }
          }
        }
        let isLegal =
          coding.range == .full
          || ((16...235).contains(y) && (16...240).contains(cb) && (16...240).contains(cr))
        legalPixels += isLegal ? 1 : 0
        exactPixels += isLegal && isExact ? 1 : 0
      }
    }
    #expect(worst <= 1)
    #expect(Double(exactPixels) >= 0.995 * Double(legalPixels))
  }

  /// Compares every depth and output with the formula: exact arithmetic rounds it, fast arithmetic
  /// is within 1.
  @Test(arguments: [YCbCrLayout.i420, .p010, .i012, .p016], YCbCrConverter.Arithmetic.allCases)
  func depthsFollowTheFormula(layout: YCbCrLayout, arithmetic: YCbCrConverter.Arithmetic) throws {
    let frame = try noiseFrame(layout, Size(width: 97, height: 9), seed: 3)
    for (matrix, range) in product(matrices, YCbCrRange.allCases) {
      let coding = YCbCrCoding(matrix: matrix, range: range, depth: layout.depth)
      for output in [YCbCrOutput.rgb8, .rgb16, .rgbFloat] {
        let converter = YCbCrConverter(
          coding: coding, siting: .center, layout: layout, output: output,
          arithmetic: arithmetic)
        // Differences from the formula in code values, or for floats in 1 / 100 000.
        var worst = 0.0
        for (x, y) in Places(x: 0..<97, y: 0..<9) {
          let codes = converter.codes(frame, x: x, y: y)
          let expected = Self.formula(coding, codes.x, codes.y, codes.z)
          let found = converter.pixel(frame, x: x, y: y)
          for c in 0..<3 {
            let value =
              output == .rgbFloat
              ? expected[c] : min(max(expected[c] * output.maximum, 0), output.maximum)
            worst = max(worst, abs(found[c] - value))
          }
        }
        let bound = output == .rgbFloat ? 1e-5 : arithmetic == .exact ? 0.5 + 1e-9 : 1.5
        #expect(worst <= bound, "\(coding) \(output)")
      }
    }
  }

  /// Colours by the equations of ITU-T T.871.
  @Test(arguments: [
    (SIMD3(76, 85, 255), SIMD3(254.0, 0, 0)), (SIMD3(150, 44, 21), SIMD3(0, 255, 1)),
    (SIMD3(29, 255, 107), SIMD3(0, 0, 254)), (SIMD3(100, 90, 160), SIMD3(145, 90, 33)),
  ])
  func jpegColoursAreKnown(codes: SIMD3<Int>, rgb: SIMD3<Double>) throws {
    let memory = PixelMemory(byteCount: 3)
    for i in 0..<3 { unsafe memory.bytes[i] = UInt8(codes[i]) }
    let frame = try unsafe YCbCrFrame(
      layout: .i444, size: Size(width: 1, height: 1),
      contiguous: UnsafeRawBufferPointer(memory.bytes), owner: memory)
    let converter = YCbCrConverter(
      coding: YCbCrDescription.jpeg().coding(depth: 8), layout: .i444, output: .rgb8)
    #expect(converter.pixel(frame, x: 0, y: 0) == rgb)
  }

  /// Chroma between its samples, computed by hand: Cb 0, 64, 128 across, and rows of 0 and 160.
  @Test func chromaIsInterpolatedWhereItIsSited() throws {
    let memory = PixelMemory(byteCount: 6 * 4 + 2 * 6)
    unsafe memory.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    let chroma: [UInt8] = [0, 64, 128, 160, 160, 160]
    for (i, value) in chroma.enumerated() { unsafe memory.bytes[24 + i] = value }
    let frame = try unsafe YCbCrFrame(
      layout: .i420, size: Size(width: 6, height: 4),
      contiguous: UnsafeRawBufferPointer(memory.bytes), owner: memory)
    func row(
      _ y: Int, _ siting: ChromaSiting, _ upsampling: YCbCrConverter.Upsampling = .linear
    ) -> [Double] {
      let converter = YCbCrConverter(
        coding: YCbCrCoding(matrix: .bt601, range: .full, depth: 8), siting: siting, layout: .i420,
        output: .rgb8, upsampling: upsampling)
      return (0..<6).map { converter.codes(frame, x: $0, y: y).y }
    }
    #expect(row(0, .left) == [0, 32, 64, 96, 128, 128])
    #expect(row(0, .center) == [0, 16, 48, 80, 112, 128])
    #expect(row(0, .topLeft) == [0, 32, 64, 96, 128, 128])
    #expect(row(1, .topLeft) == [80, 96, 112, 128, 144, 144])
    #expect(row(1, .left) == [40, 64, 88, 112, 136, 136])
    #expect(row(2, .left) == [120, 128, 136, 144, 152, 152])
    #expect(row(3, .center) == [160, 160, 160, 160, 160, 160])
    #expect(row(1, .center, .nearest) == [0, 0, 64, 64, 128, 128])
  }
}

extension YCbCrLayout {
  static let i012 = planar(.yuv420, depth: 12)
}
