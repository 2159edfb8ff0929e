public import BromideValues
internal import CBromideKernels

/// Encodes a row of display-linear values.
///
/// The steps are: apply a matrix to the output's primaries, compress colours into the gamut, clip
/// to 0…1, apply the transfer function, round to the nearest code value, and interleave. NaN and
/// values below 0 become 0, and values above 1 become the maximum. `float32` samples are linear
/// light without clipping and rounding, but NaN becomes 0. All compiled variants give equal bytes.
public struct EncodeKernel: Sendable {
  /// Layout of a written pixel.
  public let format: PixelFormat
  private let matrix: Matrix3x3?
  private let gamut: GamutCompression?
  private let transfer: TransferFunction
  /// The alpha bits of every pixel.
  private let alpha: UInt32
  let instructionSet: InstructionSet
  private let coefficients: [Float]
  /// Luminance weights of red, green and blue, or empty to skip the gamut compression.
  private let weights: [Float]
  /// The transfer function, or `nil` for floats.
  private let table: TransferTable?

  /// - Parameters:
  ///   - matrix: The first step for three channels, or `nil`.
  ///   - gamut: The second step for three channels, or `nil`.
  ///   - transfer: The transfer function. Use a linear one for `float32`.
  ///   - format: Grey (from the red plane) or RGB, with or without alpha, in the machine's byte
  ///     order.
  ///   - alpha: Alpha of every pixel, 0…1. Colours are not multiplied by it.
  ///   - instructionSet: The variant to run. It must be available.
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

  /// Writes `count` pixels: exactly `count · format.bytesPerPixel` bytes.
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

  /// Inserts alpha after each of `count` pixels.
  func addAlpha(to output: UnsafeMutableRawPointer, count: Int) {
    guard format.hasAlpha else { return }
    unsafe bromide_add_alpha(
      output.assumingMemoryBound(to: UInt8.self), count,
      format.colorChannels * format.sample.byteCount, format.sample.byteCount, alpha)
  }

  /// Writes 8-bit codes plus ½ without rounding. Writes complete vectors of up to 16 floats.
  ///
  /// - Parameter codes: The plane of red, or grey. The other planes follow at a distance of
  ///   `stride` floats.
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

  /// Returns a pixel in the output's primaries.
  private func light(of row: PlanarRow, _ x: Int) -> SIMD3<Double> {
    let pixel = matrix.map { $0 * SIMD3<Double>(row[x]) } ?? SIMD3<Double>(row[x])
    return gamut.map { $0(pixel) } ?? pixel
  }

  /// Returns the code of one value.
  func code(_ value: Double) -> Int { Int(exactCode(value).rounded()) }

  /// Returns the code before rounding.
  private func exactCode(_ value: Double) -> Double {
    let clipped = value > 0 ? min(value, 1) : 0
    return transfer.encode(clipped) * Double(format.sample.maximum)
  }
}
