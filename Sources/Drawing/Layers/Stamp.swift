public import BromideKernels
public import BromideValues

/// A small picture that is drawn over the rows of a finished picture, in linear light.
///
/// A row does not depend on the rows drawn together with it, so several threads can draw different
/// rows. Pixels without cover keep their bytes.
public struct Stamp: Sendable {
  /// The covered part of the picture.
  public let region: Region
  private let light: ImageBuffer<Float>
  private let size: Size
  private let format: PixelFormat
  /// The linear value of each code, or empty for floats, which are linear.
  private let decoded: [Float]
  private let encode: EncodeKernel

  /// Creates a stamp.
  ///
  /// - Parameters:
  ///   - light: Linear red, green and blue in the picture's primaries, multiplied by alpha, and
  ///     alpha. A grey picture uses red.
  ///   - x: The first covered column.
  ///   - y: The first covered row. The picture must contain the stamp.
  ///   - size: The size of the picture.
  ///   - format: The format of the picture's pixels.
  ///   - transfer: The transfer function of its codes.
  public init(
    _ light: ImageBuffer<Float>, x: Int, y: Int, on size: Size, format: PixelFormat,
    transfer: TransferFunction, instructionSet: InstructionSet = .best
  ) {
    precondition(light.channels == 4, "red, green, blue and alpha")
    region = Region(x: x, y: y, width: light.width, height: light.height)
    precondition(!region.isEmpty && Region(size).contains(region), "a stamp within the picture")
    self.light = light
    self.size = size
    self.format = format
    let most = format.sample.maximum
    decoded =
      format.sample == .float32
      ? [] : (0...most).map { Float(transfer.decode(Double($0) / Double(most))) }
    encode = EncodeKernel(transfer, format: format, instructionSet: instructionSet)
  }

  /// Draws the stamp's part of some rows.
  ///
  /// - Parameters:
  ///   - rows: Rows of the picture.
  ///   - bytes: The rows, without gaps.
  @unsafe public func draw(onto bytes: UnsafeMutableRawBufferPointer, rows: Range<Int>) {
    precondition(
      bytes.count >= rows.count * size.width * format.bytesPerPixel, "bytes for all rows")
    let covered = rows.clamped(to: region.y..<region.endY)
    guard !covered.isEmpty else { return }
    let row = PlanarRow(capacity: region.width)
    let encoded = PixelMemory(byteCount: region.width * format.bytesPerPixel)
    var opacity = [Float](repeating: 1, count: region.width)
    unsafe light.withUnsafeSamples { samples in
      for y in covered {
        let first = ((y - rows.lowerBound) * size.width + region.x) * format.bytesPerPixel
        let target = unsafe bytes.baseAddress! + first
        let stamp = unsafe UnsafeBufferPointer(
          rebasing: samples[(y - region.y) * light.stride..<(y - region.y + 1) * light.stride])
        unsafe mix(stamp, target, into: row, &opacity)
        unsafe encode.encode(row, count: region.width, into: encoded.bytes.baseAddress!)
        unsafe put(encoded.bytes, opacity, stamp, into: target)
      }
    }
  }

  /// Mixes the light of a row: 1 − a of the picture and the premultiplied light of the stamp.
  ///
  /// - Parameter opacity: Receives the alpha of the result.
  private func mix(
    _ stamp: UnsafeBufferPointer<Float>, _ target: UnsafeMutableRawPointer, into row: PlanarRow,
    _ opacity: inout [Float]
  ) {
    let (channels, colors) = (format.channels, format.colorChannels)
    for x in 0..<region.width {
      let alpha = unsafe stamp[4 * x + 3]
      guard alpha > 0 else { continue }
      let rest = 1 - alpha
      let pixel = unsafe target + x * format.bytesPerPixel
      var below = SIMD3<Float>(repeating: unsafe value(pixel, 0))
      if colors == 3 {
        below.y = unsafe value(pixel, 1)
        below.z = unsafe value(pixel, 2)
      }
      let above = unsafe SIMD3<Float>(stamp[4 * x], stamp[4 * x + 1], stamp[4 * x + 2])
      guard format.hasAlpha else {
        row[x] = below * rest + above
        continue
      }
      let own = unsafe share(pixel, channels - 1)
      opacity[x] = own * rest + alpha
      row[x] = (below * (own * rest) + above) / opacity[x]
    }
  }

  /// Writes the covered pixels of an encoded row.
  private func put(
    _ encoded: UnsafeMutableRawBufferPointer, _ opacity: [Float],
    _ stamp: UnsafeBufferPointer<Float>, into target: UnsafeMutableRawPointer
  ) {
    let bytes = format.bytesPerPixel
    for x in 0..<region.width where unsafe stamp[4 * x + 3] > 0 {
      unsafe (target + x * bytes).copyMemory(
        from: encoded.baseAddress! + x * bytes, byteCount: bytes)
      guard format.hasAlpha else { continue }
      let last = unsafe target + x * bytes + (format.channels - 1) * format.sample.byteCount
      let code = (min(opacity[x], 1) * Float(format.sample.maximum)).rounded()
      switch format.sample {
      case .uint8: unsafe last.storeBytes(of: UInt8(code), as: UInt8.self)
      case .uint16: unsafe last.storeBytes(of: UInt16(code), as: UInt16.self)
      case .float32: unsafe last.storeBytes(of: min(opacity[x], 1), as: Float.self)
      }
    }
  }

  /// The linear light of a sample.
  private func value(_ pixel: UnsafeMutableRawPointer, _ channel: Int) -> Float {
    switch format.sample {
    case .uint8: decoded[Int(unsafe pixel.load(fromByteOffset: channel, as: UInt8.self))]
    case .uint16: decoded[Int(unsafe pixel.load(fromByteOffset: 2 * channel, as: UInt16.self))]
    case .float32: unsafe pixel.load(fromByteOffset: 4 * channel, as: Float.self)
    }
  }

  /// The alpha of a pixel, 0 to 1.
  private func share(_ pixel: UnsafeMutableRawPointer, _ channel: Int) -> Float {
    switch format.sample {
    case .uint8: Float(unsafe pixel.load(fromByteOffset: channel, as: UInt8.self)) / 255
    case .uint16: Float(unsafe pixel.load(fromByteOffset: 2 * channel, as: UInt16.self)) / 65535
    case .float32: unsafe pixel.load(fromByteOffset: 4 * channel, as: Float.self)
    }
  }
}
