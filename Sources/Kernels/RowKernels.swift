public import Color
public import Pixels

/// Applies a 3×3 matrix to a row in place (white-balanced camera RGB to the output's linear RGB, exposure included).
public struct MatrixKernel: Sendable {
  public init(_ matrix: Matrix3x3, instructionSet: InstructionSet) {
  }

  /// Maps the first `count` pixels.
  public func apply(to row: PlanarRow, count: Int) {
  }
}

/// Applies the tone curve to a row in place, keeping hues (the largest and smallest component go through the curve, the middle one keeps its relative place).
public struct ToneKernel: Sendable {
  public init(_ mode: ToneMode, instructionSet: InstructionSet) {
  }

  public func apply(to row: PlanarRow, count: Int) {
  }
}

/// Encodes a row of display-linear values: clip to 0…1, transfer function, round to the nearest code value, interleave.
public struct EncodeKernel: Sendable {
  public let format: PixelFormat

  /// - Parameter format: 1 channel (the red plane alone) or 3, 8 or 16 bits in the machine's byte order.
  public init(_ transfer: TransferFunction, format: PixelFormat, instructionSet: InstructionSet) {
    self.format = format
  }

  /// Writes `count` pixels, `count · format.bytesPerPixel` bytes, and nothing beyond.
  @unsafe public func encode(
    _ row: PlanarRow, count: Int, into output: UnsafeMutableRawPointer
  ) {
  }
}
