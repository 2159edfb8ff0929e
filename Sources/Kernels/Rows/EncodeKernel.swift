public import BromideValues
internal import CBromideKernels

/// Encodes a row of display-linear values: applies a matrix to the output's primaries, compresses
/// colours into their gamut, clips to 0…1, applies the transfer function, rounds to the nearest code value, and interleaves.
///
/// NaN and values below 0 become 0, values above 1 the maximum. Samples of `float32` are linear light
/// instead, neither clipped nor rounded: only NaN becomes 0. All compiled variants give equal bytes.
public struct EncodeKernel: Sendable {
  /// Layout of a written pixel.
  public let format: PixelFormat
  private let matrix: Matrix3x3?
  private let gamut: GamutCompression?
  private let transfer: TransferFunction
  /// The bits of every pixel's alpha.
  private let alpha: UInt32
  let instructionSet: InstructionSet
  private let coefficients: [Float]
  /// Luminance of red, green and blue; empty if the gamut is not compressed.
  private let weights: [Float]
  /// Nil for floats, which have no transfer function.
  private let table: TransferTable?

  /// - Parameters:
  ///   - matrix: Applied first, to three-channel pictures; nil for none.
  ///   - gamut: Applied next, to three-channel pictures; nil for none.
  ///   - transfer: The transfer function; linear for `float32`.
  ///   - format: Grey (the red plane alone) or RGB, with or without alpha, in the machine's byte order.
  ///   - alpha: Alpha of every pixel, 0…1; colours are not multiplied by it.
  ///   - instructionSet: The variant to run; it must be available.
  public init(
    matrix: Matrix3x3? = nil, gamut: GamutCompression? = nil, _ transfer: TransferFunction,
    format: PixelFormat, alpha: Double = 1, instructionSet: InstructionSet
  ) {
    self.format = format
    self.alpha =
      format.sample == .float32
      ? Float(alpha).bitPattern : UInt32((alpha * Double(format.sample.maximum)).rounded())
    self.matrix = format.colorChannels == 3 ? matrix : nil
    self.gamut = format.colorChannels == 3 ? gamut : nil
    self.transfer = transfer
    self.instructionSet = instructionSet
    coefficients = self.matrix?.floats ?? []
    weights =
      self.gamut.map { [Float($0.weights.x), Float($0.weights.y), Float($0.weights.z)] } ?? []
    precondition(format.sample != .float32 || transfer.isLinear, "floats are linear light")
    table =
      format.sample == .float32
      ? nil : TransferTable(transfer, maximum: format.sample.maximum)
  }

  /// Writes `count` pixels, `count · format.bytesPerPixel` bytes, and nothing beyond.
  @unsafe public func encode(
    _ row: PlanarRow, count: Int, into output: UnsafeMutableRawPointer
  ) {
    precondition(count <= row.capacity, "a count within the row")
    if instructionSet == .reference {
      unsafe encodeReference(row, count: count, into: output)
    } else {
      unsafe run(row, count: count, into: output)
    }
    unsafe addAlpha(to: output, count: count)
  }

  /// Makes room for alpha after each of `count` pixels without it, and puts it there.
  func addAlpha(to output: UnsafeMutableRawPointer, count: Int) {
    guard format.hasAlpha else { return }
    unsafe bromide_add_alpha(
      output.assumingMemoryBound(to: UInt8.self), count,
      format.colorChannels * format.sample.byteCount, format.sample.byteCount, alpha)
  }

  /// Makes codes of 8 bits plus ½ that are not rounded. Writes whole vectors of up to 16 floats.
  ///
  /// - Parameter codes: The plane of red, or grey; the others follow at a distance of `stride` floats.
  func makeCodes(
    of row: PlanarRow, count: Int, into codes: UnsafeMutablePointer<Float>, stride: Int
  ) {
    precondition(count <= row.capacity && format.sample == .uint8, "codes of a row")
    guard let table else { return }
    if instructionSet == .reference {
      for x in 0..<count {
        let pixel = light(of: row, x)
        for c in 0..<format.colorChannels {
          unsafe codes[c * stride + x] = Float(exactCode(pixel[c]) + 0.5)
        }
      }
      return
    }
    unsafe coefficients.withUnsafeBufferPointer { matrix in
      unsafe weights.withUnsafeBufferPointer { weights in
        unsafe table.withC { transfer in
          unsafe bromide_code_row(
            instructionSet.code, matrix.isEmpty ? nil : matrix.baseAddress,
            weights.isEmpty ? nil : weights.baseAddress, transfer, Int32(format.colorChannels),
            row.red, row.green, row.blue, count, codes, stride)
        }
      }
    }
  }

  /// Writes pixels without alpha.
  private func run(_ row: PlanarRow, count: Int, into output: UnsafeMutableRawPointer) {
    unsafe coefficients.withUnsafeBufferPointer { matrix in
      let base = matrix.isEmpty ? nil : matrix.baseAddress
      unsafe weights.withUnsafeBufferPointer { weights in
        let luminance = weights.isEmpty ? nil : weights.baseAddress
        guard let table else {
          return unsafe bromide_interleave_row(
            instructionSet.code, base, luminance, Int32(format.colorChannels), row.red, row.green,
            row.blue, count, output.assumingMemoryBound(to: Float.self))
        }
        unsafe table.withC { transfer in
          unsafe bromide_encode_row(
            instructionSet.code, base, luminance, transfer, Int32(format.colorChannels),
            Int32(format.sample.byteCount), row.red, row.green, row.blue, count, output)
        }
      }
    }
  }

  private func encodeReference(
    _ row: PlanarRow, count: Int, into output: UnsafeMutableRawPointer
  ) {
    for x in 0..<count {
      let pixel = light(of: row, x)
      for channel in 0..<format.colorChannels {
        let value = pixel[channel]
        let index = x * format.colorChannels + channel
        switch format.sample {
        case .uint8:
          unsafe output.storeBytes(of: UInt8(code(value)), toByteOffset: index, as: UInt8.self)
        case .uint16:
          unsafe output.storeBytes(
            of: UInt16(code(value)), toByteOffset: 2 * index, as: UInt16.self)
        case .float32:
          unsafe output.storeBytes(
            of: value.isNaN ? 0 : Float(value), toByteOffset: 4 * index, as: Float.self)
        }
      }
    }
  }

  /// A pixel in the output's primaries.
  private func light(of row: PlanarRow, _ x: Int) -> SIMD3<Double> {
    let pixel = matrix.map { $0 * SIMD3<Double>(row[x]) } ?? SIMD3<Double>(row[x])
    return gamut.map { $0(pixel) } ?? pixel
  }

  /// The formula for one value.
  func code(_ value: Double) -> Int { Int(exactCode(value).rounded()) }

  /// The code before it is rounded.
  private func exactCode(_ value: Double) -> Double {
    let clipped = value > 0 ? min(value, 1) : 0
    return transfer.encode(clipped) * Double(format.sample.maximum)
  }
}
