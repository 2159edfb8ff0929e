import BromideDevelop
import BromideKernels
import BromideValues
import TestSupport
import Testing

/// Pictures by one instruction set and by another: at least 99.9 % equal bytes, and 99.999 % at most 1 code value apart.
/// `DemosaicTieTests` shows what the rest is.
@Suite struct InstructionSetTests {
  private static let compiled = InstructionSet.available.filter { $0 != .reference }

  @Test(arguments: ToneMode.allCases, [HighlightMode.clip, .recover])
  func picturesAreEqualExceptForTies(tone: ToneMode, highlights: HighlightMode) throws {
    var photo = Self.photo
    photo.noise = SensorNoise()
    photo.exposure = 0.5
    try Self.compare(photo, tone, highlights)
  }

  /// Half the picture clipped in one channel or more, where the mosaic is even along one axis and directions are as clear as can be.
  @Test(arguments: ToneMode.allCases, [HighlightMode.clip, .recover])
  func clippedPicturesAreEqualToo(tone: ToneMode, highlights: HighlightMode) throws {
    var photo = Self.photo
    photo.light = .tungsten
    photo.options.white = 4095
    photo.exposure = 1.5
    try Self.compare(photo, tone, highlights)
  }

  private static var photo: SyntheticPhoto {
    #if DEBUG
      let size = Size(width: 421, height: 283)
    #else
      let size = Size(width: 2001, height: 1333)
    #endif
    return SyntheticPhoto(.landscape(seed: 11, octaves: 7), size: size)
  }

  private static func compare(
    _ photo: SyntheticPhoto, _ tone: ToneMode, _ highlights: HighlightMode
  ) throws {
    let samples = photo.samples()
    var recipe = DevelopRecipe()
    recipe.tone = tone
    recipe.highlightMode = highlights
    let pictures = try Self.compiled.map {
      try DevelopedPicture(photo, samples: samples, recipe: recipe, instructionSet: $0).samples
    }
    for (i, first) in pictures.enumerated() {
      for (j, second) in pictures.enumerated().dropFirst(i + 1) {
        var (different, apart) = (0, 0)
        for (a, b) in zip(first, second) where a != b {
          different += 1
          if abs(Int(a) - Int(b)) > 1 { apart += 1 }
        }
        let pair = "\(Self.compiled[i]) and \(Self.compiled[j]): \(different), \(apart)"
        #expect(different * 1000 <= first.count, "\(pair)")
        #expect(apart * 100_000 <= first.count, "\(pair)")
      }
    }
  }
}
