package import BromideValues

extension PictureEncoding {
  /// Returns the bytes that a complete picture needs: its pixels, and the memory of the library that
  /// encodes it. For formats that encode in bands, this is 0.
  package func memory(pixels: Int, _ format: PixelFormat) -> Int {
    let bytes = format.bytesPerPixel + libraryBytes(format.sample)
    return self.format.wholeCoder == nil
      ? 0 : pixels.multipliedReportingOverflow(by: bytes).partialValue
  }

  /// Returns the bytes per pixel that a library takes in addition to the picture, including the
  /// file. Measured with libjxl 0.7 and 0.11.2, libavif 0.11.1 and libwebp 1.2.4.
  func libraryBytes(_ sample: SampleFormat) -> Int {
    switch self {
    case .png, .jpeg, .tiff: 0
    case .jxl(let options):
      switch (JXLEncoderVersion.encodesChunks, options.isLossless) {
      case (true, true): (options.libraryEffort == 1 ? 1 : 9) + 3 * sample.byteCount
      case (true, false): 9
      case (false, true): sample == .uint8 ? 65 : 72
      case (false, false): 43
      }
    case .avif(let options): options.bits == 8 ? 15 : 35
    case .webp(let options): options.isLossless ? 26 : 5
    }
  }
}
