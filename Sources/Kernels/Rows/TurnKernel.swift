public import BromideValues
internal import CBromideKernels

/// Moves finished pixels to their positions in a rotated or mirrored picture.
public enum TurnKernel {
  /// Copies pixel (x, y) of `input` to `output` + x·stepX + y·stepY bytes. One of the steps must be
  /// ± one pixel.
  ///
  /// - Parameters:
  ///   - stride: Bytes between two rows of the input. The input must be readable 2 bytes beyond the
  ///     last row.
  ///   - output: The address of pixel (0, 0).
  @unsafe public static func turn(
    _ input: UnsafeRawPointer, stride: Int, size: Size, bytesPerPixel: Int,
    to output: UnsafeMutableRawPointer, stepX: Int, stepY: Int
  ) {
    precondition(
      [1, 2, 3, 4, 6, 8, 12, 16].contains(bytesPerPixel), "1 to 4 channels of 8, 16 or 32 bits")
    precondition(abs(stepX) == bytesPerPixel || abs(stepY) == bytesPerPixel, "a turn or a mirror")
    unsafe bromide_turn_pixels(
      input.assumingMemoryBound(to: UInt8.self), stride, size.width, size.height, bytesPerPixel,
      output.assumingMemoryBound(to: UInt8.self), stepX, stepY)
  }
}
