internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
internal import BromideValues
internal import SystemPackage

/// A photo's mean colour, from a quick look at it.
struct MeanColor {
  /// Oklab of the mean linear light.
  private let color: Oklab

  /// Develops the photo at a small size. Returns `nil` if it cannot be decoded.
  init?(path: FilePath, context: RunContext) {
    var recipe = DevelopRecipe()
    recipe.demosaic = .half
    var loading = LoadSettings(context)
    loading.damaged = .keep
    guard let file = try? PhotoFile(path: path, settings: loading),
      let source = try? file.source().source,
      let sampler = try? PointSampler(
        raw: source, recipe: file.isStill ? StillPhoto.recipe(recipe) : recipe),
      let picture = try? sampler.thumbnail(longEdge: 64)
    else { return nil }
    var sum = SIMD3<Double>()
    let transfer = RGBSpace.srgb.transfer
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        for c in 0..<3 {
          let sample = picture[x, y, min(c, picture.channels - 1)]
          sum[c] += transfer.decode(Double(sample) / 255)
        }
      }
    }
    color = Oklab(xyz: RGBSpace.srgb.toXYZ * (sum / Double(picture.size.area)))
  }

  /// 0 black … 1 white.
  var lightness: Double { color.l }

  /// The hue in turns from red, 0 ..< 1, or `nil` for greys.
  var hue: Double? {
    guard color.lch.c > 0.005 else { return nil }
    let red = Oklab(xyz: RGBSpace.srgb.toXYZ * SIMD3(1, 0, 0)).lch.h
    let turn = (color.lch.h - red) / 360
    return turn - turn.rounded(.down)
  }
}
