import BromideDevelop
import BromideRaw
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// `shadows` 2 on a real photo with a façade in its dark half: it becomes brighter, keeps its local
/// contrast, and does not glow at edges.
@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))
struct LocalToneCorpusTests {
  private static let side = 15

  /// The photo at 900 pixels, in linear sRGB of 16 bits.
  private func picture(_ source: DevelopSource, shadows: Double) throws -> ImageBuffer<UInt16> {
    var recipe = DevelopRecipe()
    recipe.size = SizeRequest(bounds: .longEdge(900))
    recipe.tone = .linear
    recipe.space = .linearSRGB
    recipe.sample = .uint16
    recipe.filters[.shadows] = [shadows]
    return try Developer(source, recipe: recipe).picture(of: UInt16.self)
  }

  private static func luminance(_ picture: ImageBuffer<UInt16>, _ x: Int, _ y: Int) -> Double {
    let (red, green) = (Double(picture[x, y, 0]), Double(picture[x, y, 1]))
    return (0.2126 * red + 0.7152 * green + 0.0722 * Double(picture[x, y, 2])) / 65_535
  }

  /// L* after a curve like film's, which uses luminance instead of the components.
  private static func lightness(_ light: Double) -> Double {
    let x = light
    let y = (30.37214 * x * x + 0.3301258 * x) / (24.61764 * x * x + 5.084624 * x + 1)
    return 116 * (y > 216.0 / 24_389 ? cbrt(y) : (24_389.0 / 27 * y + 16) / 116) - 16
  }

  /// Means of windows that lie inside, row after row.
  private static func windows(_ values: [Double], _ size: Size) -> [Double] {
    let (across, down) = (size.width - side + 1, size.height - side + 1)
    var columns = [Double](repeating: 0, count: size.width)
    var means: [Double] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        columns[x] += values[y * size.width + x]
        if y >= side { columns[x] -= values[(y - side) * size.width + x] }
      }
      guard y >= side - 1 else { continue }
      var sum = columns[..<(side - 1)].reduce(0, +)
      for x in 0..<across {
        sum += columns[x + side - 1]
        means.append(sum / Double(side * side))
        sum -= columns[x]
      }
    }
    precondition(means.count == across * down, "a mean of each window")
    return means
  }

  @Test func shadowsKeepLocalContrast() throws {
    let photo = try RawFile(
      path: FilePath(Corpus.path("raw/hdrmerge_D5000_sample2.dng")), cameras: nil
    ).decode()
    let source = DevelopSource(
      image: photo.image, profile: photo.profile, defaultCrop: photo.defaultCrop,
      orientation: photo.orientation)
    let (before, after) = (try picture(source, shadows: 0), try picture(source, shadows: 2))
    let size = before.size
    var (old, new, gains): ([Double], [Double], [Double]) = ([], [], [])
    for (x, y) in size.places {
      let (a, b) = (Self.luminance(before, x, y), Self.luminance(after, x, y))
      old.append(Self.lightness(a))
      new.append(Self.lightness(b))
      // Pixels above grey, as far as neither picture clips.
      if a > 0.127, b < 0.95 { gains.append(log2(b / a)) }
    }
    let means = Self.windows(old, size)
    // Dark regions of L* 18, whose windows deviate by 6.0. Pixel by pixel, they became 35.6 and 3.5.
    let dark = means.indices.filter { means[$0] < 28 }
    func region(_ values: [Double]) -> (lightness: Double, deviation: Double) {
      let (first, second) = (Self.windows(values, size), Self.windows(values.map { $0 * $0 }, size))
      let lightness = dark.reduce(0) { $0 + first[$1] } / Double(dark.count)
      let deviation = dark.reduce(0) {
        $0 + max(second[$1] - first[$1] * first[$1], 0).squareRoot()
      }
      return (lightness, deviation / Double(dark.count))
    }
    let (plain, toned) = (region(old), region(new))
    #expect(abs(plain.lightness - 18) < 1 && abs(plain.deviation - 6) < 0.5, "\(plain)")
    #expect(toned.lightness >= 33 && toned.deviation >= 5.4, "\(toned)")
    gains.sort()
    #expect(gains.count > 100_000)
    #expect(gains[gains.count * 99 / 100] <= 0.1, "\(gains[gains.count * 99 / 100])")
  }
}
