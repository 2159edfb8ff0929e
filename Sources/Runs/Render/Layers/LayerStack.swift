internal import BromideCodecs
internal import BromideDevelop
internal import BromideDrawing
internal import BromideKernels
internal import BromidePhotos
internal import BromideValues

/// Combines several layers to one picture with the frame's size and format.
///
/// The layers are drawn over each other in linear light. If the frame has no alpha, the lowest is
/// drawn over black. Also use this for a single layer with a different size or format than the
/// frame.
struct LayerStack: LayerPicture {
  let size: Size
  let format: PixelFormat
  let layers: [StackedLayer]
  private let space: RGBSpace
  private let instructionSet: InstructionSet

  /// Creates a stack.
  ///
  /// - Parameters:
  ///   - layers: The layers, lowest first, with the space's encoding and the format's sample type.
  ///   - format: RGB, with or without alpha.
  init(
    _ layers: [StackedLayer], size: Size, format: PixelFormat, space: RGBSpace,
    instructionSet: InstructionSet
  ) {
    precondition(format.colorChannels == 3, "a stack is in colour")
    self.layers = layers
    self.size = size
    self.format = format
    self.space = space
    self.instructionSet = instructionSet
  }

  /// Creates a stack of other layers with the same frame.
  init(_ layers: [StackedLayer], like other: LayerStack) {
    self.init(
      layers, size: other.size, format: other.format, space: other.space,
      instructionSet: other.instructionSet)
  }

  var metadata: PhotoMetadata? { layers.count == 1 ? layers[0].picture.metadata : nil }
  var remark: FrameRemark? { layers.lazy.compactMap(\.picture.remark).first }
  var warnings: [Warning] { layers.reduce(into: []) { $0.add($1.picture.warnings) } }
  var demosaics: Set<DemosaicMethod> {
    layers.reduce(into: []) { $0.formUnion($1.picture.demosaics) }
  }

  func draw(_ scratch: FrameScratch, into receive: RowReceiver) throws(FrameError) {
    let pictures = try frameLayers(scratch)
    let (compositor, work) = scratch.stacking.compositor(for: self)
    try unsafe compositor.drawBands(scratch, into: receive) { rows, bytes in
      unsafe compositor.compose(pictures, rows: rows, scratch: work, into: bytes)
    }
  }

  /// Returns all layers for the compositor.
  func frameLayers(_ scratch: FrameScratch) throws(FrameError) -> [FrameLayer] {
    var result: [FrameLayer] = []
    for layer in layers {
      try FrameError.checkSignal()
      if layer.isVisible { result.append(try layer.frameLayer(in: size, space, scratch)) }
    }
    return result
  }

  var compositor: Compositor {
    Compositor(
      size: size, space: space, sample: format.sample, background: format.hasAlpha ? nil : SIMD3(),
      instructionSet: instructionSet)
  }
}

/// The compositor of a thread's last stack, which usually fits the next one.
final class StackScratch {
  private var kept: (Compositor, CompositorScratch)?

  /// All frames of a thread have the same size and space.
  func compositor(for stack: LayerStack) -> (Compositor, CompositorScratch) {
    if let kept, kept.0.size == stack.size, kept.0.format == stack.format { return kept }
    let compositor = stack.compositor
    let pair = (compositor, compositor.makeScratch())
    kept = pair
    return pair
  }
}

extension Compositor {
  /// Passes all rows of a frame in bands.
  ///
  /// - Parameter compose: Draws rows into memory.
  @unsafe func drawBands(
    _ scratch: FrameScratch, into receive: RowReceiver,
    compose: (Range<Int>, UnsafeMutableRawBufferPointer) -> Void
  ) throws(FrameError) {
    // Small enough to stay in the cache until it is encoded.
    let bandHeight = 64
    let rowBytes = size.width * format.bytesPerPixel
    let memory = scratch.rows(byteCount: bandHeight * rowBytes)
    for top in stride(from: 0, to: size.height, by: bandHeight) {
      let rows = top..<min(top + bandHeight, size.height)
      let bytes = unsafe UnsafeMutableRawBufferPointer(
        rebasing: memory.bytes[..<(rows.count * rowBytes)])
      unsafe compose(rows, bytes)
      try unsafe receive(UnsafeRawBufferPointer(bytes))
    }
  }
}
