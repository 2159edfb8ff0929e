internal import BromideCodecs
internal import BromideDevelop
internal import BromideDrawing
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// The mean of several pictures in linear light: several photos in one frame, or the moments of a
/// frame with an open shutter.
struct MeanLayer: CombinedPicture {
  private let compositor: Compositor
  private let sum: LightSum
  private(set) var facts = LayerFacts()

  var size: Size { compositor.size }
  var format: PixelFormat { compositor.format }

  /// Draws moments of a frame. They must have the same format, and have equal weight.
  init(of stacks: [LayerStack], _ scratch: FrameScratch) throws(FrameError) {
    let (compositor, work) = scratch.stacking.compositor(for: stacks[0])
    let sum = compositor.makeSum()
    for stack in stacks {
      try FrameError.checkSignal()
      facts.note(stack)
      compositor.add(
        try stack.frameLayers(scratch), weight: 1 / Double(stacks.count), to: sum, scratch: work)
    }
    self.compositor = compositor
    self.sum = sum
    facts.metadata = stacks[0].metadata
  }

  /// Draws photos in order, so that only one is in memory.
  ///
  /// - Parameter picture: Creates the picture of a photo.
  init(
    of parts: [ScheduledLayer.PhotoPart], form: FrameForm, _ scratch: FrameScratch,
    picture: (Int) throws(FrameError) -> any LayerPicture
  ) throws(FrameError) {
    var made: (compositor: Compositor, work: CompositorScratch, sum: LightSum)?
    let recipe = form.settings.photo.recipe
    for part in parts {
      try FrameError.checkSignal()
      let drawn = try picture(part.photo)
      facts.note(drawn)
      if made == nil {
        // Pictures that do not fill the frame or have alpha can have different sizes.
        let isWhole = drawn.size == form.size && !drawn.format.hasAlpha
        let compositor = Compositor(
          size: form.size, space: recipe.space, sample: recipe.sample,
          background: isWhole ? SIMD3() : nil, instructionSet: form.instructionSet)
        made = (compositor, compositor.makeScratch(), compositor.makeSum())
      }
      let encoded = EncodedPicture(
        pixels: try drawn.pixels(scratch), size: drawn.size, format: drawn.format,
        left: (form.size.width - drawn.size.width) / 2,
        top: (form.size.height - drawn.size.height) / 2)
      if let made {
        made.compositor.add(
          [FrameLayer(.encoded(encoded))], weight: part.weight, to: made.sum, scratch: made.work)
      }
    }
    guard let made else { preconditionFailure("a mean has parts") }
    (compositor, sum) = (made.compositor, made.sum)
  }

  func draw(_ scratch: FrameScratch, into receive: RowReceiver) throws(FrameError) {
    let work = compositor.makeScratch()
    try unsafe compositor.drawBands(scratch, into: receive) { rows, bytes in
      unsafe compositor.put(sum, rows: rows, scratch: work, into: bytes)
    }
  }
}

/// Shows a sequence or clip with mixed photos.
///
/// Each thread keeps its last mixture. If the shutter is open while other layers move, or while
/// this layer moves without changing, all moments of a frame use the same mixture.
final class MixingMaker: LayerMaker {
  private let maker: any LayerMaker
  private let form: FrameForm

  /// The last mixture of a thread.
  private final class Mixed {
    let identity: String
    let mean: MeanLayer

    init(_ identity: String, _ mean: MeanLayer) { (self.identity, self.mean) = (identity, mean) }
  }

  init(_ maker: any LayerMaker, form: FrameForm) {
    self.maker = maker
    self.form = form
  }

  /// Returns the layer of each photo in the mixture.
  private func single(_ layer: ScheduledLayer) -> [(layer: ScheduledLayer, weight: Double)] {
    guard !layer.parts.isEmpty else { return [(layer, 1)] }
    return layer.parts.map { part in (one(part.photo, of: layer), part.weight) }
  }

  private func one(_ photo: Int, of layer: ScheduledLayer) -> ScheduledLayer {
    var one = layer
    one.photo = photo
    one.parts = []
    return one
  }

  var clipFacts: String? { maker.clipFacts }

  func inputs(of layer: ScheduledLayer) -> [FilePath] {
    var paths: [FilePath] = []
    for (layer, _) in single(layer) {
      paths += maker.inputs(of: layer).filter { !paths.contains($0) }
    }
    return paths
  }

  func identity(of layer: ScheduledLayer) throws(FrameError) -> String {
    var words = ""
    for (layer, weight) in single(layer) {
      words += try maker.identity(of: layer) + (weight == 1 ? "" : " by \(weight) ")
    }
    return words
  }

  func memory(of layer: ScheduledLayer) -> Int {
    // A sum of floats, and one encoded picture.
    let own = single(layer).map { maker.memory(of: $0.layer) }.max() ?? 0
    return own + form.size.area * 24
  }

  func open(_ crew: Crew) throws(FrameError) { try maker.open(crew) }

  func close() { maker.close() }

  func picture(
    of layer: ScheduledLayer, scratch: FrameScratch
  ) throws(FrameError) -> any LayerPicture {
    guard !layer.parts.isEmpty else { return try maker.picture(of: layer, scratch: scratch) }
    let identity = try identity(of: layer)
    if let kept = scratch[self] as? Mixed, kept.identity == identity { return kept.mean }
    // Free the memory before creating the next mixture.
    scratch[self] = nil
    let mean = try MeanLayer(of: layer.parts, form: form, scratch) { photo throws(FrameError) in
      try maker.picture(of: one(photo, of: layer), scratch: scratch)
    }
    scratch[self] = Mixed(identity, mean)
    return mean
  }
}
