public import BromideKernels
public import BromideValues

/// Draws pictures over each other onto frames, in linear light.
///
/// A compositor is immutable. Any thread can draw any rows of any frame with its scratch memory. A
/// row does not depend on the rows drawn together with it.
public struct Compositor: Sendable {
  /// The size of a frame.
  public let size: Size
  /// RGB, or RGBA with straight alpha if there is no background.
  public let format: PixelFormat
  private let space: RGBSpace
  private let background: SIMD4<Float>
  private let kernel: ComposeKernel
  private let encode: EncodeKernel

  /// Creates a compositor.
  ///
  /// - Parameters:
  ///   - space: The colour space of frames. Pictures must have the same primaries.
  ///   - background: sRGB code values from 0 to 1, or `nil` for a transparent background.
  public init(
    size: Size, space: RGBSpace, sample: SampleFormat, background: SIMD3<Double>?,
    instructionSet: InstructionSet = .best
  ) {
    self.size = size
    self.space = space
    format = PixelFormat(channels: background == nil ? 4 : 3, sample: sample)
    self.background =
      background.map { codes in
        var light = SIMD3<Double>()
        for c in 0..<3 { light[c] = TransferFunction.srgb.decode(codes[c]) }
        return SIMD4<Float>(SIMD3<Float>(RGBSpace.srgb.matrix(to: space) * light), 1)
      } ?? SIMD4()
    kernel = ComposeKernel(instructionSet: instructionSet)
    encode = EncodeKernel(
      space.transfer, format: PixelFormat(channels: format.channels, sample: sample),
      instructionSet: instructionSet)
  }

  /// Creates the working memory for one thread.
  public func makeScratch() -> CompositorScratch {
    let scratch = CompositorScratch(width: size.width, bytesPerPixel: format.bytesPerPixel)
    unsafe finish(
      fill(scratch, 0..<size.width), 0..<size.width, scratch,
      into: scratch.blank.bytes.baseAddress!)
    return scratch
  }

  /// Draws some rows of a frame.
  ///
  /// - Parameters:
  ///   - pictures: The pictures, lowest first.
  ///   - rows: Rows of the frame.
  ///   - output: Memory for the rows, without gaps.
  @unsafe public func compose(
    _ pictures: [PlacedPicture], rows: Range<Int>, scratch: CompositorScratch,
    into output: UnsafeMutableRawBufferPointer
  ) {
    let drawn = pictures.compactMap { DrawnRows($0, size: size) }
    unsafe compose(drawn, rows, scratch, output) { picture, start, count, pixels in
      unsafe kernel.draw(picture.shown, from: start, count: count, onto: pixels)
    }
  }

  /// Draws some rows of a frame from pictures with the frame's encoding.
  ///
  /// - Parameters:
  ///   - pictures: The pictures, lowest first. They must have the frame's transfer function and
  ///     bits per sample.
  ///   - rows: Rows of the frame.
  ///   - output: Memory for the rows, without gaps.
  @unsafe public func compose(
    _ pictures: [EncodedPicture], rows: Range<Int>, scratch: CompositorScratch,
    into output: UnsafeMutableRawBufferPointer
  ) {
    precondition(
      pictures.allSatisfy { $0.format.sample == format.sample }, "pictures of the frame's sample")
    let light = scratch.light(of: space.transfer, maximum: format.sample.maximum)
    let drawn = pictures.map { EncodedRows($0, size: size) }
    unsafe compose(drawn, rows, scratch, output) { picture, offset, count, pixels in
      unsafe kernel.draw(
        picture.codes + offset, count: count, format: picture.format, light: light, onto: pixels)
    }
  }

  /// Draws some rows of a frame from layers of both kinds.
  ///
  /// - Parameters:
  ///   - layers: The layers, lowest first. Encoded layers must have the frame's transfer function
  ///     and bits per sample.
  ///   - rows: Rows of the frame.
  ///   - output: Memory for the rows, without gaps.
  @unsafe public func compose(
    _ layers: [FrameLayer], rows: Range<Int>, scratch: CompositorScratch,
    into output: UnsafeMutableRawBufferPointer
  ) {
    let drawn = layers.compactMap { LayerRows($0, size: size) }
    unsafe compose(drawn, rows, scratch, output) { layer, start, count, pixels in
      unsafe draw(layer, start, count, scratch, pixels)
    }
  }

  /// Draws one row of layers over the background and passes its linear light to `body`.
  func light(
    _ layers: [FrameLayer], row y: Int, _ scratch: CompositorScratch,
    _ body: (UnsafeMutablePointer<SIMD4<Float>>) -> Void
  ) {
    let pixels = unsafe fill(scratch, 0..<size.width)
    for layer in layers {
      guard let rows = LayerRows(layer, size: size), let (columns, start) = rows.row(y) else {
        continue
      }
      unsafe draw(rows, start, columns.count, scratch, pixels + 4 * columns.lowerBound)
    }
    unsafe pixels.withMemoryRebound(to: SIMD4<Float>.self, capacity: size.width) {
      unsafe body($0)
    }
  }

