import BromideValues

/// Samples of 8 or 16 bits that are composed in bands of rows.
func composedSamples(
  _ size: Size, _ format: PixelFormat, bands: [Range<Int>],
  _ compose: (Range<Int>, UnsafeMutableRawBufferPointer) -> Void
) -> ImageBuffer<UInt16> {
  let rowBytes = size.width * format.bytesPerPixel
  var bytes = [UInt8](repeating: 7, count: size.height * rowBytes)
  for rows in bands {
    unsafe bytes.withUnsafeMutableBytes { memory in
      unsafe compose(
        rows,
        UnsafeMutableRawBufferPointer(
          rebasing: memory[rows.lowerBound * rowBytes..<rows.upperBound * rowBytes]))
    }
  }
  var frame = ImageBuffer<UInt16>(size: size, channels: format.channels)
  unsafe bytes.withUnsafeBytes { memory in
    unsafe frame.withUnsafeMutableSamples { samples in
      for i in samples.indices {
        unsafe samples[i] =
          format.sample == .uint8
          ? UInt16(memory[i]) : memory.load(fromByteOffset: 2 * i, as: UInt16.self)
      }
    }
  }
  return frame
}
