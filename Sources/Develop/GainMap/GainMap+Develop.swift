public import BromideKernels
internal import BromideLibc
public import BromideSystem
public import BromideValues

extension GainMap {
  /// Measures how much light of a photo is above the white of its picture.
  ///
  /// The photo is developed again at a quarter of the picture's size, in linear light, without the
  /// filters on the finished picture. The gain depends on luminance only, so hues stay.
  ///
  /// - Parameters:
  ///   - source: The photo.
  ///   - recipe: The recipe of the picture.
  ///   - picture: The picture's size.
  ///   - headroom: The stops of the largest code. Larger gains are clipped.
  ///   - isWhole: Whether the map has the size of the picture instead of a quarter.
  ///   - instructionSet: The instruction set of the kernels.
  ///   - crew: The threads to use.
  /// - Throws: `DevelopError.unsupported` if this photo does not support the recipe.
  public init(
    of source: DevelopSource, recipe: DevelopRecipe, picture: Size, headroom: Double,
    isWhole: Bool = false,
    instructionSet: InstructionSet = .best, crew: Crew = .alone
  ) throws(DevelopError) {
    let developer = try Developer(
      source, recipe: isWhole ? recipe.linearLight : recipe.linearLight(of: picture),
      instructionSet: instructionSet,
      crew: crew)
    let scale = GainScale(
      ExtendedHighlights(recipe.rendering), headroom: headroom,
      luminance: recipe.space.toXYZ.rows[1])
    let channels = developer.format.channels
    let width = developer.outputSize.width
    let bands: [[UInt8]] = crew.map(
      developer.bandCount, makeScratch: { developer.makeScratch() },
      work: { (band: Int, scratch: DevelopScratch) in
        let count = developer.rows(ofBand: band).count * width
        var pixels = [Float](repeating: 0, count: count * channels)
        unsafe pixels.withUnsafeMutableBytes {
          unsafe developer.develop(band: band, scratch: scratch, into: $0)
        }
        return (0..<count).map { index in
          channels == 1
            ? scale.code(pixels[index])
            : scale.code(
              SIMD3(pixels[3 * index], pixels[3 * index + 1], pixels[3 * index + 2]))
        }
      })
    self.init(
      size: developer.outputSize, codes: bands.flatMap { $0 }, headroom: headroom)
  }
}

extension DevelopRecipe {
  /// The recipe of the light in a picture, at a quarter of its size.
  fileprivate func linearLight(of picture: Size) -> DevelopRecipe {
    var recipe = linearLight
    recipe.demosaic = .half
    recipe.size = SizeRequest(
      bounds: .box(
        Size(width: (picture.width + 3) / 4, height: (picture.height + 3) / 4)),
      fit: .cover, enlarge: true)
    return recipe
  }

  /// The recipe of the light in a picture.
  fileprivate var linearLight: DevelopRecipe {
    var recipe = self
    recipe.tone = .linear
    recipe.sample = .float32
    recipe.filters = FilterSettings()
    for parameter in ParameterTable.all {
      guard let stage = ParameterTable.stage(of: parameter),
        [.light, .geometry, .scene].contains(stage)
      else { continue }
      recipe.filters[parameter] = filters[parameter]
    }
    return recipe
  }
}

/// The codes of light, from a table.
private struct GainScale: Sendable {
  private let luminance: SIMD3<Float>
  private let start: Float
  private let perLight: Float
  private let codes: [UInt8]
  /// The table's steps are finer than code steps, because gains rise by at most 1.45 / `start`
  /// stops per unit of light.
  private static let entries = 8192

  init(_ highlights: ExtendedHighlights, headroom: Double, luminance: SIMD3<Double>) {
    self.luminance = SIMD3<Float>(luminance)
    // Once the picture is white, gains follow the light. Half a stop more leaves enough room for
    // any curve.
    let end = 1.5 * max(1, 1 / highlights.slope) * (1 + GainMap.offset) * exp2(headroom)
    let step = (end - highlights.start) / Double(Self.entries)
    start = Float(highlights.start)
    perLight = Float(1 / step)
    codes = (0...Self.entries).map { index in
      let stops = highlights.stops(highlights.start + (Double(index) + 0.5) * step)
      return UInt8((255 * min(stops / headroom, 1)).rounded())
    }
  }

  func code(_ light: SIMD3<Float>) -> UInt8 { code((light * luminance).sum()) }

  func code(_ light: Float) -> UInt8 {
    let place = (light - start) * perLight
    guard place >= 0 else { return 0 }
    return codes[Int(min(place, Float(Self.entries)))]
  }
}
