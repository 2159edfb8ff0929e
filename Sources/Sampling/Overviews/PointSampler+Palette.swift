public import BromideDevelop
internal import BromideValues

/// One of a picture's dominant colours.
public struct PaletteColor: Sendable {
  /// The mean colour of its group, in Oklab, at the place of the pixel nearest to it.
  public var sample: Sample
  /// The fraction of the picture that is closest to this colour, 0…1. Pixels are weighted by their
  /// opacity.
  public var share: Double
}

extension PointSampler {
  /// The long edge of the reduced picture for grouping colours.
  static let paletteEdge = 512

  /// Returns the picture's dominant colours, the most frequent first.
  ///
  /// They are the means of groups of similar colours in the picture reduced to 512 pixels, from
  /// k-means in Oklab. The same picture always gives the same colours.
  ///
  /// - Parameter count: The requested number of colours. A picture with fewer colours returns
  ///   fewer.
  /// - Throws: `DevelopError.unsupported` if a raw cannot be developed this way.
  public func palette(_ count: Int) throws(DevelopError) -> [PaletteColor] {
    let (small, pixels) = try reduced(longEdge: Self.paletteEdge)
    let toXYZ = Matrix3x3.bradford(from: space.white, to: .d65) * space.toXYZ
    let fromXYZ = space.fromXYZ * .bradford(from: .d65, to: space.white)
    let isSeen = pixels.contains { $0.alpha > 0 }
    let colors = pixels.map { pixel in
      let lab = Oklab(xyz: toXYZ * pixel.light)
      return (lab: SIMD3(lab.l, lab.a, lab.b), weight: isSeen ? pixel.alpha : 1)
    }
    let groups = ColorGroups(colors, count: count).groups
    let total = groups.reduce(0) { $0 + $1.weight }
    return groups.map { group in
      let (x, y) = (group.nearest % small.width, group.nearest / small.width)
      let place = NormalizedPoint(
        x: (Double(x) + 0.5) / Double(small.width), y: (Double(y) + 0.5) / Double(small.height))
      let center = Oklab(l: group.center.x, a: group.center.y, b: group.center.z)
      let mean = PixelLight(light: fromXYZ * center.xyz, codes: SIMD3(), isClipped: false)
      return PaletteColor(
        sample: Sample(
          [mean], statistic: .mean, space: space, compressesGamut: compressesGamut, point: place,
          pixel: place.pixel(in: size), keepsPixels: false),
        share: group.weight / total)
    }
  }
}
