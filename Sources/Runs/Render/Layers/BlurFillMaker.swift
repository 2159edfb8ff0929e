internal import BromideCodecs
internal import BromideDevelop
internal import BromideDrawing
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// Shows complete pictures over a blurred and enlarged copy that fills the frame.
final class BlurFillMaker: LayerMaker {
  private let maker: any LayerMaker
  private let form: FrameForm

  /// Creates the maker.
  ///
  /// - Parameters:
  ///   - maker: The maker of the pictures, which fit into the form's size.
  ///   - form: The form of the result.
  init(_ maker: any LayerMaker, form: FrameForm) {
    self.maker = maker
    self.form = form
  }

  var clipFacts: String? { maker.clipFacts }

  func inputs(of layer: ScheduledLayer) -> [FilePath] { maker.inputs(of: layer) }

  func identity(of layer: ScheduledLayer) throws(FrameError) -> String {
    try "over itself " + maker.identity(of: layer)
  }

  func memory(of layer: ScheduledLayer) -> Int {
    // The encoded picture, and 16-bit light in four channels.
    maker.memory(of: layer)
      + form.size.area * (3 * form.settings.photo.recipe.sample.byteCount + 8)
  }

  func open(_ crew: Crew) throws(FrameError) { try maker.open(crew) }

  func close() { maker.close() }

  func picture(
    of layer: ScheduledLayer, scratch: FrameScratch
  ) throws(FrameError) -> any LayerPicture {
    // The background fades with the picture, so combine both before fading.
    var opaque = layer
    opaque.filters[.opacity] = nil
    let picture = try maker.picture(of: opaque, scratch: scratch)
    guard picture.size != form.size else {
      return try maker.picture(of: layer, scratch: scratch)
    }
    return Picture(picture, form: form, opacity: layer.filters.number(.opacity))
  }

  /// A picture over its background.
  private struct Picture: LayerPicture {
    private let picture: any LayerPicture
    private let form: FrameForm
    private let opacity: Double

    init(_ picture: any LayerPicture, form: FrameForm, opacity: Double) {
      self.picture = picture
      self.form = form
      self.opacity = opacity
    }

    var size: Size { form.size }
    var format: PixelFormat {
      PixelFormat(channels: opacity < 1 ? 4 : 3, sample: form.settings.photo.recipe.sample)
    }
    var metadata: PhotoMetadata? { picture.metadata }
    var remark: FrameRemark? { picture.remark }
    var warnings: [Warning] { picture.warnings }
    var demosaics: Set<DemosaicMethod> { picture.demosaics }

    func draw(_ scratch: FrameScratch, into receive: RowReceiver) throws(FrameError) {
      let recipe = form.settings.photo.recipe
      let encoded = EncodedPicture(
        pixels: try picture.pixels(scratch), size: picture.size, format: picture.format,
        left: (size.width - picture.size.width) / 2, top: (size.height - picture.size.height) / 2)
      let light = LightPicture(encoded, transfer: recipe.space.transfer)
      let layers = [
        FrameLayer(.placed(PlacedPicture(groundOf: light, in: size))),
        FrameLayer(.encoded(encoded)),
      ]
      let compositor = Compositor(
        size: size, space: recipe.space, sample: recipe.sample, background: SIMD3(),
        instructionSet: form.instructionSet)
      let work = compositor.makeScratch()
      let opacity = opacity
      let fading = PixelMemory(
        byteCount: opacity < 1 ? 64 * size.width * format.bytesPerPixel : 0)
      try unsafe compositor.drawBands(
        scratch,
        into: { bytes throws(FrameError) in
          guard opacity < 1 else { return try unsafe receive(bytes) }
          try unsafe receive(Self.faded(bytes, opacity, recipe.sample, fading))
        },
        compose: { rows, bytes in
          unsafe compositor.compose(layers, rows: rows, scratch: work, into: bytes)
        })
    }

    /// Returns rows of RGB with an opacity as alpha.
    private static func faded(
      _ bytes: UnsafeRawBufferPointer, _ opacity: Double, _ sample: SampleFormat,
      _ memory: PixelMemory
    ) -> UnsafeRawBufferPointer {
      let width = sample.byteCount
      let alpha = UInt16((opacity * Double(sample.maximum)).rounded())
      let count = bytes.count / (3 * width)
      for i in 0..<count {
        let place = 4 * width * i
        for byte in 0..<3 * width {
          unsafe memory.bytes[place + byte] = bytes[3 * width * i + byte]
        }
        if width == 1 {
          unsafe memory.bytes[place + 3] = UInt8(alpha)
        } else {
          unsafe memory.bytes.storeBytes(of: alpha, toByteOffset: place + 6, as: UInt16.self)
        }
      }
      return unsafe UnsafeRawBufferPointer(rebasing: memory.bytes[..<(4 * width * count)])
    }
  }
}
