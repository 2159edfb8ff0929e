import BromideDevelop
import BromideValues
import TestSupport
import Testing

/// No gain depends on content: a frame with a bright spot added is the same everywhere else.
@Suite struct SpotTests {
  @Test(arguments: HighlightMode.allCases, ToneMode.allCases)
  func pictureIsUntouchedAwayFromABrightSpot(highlights: HighlightMode, tone: ToneMode) throws {
    let size = Size(width: 180, height: 120)
    let centre = NormalizedPoint(x: 0.3, y: 0.4)
    var plain = SyntheticPhoto(.landscape(seed: 5, octaves: 5), size: size)
    plain.exposure = -2
    plain.noise = SensorNoise()
    var spotted = plain
    spotted.scene = plain.scene.withSpot(at: centre, radius: 0.03, color: SIMD3(repeating: 50))
    var recipe = DevelopRecipe()
    recipe.highlightMode = highlights
    recipe.tone = tone
    recipe.sample = .uint16
    let before = try DevelopedPicture(plain, recipe: recipe)
    let after = try DevelopedPicture(spotted, recipe: recipe)
    // The spot's radius is 5.4 pixels, and the demosaic reaches 10 further.
    let near = Region(x: 54 - 16, y: 48 - 16, width: 32, height: 32)
    var (different, changed) = (0, 0)
    for (x, y) in size.places {
      let isSame = (0..<3).allSatisfy { before[x, y, $0] == after[x, y, $0] }
      if near.contains(Region(x: x, y: y, width: 1, height: 1)) {
        changed += isSame ? 0 : 1
      } else {
        different += isSame ? 0 : 1
      }
    }
    #expect(different == 0)
    #expect(changed > 60, "the spot itself is there")
  }
}