  /// Draws `count` pixels of a layer. For a wipe, this draws onto an empty row, then adds the
  /// visible part to the pixels.
  private func draw(
    _ layer: LayerRows, _ start: LayerRows.Place, _ count: Int, _ scratch: CompositorScratch,
    _ pixels: UnsafeMutablePointer<Float>
  ) {
    let hidden = unsafe layer.edge == nil ? nil : scratch.emptyRow(count)
    let target = unsafe hidden ?? pixels
    switch (layer.content, start.beginning) {
    case (.placed(let rows), .start(let place)):
      unsafe kernel.draw(rows.shown, from: place, count: count, onto: target)
    case (.encoded(let rows), .offset(let offset)):
      precondition(rows.format.sample == format.sample, "pictures of the frame's sample")
      unsafe kernel.draw(
        rows.codes + offset, count: count, format: rows.format,
        light: scratch.light(of: space.transfer, maximum: format.sample.maximum), onto: target)
    default: preconditionFailure("a row begins in its picture's form")
    }
    guard let edge = layer.edge, let hidden = unsafe hidden else { return }
    for x in 0..<count {
      let share = Float(edge.cover(start.center + layer.step * Double(x)))
      guard share > 0 else { continue }
      let rest = unsafe 1 - hidden[4 * x + 3] * share
      for c in 4 * x..<4 * x + 4 {
        unsafe pixels[c] = pixels[c] * rest + hidden[c] * share
      }
    }
  }

  /// Draws rows of a frame.
  ///
  /// - Parameter draw: Draws this number of pixels of a picture.
  private func compose<Picture: RowPicture>(
    _ pictures: [Picture], _ rows: Range<Int>, _ scratch: CompositorScratch,
    _ output: UnsafeMutableRawBufferPointer,
    draw: (Picture, Picture.Place, Int, UnsafeMutablePointer<Float>) -> Void
  ) {
    let rowBytes = size.width * format.bytesPerPixel
    precondition(
      rows.lowerBound >= 0 && rows.upperBound <= size.height, "rows within the frame")
    precondition(output.count >= rows.count * rowBytes, "memory for all rows")
    let blank = unsafe UnsafeRawBufferPointer(rebasing: scratch.blank.bytes[..<rowBytes])
    for y in rows {
      let target = unsafe output.baseAddress! + (y - rows.lowerBound) * rowBytes
      let parts = pictures.indices.compactMap { index in
        pictures[index].row(y).map { (index, $0.columns, $0.place) }
      }
      let first = parts.map(\.1.lowerBound).min() ?? size.width
      let touched = first..<(parts.map(\.1.upperBound).max() ?? first)
      if touched.count < size.width {
        unsafe target.copyMemory(from: blank.baseAddress!, byteCount: rowBytes)
      }
      guard !touched.isEmpty else { continue }
      let pixels = unsafe fill(scratch, touched)
      for (index, columns, place) in parts {
        unsafe draw(
          pictures[index], place, columns.count, pixels + 4 * columns.lowerBound)
      }
      unsafe finish(pixels, touched, scratch, into: target)
    }
  }

  /// Fills columns of a scratch row with the background.
  ///
  /// - Returns: The row.
  private func fill(
    _ scratch: CompositorScratch, _ columns: Range<Int>
  ) -> UnsafeMutablePointer<Float> {
    let row = unsafe scratch.pixels.bytes.assumingMemoryBound(to: Float.self).baseAddress!
    unsafe row.withMemoryRebound(to: SIMD4<Float>.self, capacity: size.width) { row in
      unsafe (row + columns.lowerBound).update(repeating: background, count: columns.count)
    }
    return unsafe row
  }

  /// Encodes columns of a row.
  func finish(
    _ pixels: UnsafeMutablePointer<Float>, _ columns: Range<Int>, _ scratch: CompositorScratch,
    into row: UnsafeMutableRawPointer
  ) {
    let alpha = unsafe scratch.alpha.bytes.assumingMemoryBound(to: Float.self).baseAddress!
    let target = unsafe row + columns.lowerBound * format.bytesPerPixel
    unsafe kernel.separate(
      pixels + 4 * columns.lowerBound, count: columns.count, into: scratch.row,
      alpha: format.hasAlpha ? alpha : nil)
    unsafe encode.encode(scratch.row, count: columns.count, into: target)
    if format.hasAlpha {
      unsafe kernel.put(alpha: alpha, count: columns.count, sample: format.sample, into: target)
    }
  }
}

/// The working memory of one thread that draws frames of one width.
public final class CompositorScratch {
  /// A row of red, green, blue and alpha.
  let pixels: PixelMemory
  let alpha: PixelMemory
  let row: PlanarRow
  /// The encoded background.
  let blank: PixelMemory
  /// A row for wipes, allocated on first use.
  private var hidden: PixelMemory?
  private var light: [Float] = []

  init(width: Int, bytesPerPixel: Int) {
    pixels = PixelMemory(byteCount: width * MemoryLayout<SIMD4<Float>>.stride)
    alpha = PixelMemory(byteCount: width * MemoryLayout<Float>.stride)
    row = PlanarRow(capacity: width)
    blank = PixelMemory(byteCount: width * bytesPerPixel)
  }

  /// Returns a row that starts with this number of empty pixels.
  func emptyRow(_ count: Int) -> UnsafeMutablePointer<Float> {
    let memory = hidden ?? PixelMemory(byteCount: unsafe pixels.bytes.count)
    hidden = memory
    let row = unsafe memory.bytes.assumingMemoryBound(to: Float.self).baseAddress!
    unsafe row.update(repeating: 0, count: 4 * count)
    return unsafe row
  }

  /// Returns the linear value of each code of the frame, computed on first use.
  func light(of transfer: TransferFunction, maximum: Int) -> [Float] {
    if light.isEmpty {
      light = (0...maximum).map { Float(transfer.decode(Double($0) / Double(maximum))) }
    }
    return light
  }
}

/// A picture that is drawn row by row.
protocol RowPicture {
  /// The position of the picture in a row.
  associatedtype Place
  /// Returns the frame's columns that the picture covers in a row, and its position there, or `nil`
  /// if the row does not contain it.
  func row(_ y: Int) -> (columns: Range<Int>, place: Place)?
}
