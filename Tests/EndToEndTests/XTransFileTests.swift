import BromideDevelop
import BromideRaw
import BromideSampling
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// X-Trans from a file next to LibRaw's picture: levels, balance, crop and colours are the same.
@Suite struct XTransFileTests {
  @Test(arguments: [DemosaicMethod.auto, .best, .half])
  func agreesWithLibRawsPicture(method: DemosaicMethod) throws {
    let file = try RawFile(
      path: FilePath(Package.testImages + "/landscape_xtrans_10bit.dng"), cameras: nil)
    func sampler(_ interpolation: LibRawInterpolation?) throws -> PointSampler {
      let photo = try file.decode(interpolation: interpolation)
      var recipe = DevelopRecipe()
      if interpolation == nil { recipe.demosaic = method }
      recipe.highlightMode = .clip
      return try PointSampler(
        raw: DevelopSource(
          image: photo.image, profile: photo.profile, defaultCrop: photo.defaultCrop,
          orientation: photo.orientation),
        recipe: recipe)
    }
    let (ours, theirs) = (try sampler(nil), try sampler(.ahd))
    #expect(theirs.size == Size(width: 640, height: 512))
    let (scratch, other) = (ours.makeScratch(), theirs.makeScratch())
    // In a half-size picture, pixels are half a pixel apart.
    let window = SampleWindow(side: .pixels(method == .half ? 20 : 40))
    for point in NormalizedPoint.grid(columns: 5, rows: 4, perspective: nil) {
      let a = try ours.sample(at: point, window: window, scratch: scratch).light
      let b = try theirs.sample(
        at: point, window: SampleWindow(side: .pixels(40)), scratch: other
      ).light
      for c in 0..<3 {
        #expect(abs(a[c] - b[c]) < 0.004 + 0.02 * b[c], "\(point): \(a) \(b)")
      }
    }
  }
}
