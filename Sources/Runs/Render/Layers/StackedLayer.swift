internal import BromideDrawing
internal import BromideLibc
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// A layer's picture and its position on the frame.
struct StackedLayer {
  let picture: any LayerPicture
  private let source: Int
  private let place: LayerPlace?
  private let wipe: LayerWipe?
  /// The size of the created picture, in pixels of the frame, or `nil` for the frame's size.
  private let canvas: LayerCanvas?
  /// Frame pixels per timeline pixel.
  private let scale: Double
  /// The data that the picture's pixels depend on, or an empty string if it fills the frame and is
  /// drawn once.
  private let identity: String

  /// Creates the layer.
  ///
  /// - Parameters:
  ///   - scale: Frame pixels per timeline pixel.
  ///   - isRepeated: Whether the layer shows one of a frame's several moments.
  init(
    _ layer: ScheduledLayer, by maker: any LayerMaker, scale: Double, isRepeated: Bool,
    _ scratch: FrameScratch
  ) throws(FrameError) {
    picture = try maker.picture(of: layer, scratch: scratch)
    source = layer.source
    place = layer.place
    wipe = layer.wipe
    canvas = (maker as? PlacedMaker)?.canvas
    self.scale = scale
    identity = place == nil && !isRepeated ? "" : try maker.identity(of: layer)
  }

  /// Whether the picture fills the frame and is completely visible.
  var fillsFrame: Bool { place == nil && wipe == nil }

  /// Returns whether the picture is the complete frame without further work.
  func isFrame(of format: PixelFormat, _ size: Size) -> Bool {
    fillsFrame && picture.size == size && picture.format == format
  }

  /// Whether any part of the picture is visible.
  var isVisible: Bool { place?.opacity ?? 1 > 0 && wipe?.share ?? 1 > 0 }

  /// Returns the layer for the compositor.
  func frameLayer(
    in frame: Size, _ space: RGBSpace, _ scratch: FrameScratch
  ) throws(FrameError) -> FrameLayer {
    let wipe = wipe.map { Wipe($0) }
    guard let place else {
      let (left, top) = (
        (frame.width - picture.size.width) / 2, (frame.height - picture.size.height) / 2
      )
      let pixels = try scratch.pixels(of: source, identity: identity) { () throws(FrameError) in
        try picture.pixels(scratch)
      }
      let encoded = EncodedPicture(
        pixels: pixels, size: picture.size, format: picture.format, left: left, top: top)
      return FrameLayer(.encoded(encoded), wipe: wipe)
    }
    let shrinks = canvas?.isMoving ?? false || factor(place, frame) < 1
    let light = try scratch.light(of: source, identity: "\(shrinks) \(identity)") {
      () throws(FrameError) in
      try picture.light(scratch, transfer: space.transfer, shrinks: shrinks)
    }
    return FrameLayer(
      .placed(PlacedPicture(light, placement(of: light.size, place, frame))), wipe: wipe)
  }

  /// Returns the scale for drawing the picture.
  private func factor(_ place: LayerPlace, _ frame: Size) -> Double {
    guard let canvas, let size = place.size else { return 1 }
    let frame = SIMD2(Double(frame.width), Double(frame.height))
    let ratio = size.pixels(in: frame, scale: scale) / canvas.exact
    return canvas.isLetters ? ratio.y : ratio.min()
  }

  private func placement(of size: Size, _ place: LayerPlace, _ frame: Size) -> Placement {
    let sides = SIMD2(Double(frame.width), Double(frame.height))
    let factor = factor(place, frame)
    let angle = place.rotation * .pi / 180
    let anchor = place.anchor * SIMD2(Double(size.width), Double(size.height)) * factor
    let turned = SIMD2(
      anchor.x * cos(angle) - anchor.y * sin(angle), anchor.x * sin(angle) + anchor.y * cos(angle))
    var origin = place.at.pixels(in: sides, scale: scale) + place.shift * sides - turned
    // Align upright layers at rest with pixels, so that they stay sharp.
    if place.isStill, place.rotation == 0 { origin = origin.rounded(.toNearestOrAwayFromZero) }
    return Placement(origin: origin, angle: angle, scale: factor, opacity: place.opacity)
  }
}

extension Wipe {
  fileprivate init(_ wipe: LayerWipe) {
    let shape: Shape =
      switch wipe.shape {
      case .linear(let degrees): .linear(angle: degrees * .pi / 180)
      case .radial(let x, let y): .radial(center: SIMD2(x, y))
      }
    self.init(shape, share: wipe.share, softness: wipe.softness)
  }
}

/// Creates a placed source at its largest size.
final class PlacedMaker: LayerMaker {
  /// The size of the created picture.
  let canvas: LayerCanvas
  private let maker: any LayerMaker

  init(_ maker: any LayerMaker, canvas: LayerCanvas) {
    self.maker = maker
    self.canvas = canvas
  }

  func inputs(of layer: ScheduledLayer) -> [FilePath] { maker.inputs(of: layer) }

  func identity(of layer: ScheduledLayer) throws(FrameError) -> String {
    try maker.identity(of: layer)
  }

  func memory(of layer: ScheduledLayer) -> Int {
    // 16-bit codes with four channels, and smaller levels.
    maker.memory(of: layer) + Int(canvas.exact.x * canvas.exact.y * 8 * 4 / 3)
  }

  func open(_ crew: Crew) throws(FrameError) { try maker.open(crew) }

  func close() { maker.close() }

  func picture(
    of layer: ScheduledLayer, scratch: FrameScratch
  ) throws(FrameError) -> any LayerPicture { try maker.picture(of: layer, scratch: scratch) }
}
