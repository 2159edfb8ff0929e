internal import BromideCodecs
internal import BromideDevelop
internal import BromideDrawing
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// A layer that is drawn as light: text or a colour.
struct LightLayer: LayerPicture {
  let picture: LightPicture
  private let compositor: Compositor

  init(_ picture: LightPicture, form: FrameForm) {
    self.picture = picture
    let recipe = form.settings.photo.recipe
    compositor = Compositor(
      size: picture.size, space: recipe.space, sample: recipe.sample, background: nil,
      instructionSet: form.instructionSet)
  }

  var size: Size { picture.size }
  var format: PixelFormat { compositor.format }
  var metadata: PhotoMetadata? { nil }
  var remark: FrameRemark? { nil }

  func draw(_ scratch: FrameScratch, into receive: RowReceiver) throws(FrameError) {
    let work = compositor.makeScratch()
    try unsafe compositor.drawBands(scratch, into: receive) { rows, bytes in
      unsafe compositor.compose(
        [PlacedPicture(picture)], rows: rows, scratch: work, into: bytes)
    }
  }

  func light(
    _ scratch: FrameScratch, transfer: TransferFunction, shrinks: Bool
  ) throws(FrameError) -> LightPicture {
    shrinks ? picture.part(Region(picture.size), shrinks: true) : picture
  }
}

/// Shows a colour.
final class ColorMaker: LayerMaker {
  private let form: FrameForm
  private let color: SIMD3<Double>

  /// Creates the maker.
  ///
  /// - Parameter color: sRGB code values from 0 to 1.
  init(_ color: SIMD3<Double>, form: FrameForm) {
    self.color = color
    self.form = form
  }

  func inputs(of layer: ScheduledLayer) -> [FilePath] { [] }

  func identity(of layer: ScheduledLayer) throws(FrameError) -> String {
    "color \(color) \(form.size) \(form.settings.photo.recipe.space.name)"
  }

  func memory(of layer: ScheduledLayer) -> Int { form.size.area * 8 }

  func open(_ crew: Crew) {}

  func close() {}

  func picture(
    of layer: ScheduledLayer, scratch: FrameScratch
  ) throws(FrameError) -> any LayerPicture {
    let code = SIMD3(
      RGBSpace.srgb.transfer.decode(color.x), RGBSpace.srgb.transfer.decode(color.y),
      RGBSpace.srgb.transfer.decode(color.z))
    let light = RGBSpace.srgb.matrix(to: form.settings.photo.recipe.space) * code
    var codes = ImageBuffer<UInt16>(size: form.size, channels: 3)
    unsafe codes.withUnsafeMutableSamples { samples in
      for i in 0..<form.size.area {
        for c in 0..<3 {
          let root = min(max(light[c], 0), 1).squareRoot()
          unsafe samples[3 * i + c] = UInt16((root * 65535).rounded())
        }
      }
    }
    return LightLayer(LightPicture(codes: codes), form: form)
  }
}
