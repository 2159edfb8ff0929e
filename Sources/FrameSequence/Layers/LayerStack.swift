internal import Color
internal import Kernels
internal import Metadata
internal import Pixels

/// Several layers as one picture of the frame's size and format: drawn over each other in linear light, the lowest over black
/// where the frame has no alpha. Also for one layer whose size or format is another than the frame's.
struct LayerStack: LayerPicture {
  let size: Size
  let format: PixelFormat
  let layers: [any LayerPicture]
  private let space: RGBSpace
  private let instructionSet: InstructionSet

  /// - Parameters:
  ///   - layers: The lowest first, in the space's encoding and the format's sample.
  ///   - format: RGB, with alpha or without.
  init(
    _ layers: [any LayerPicture], size: Size, format: PixelFormat, space: RGBSpace,
    instructionSet: InstructionSet
  ) {
    precondition(format.colorChannels == 3, "a stack is in colour")
    self.layers = layers
    self.size = size
    self.format = format
    self.space = space
    self.instructionSet = instructionSet
  }

  var metadata: PhotoMetadata? { layers.count == 1 ? layers[0].metadata : nil }
  var remark: FrameRemark? { layers.lazy.compactMap(\.remark).first }

  /// Bytes that a stack takes while it is drawn.
  static func memory(layers: Int, size: Size, format: PixelFormat) -> Int {
    layers * size.area * 4 * format.sample.byteCount
  }

  func draw(_ scratch: FrameScratch, into receive: RowReceiver) throws(FrameError) {
    var drawn: [Drawn] = []
    for layer in layers { drawn.append(try Drawn(layer, scratch, frame: size)) }
    let light = (0...format.sample.maximum).map {
      Float(space.transfer.decode(Double($0) / Double(format.sample.maximum)))
    }
    let opaque = PixelFormat(channels: 3, sample: format.sample)
    let encode = EncodeKernel(space.transfer, format: opaque, instructionSet: instructionSet)
    let row = PlanarRow(capacity: size.width)
    let colors = PixelMemory(byteCount: size.width * opaque.bytesPerPixel)
    let output = scratch.rows(byteCount: size.width * format.bytesPerPixel * Self.bandHeight)
    var mixed = [SIMD4<Float>](repeating: SIMD4(), count: size.width)
    for top in stride(from: 0, to: size.height, by: Self.bandHeight) {
      let rows = top..<min(top + Self.bandHeight, size.height)
      for y in rows {
        unsafe mixed.withUnsafeMutableBufferPointer { mixed in
          unsafe mixed.update(repeating: SIMD4(0, 0, 0, format.hasAlpha ? 0 : 1))
          for picture in drawn { unsafe picture.draw(y, light: light, onto: mixed) }
        }
        for x in 0..<size.width {
          let pixel = mixed[x]
          let alpha = max(pixel.w, .leastNormalMagnitude)
          row[x] = SIMD3(pixel.x, pixel.y, pixel.z) / alpha
        }
        let target =
          unsafe output.bytes.baseAddress! + (y - top) * size.width * format.bytesPerPixel
        if format.hasAlpha {
          unsafe encode.encode(row, count: size.width, into: colors.bytes.baseAddress!)
          unsafe interleave(colors.bytes, mixed, into: target)
        } else {
          unsafe encode.encode(row, count: size.width, into: target)
        }
      }
      let count = rows.count * size.width * format.bytesPerPixel
      try unsafe receive(UnsafeRawBufferPointer(rebasing: output.bytes[..<count]))
    }
  }

  /// Enough for PNG's encoder to find what repeats.
  private static var bandHeight: Int { 128 }

  private func interleave(
    _ colors: UnsafeMutableRawBufferPointer, _ pixels: [SIMD4<Float>],
    into target: UnsafeMutableRawPointer
  ) {
    let bytes = format.sample.byteCount
    let maximum = Float(format.sample.maximum)
    for x in 0..<size.width {
      unsafe (target + x * 4 * bytes).copyMemory(
        from: colors.baseAddress! + x * 3 * bytes, byteCount: 3 * bytes)
      let alpha = (min(max(pixels[x].w, 0), 1) * maximum).rounded()
      switch format.sample {
      case .uint8:
        unsafe target.storeBytes(of: UInt8(alpha), toByteOffset: x * 4 + 3, as: UInt8.self)
      case .uint16:
        unsafe target.storeBytes(of: UInt16(alpha), toByteOffset: x * 8 + 6, as: UInt16.self)
      }
    }
  }

  /// A layer's finished pixels and where they lie.
  private struct Drawn {
    let size: Size
    let format: PixelFormat
    let left: Int
    let top: Int
    let pixels: PixelMemory

    init(_ layer: any LayerPicture, _ scratch: FrameScratch, frame: Size) throws(FrameError) {
      size = layer.size
      format = layer.format
      left = (frame.width - size.width) / 2
      top = (frame.height - size.height) / 2
      let memory = PixelMemory(byteCount: size.area * format.bytesPerPixel)
      var done = 0
      try unsafe layer.draw(scratch) { bytes throws(FrameError) in
        unsafe (memory.bytes.baseAddress! + done).copyMemory(
          from: bytes.baseAddress!, byteCount: bytes.count)
        done += bytes.count
      }
      pixels = memory
    }

    /// Draws a row of the frame over what is there: red, green, blue times alpha, and alpha.
    func draw(_ y: Int, light: [Float], onto row: UnsafeMutableBufferPointer<SIMD4<Float>>) {
      guard y >= top, y < top + size.height else { return }
      let channels = format.channels
      let start = (y - top) * size.width * channels
      let scale = 1 / Float(format.sample.maximum)
      for x in max(0, -left)..<min(size.width, row.count - left) {
        let at = start + x * channels
        let red = light[code(at)]
        var color = SIMD4<Float>(red, red, red, 1)
        if channels >= 3 {
          color.y = light[code(at + 1)]
          color.z = light[code(at + 2)]
        }
        if format.hasAlpha {
          let alpha = Float(code(at + channels - 1)) * scale
          color *= SIMD4(alpha, alpha, alpha, alpha)
        }
        let below = unsafe row[left + x]
        unsafe row[left + x] = color + below * (1 - color.w)
      }
    }

    private func code(_ index: Int) -> Int {
      switch format.sample {
      case .uint8: unsafe Int(pixels.bytes[index])
      case .uint16: unsafe Int(pixels.bytes.load(fromByteOffset: 2 * index, as: UInt16.self))
      }
    }
  }
}
