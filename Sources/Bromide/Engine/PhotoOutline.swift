internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideSampling
internal import BromideValues

/// The shape of a developed picture.
package struct PictureShape: Sendable, Hashable {
  /// Width and height in pixels.
  package let size: Size
  /// The samples per pixel: 1 for grey or 3 for RGB, and one more with alpha.
  package let channels: Int
  /// The orientation that the host must apply, as Exif's number. It is 1 unless `orientation=keep`
  /// is set.
  package let orientation: Int
}

/// A photo without pixels, which is enough to compute the size of a picture.
///
/// The size depends on the header and on the recipe's geometry only. Lens corrections move pixels
/// inside it.
struct PhotoOutline {
  private let size: Size
  private let defaultCrop: Region
  private let userCrop: Region?
  private let orientation: Orientation
  private let pixelAspect: Double
  private let channels: Int
  private let hasMosaic: Bool

  /// Returns the outline of an opened photo, or `nil` if it needs the pixels.
  init?(_ file: PhotoFile, _ context: RunContext) {
    switch file {
    case .still(let picture):
      size = picture.size
      defaultCrop = Region(picture.size)
      userCrop = nil
      orientation = picture.metadata.orientation
      (pixelAspect, channels, hasMosaic) = (1, 3, false)
    case .raw(let raw):
      let inspection = RawInspection.read(path: raw.path, context: context)
      guard inspection.failure == nil, let details = inspection.details,
        details.colors == 1 || details.colors == 3, !details.corrections.contains("TrimBounds"),
        details.activeArea.size == raw.size
      else { return nil }
      size = raw.size
      defaultCrop = raw.defaultCrop
      userCrop = raw.userCrop
      orientation = raw.metadata.orientation
      pixelAspect = details.pixelAspect
      channels = details.colors
      hasMosaic = details.pattern != nil
    }
  }

  /// Returns the shape of a picture, or `nil` if it needs the pixels.
  ///
  /// - Throws: `DevelopError` if the photo does not support the recipe.
  func shape(_ settings: PhotoSettings) throws(DevelopError) -> PictureShape? {
    let requested = settings.recipe
    if hasMosaic, settings.loading.interpolation != nil || requested.demosaic == .half {
      return nil
    }
    // This does not measure, so it does not read pixels.
    var shaping = settings
    shaping.balancePlace = nil
    shaping.recipe = DevelopRecipe()
    shaping.recipe.cropArea = requested.cropArea
    shaping.recipe.orientation = requested.orientation
    shaping.recipe.size = requested.size
    shaping.recipe.filters[.crop] = requested.filters[.crop]
    shaping.recipe.filters[.zoom] = requested.filters[.zoom]
    shaping.recipe.filters[.rotation] = requested.filters[.rotation]
    shaping.recipe.optics.rotationFit = requested.optics.rotationFit
    let source = try source(size, orientation: settings.loading.orientation ?? orientation)
    let developer = try Developer(source, recipe: try shaping.recipe(for: source))
    return PictureShape(
      size: developer.outputSize, channels: try format(requested).channels,
      orientation: requested.orientation == .keep ? source.orientation.rawValue : 1)
  }

  /// Returns the format of a picture. A tiny photo is enough.
  private func format(_ requested: DevelopRecipe) throws(DevelopError) -> PixelFormat {
    var recipe = DevelopRecipe()
    recipe.sample = requested.sample
    recipe.tableLook = requested.tableLook
    recipe.filters = requested.filters
    for parameter in [Parameter.crop, .zoom, .rotation] { recipe.filters[parameter] = nil }
    return try Developer(source(Size(width: 16, height: 16)), recipe: recipe).format
  }

  /// Creates a photo with this shape. Its memory is never read.
  private func source(
    _ size: Size, orientation: Orientation = .upright
  ) throws(DevelopError) -> DevelopSource {
    let (width, overflow) = size.width.multipliedReportingOverflow(by: channels)
    guard !overflow, let bytes = ImageBuffer<UInt16>.byteCount(size, channels) else {
      throw .outOfMemory(bytes: .max)
    }
    guard let memory = PixelMemory(attempting: bytes) else { throw .outOfMemory(bytes: bytes) }
    let samples = unsafe PlaneView<UInt16>(
      base: UnsafePointer(memory.bytes.baseAddress!.assumingMemoryBound(to: UInt16.self)),
      width: width, height: size.height, stride: width, owner: memory)
    let isWhole = size == self.size
    var source = DevelopSource(
      image: .linear(LinearImage(samples: samples, channels: channels, white: 65535)),
      profile: CameraProfile(
        calibrations: [.init(illuminant: .d65, colorMatrix: RGBSpace.srgb.fromXYZ)],
        asShotMultipliers: SIMD3(1, 1, 1)),
      defaultCrop: isWhole ? defaultCrop : Region(size), orientation: orientation,
      pixelAspect: isWhole ? pixelAspect : 1)
    if isWhole { source.userCrop = userCrop }
    return source
  }
}
