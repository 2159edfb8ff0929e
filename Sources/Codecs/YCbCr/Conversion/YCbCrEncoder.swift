public import BromideKernels
public import BromideValues

/// Converts R′G′B′ pictures to YCbCr planes: the reverse of `YCbCrConverter`.
///
/// Subsampled chroma is filtered according to its siting before it is rounded. A sample between two
/// pixels uses their mean, and a sample on a pixel uses the weights ¼ ½ ¼. Beyond the edge the
/// outermost pixel repeats.
///
/// `InstructionSet.reference` is the rounded formula in double precision. All compiled variants
/// give equal bytes, which differ from the reference by at most 1 code value. 8-bit 4:2:0 and 4:2:2
/// from 8-bit pixels use integers (`YCbCr8EncodingForm`), and everything else uses single precision
/// (`YCbCrEncodingForm`).
public struct YCbCrEncoder: Sendable {
  /// The meaning of code values. Its depth equals the layout's depth.
  public let coding: YCbCrCoding
  /// The position of chroma samples if the layout subsamples them.
  public let siting: ChromaSiting
  /// The layout of the planes produced.
  public let layout: YCbCrLayout

  let instructionSet: InstructionSet
  private let matrix: Matrix3x3
  private let offset: SIMD3<Double>

  /// - Parameters:
  ///   - coding: Its depth must be the layout's depth, and its matrix must be linear.
  ///   - layout: One of `YCbCrLayout.named`.
  ///   - instructionSet: The compiled variant to run. It must be available.
  public init(
    coding: YCbCrCoding, siting: ChromaSiting = .left, layout: YCbCrLayout,
    instructionSet: InstructionSet = .best
  ) {
    precondition(coding.depth == layout.depth, "coding and layout have the same depth")
    precondition(
      layout.suitsKernels && !layout.hasAlpha && coding.matrix.isLinear,
      "a layout of video, and a matrix")
    self.coding = coding
    self.siting = siting
    self.layout = layout
    self.instructionSet = instructionSet
    matrix = Matrix3x3(diagonal: coding.extent) * coding.matrix.encoding
    offset = coding.offset
  }

  /// Returns the code values of one colour, clipped to the depth's range. Halves round up.
  ///
  /// - Parameter rgb: Nominally 0…1.
  public func codes(_ rgb: SIMD3<Double>) -> SIMD3<Int> {
    let values = matrix * rgb + offset
    return SIMD3(rounded(values.x), rounded(values.y), rounded(values.z))
  }

  /// Encodes a picture to planes without gaps, in the layout's order.
  ///
  /// Raw files store these bytes, and `YCbCrFrame.init(contiguous:)` reads them.
  ///
  /// - Parameters:
  ///   - image: A picture in RGB with 8 or 16 bits a sample, all of them used.
  ///   - start: Bytes to put before the result.
  public func encode<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>(
    _ image: ImageBuffer<Sample>, after start: [UInt8] = []
  ) -> [UInt8] {
    precondition(image.channels >= 3, "a picture in RGB")
    guard let byteCount = layout.byteCount(image.size) else {
      preconditionFailure("a picture of \(image.size) does not fit in memory")
    }
    if instructionSet == .reference || image.channels > 3 || needsFormula {
      return start + encodeByFormula(image, byteCount)
    }
    return unsafe [UInt8](unsafeUninitializedCapacity: start.count + byteCount) { bytes, count in
      _ = unsafe bytes.update(fromContentsOf: start)
      unsafe image.withUnsafeSamples { samples in
        unsafe encode(
          UnsafeRawBufferPointer(samples), MemoryLayout<Sample>.size == 1 ? .uint8 : .uint16,
          size: image.size,
          into: UnsafeMutableRawBufferPointer(
            UnsafeMutableBufferPointer(rebasing: bytes[start.count...])))
      }
      count = start.count + byteCount
    }
  }

  /// Whether to use the formula because the kernels do not support the chroma siting: on lower
  /// rows, or on upper rows between columns. Bromide never writes these sitings.
  var needsFormula: Bool {
    layout.subsampling.down == 2 && (siting.down == .last || siting == .top)
  }

  /// Encodes every sample by the formula of `codes`, in double precision. This is the reference.
  private func encodeByFormula<
    Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable
  >(_ image: ImageBuffer<Sample>, _ byteCount: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let value = (matrix * color(image, x, y) + offset).x
        write(rounded(value), to: &bytes, sample: y * image.width + x)
      }
    }
    if layout.subsampling != .grey { encodeChroma(image, into: &bytes) }
    return bytes
  }

  private func encodeChroma<Sample: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ image: ImageBuffer<Sample>, into bytes: inout [UInt8]
  ) {
    let size = layout.chromaSize(image.size)
    let (isPaired, isSwapped) = (layout.planeCount == 2, layout.arrangement.isSwapped)
    for j in 0..<size.height {
      for i in 0..<size.width {
        var sum = SIMD3<Double>()
        for (dy, wy) in weights(layout.subsampling.down, siting.down) {
          for (dx, wx) in weights(layout.subsampling.across, siting.across) {
            let x = min(max(i * layout.subsampling.across + dx, 0), image.width - 1)
            let y = min(max(j * layout.subsampling.down + dy, 0), image.height - 1)
            sum += wx * wy * color(image, x, y)
          }
        }
        let values = matrix * sum + offset
        for kind in 0..<2 {
          let place = isSwapped ? 1 - kind : kind
          let index = j * size.width + i
          write(
            rounded(values[1 + kind]), to: &bytes,
            sample: image.size.area + (isPaired ? 2 * index + place : place * size.area + index))
        }
      }
    }
  }

  /// Distances from the first pixel of a cell, with their weights. The weights sum to 1.
  private func weights(_ factor: Int, _ place: ChromaSiting.Place) -> [(Int, Double)] {
    if factor == 1 { return [(0, 1)] }
    return switch place {
    case .first: [(-1, 0.25), (0, 0.5), (1, 0.25)]
    case .middle: [(0, 0.5), (1, 0.5)]
    case .last: [(0, 0.25), (1, 0.5), (2, 0.25)]
    }
  }

  private func color<Sample: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ image: ImageBuffer<Sample>, _ x: Int, _ y: Int
  ) -> SIMD3<Double> {
    SIMD3(Double(image[x, y, 0]), Double(image[x, y, 1]), Double(image[x, y, 2]))
      / Double(Sample.max)
  }

  private func rounded(_ value: Double) -> Int {
    Int((min(max(value, 0), Double(coding.maximum)) + 0.5).rounded(.down))
  }

  private func write(_ value: Int, to bytes: inout [UInt8], sample: Int) {
    if layout.bytesPerSample == 1 {
      bytes[sample] = UInt8(value)
    } else {
      let stored = value << layout.shift
      bytes[2 * sample] = UInt8(stored & 255)
      bytes[2 * sample + 1] = UInt8(stored >> 8)
    }
  }
}
