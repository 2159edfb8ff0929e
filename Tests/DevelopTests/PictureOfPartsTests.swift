import BromideKernels
import BromideSystem
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// Parts of pictures: each has the pixels of the full picture, and uses only the sites that it
/// reports.
@Suite struct PictureOfPartsTests {
  private static let orientations: [Orientation] = [
    .topLeft, .topRight, .bottomRight, .bottomLeft, .leftTop, .rightTop, .rightBottom, .leftBottom,
  ]

  private static func clipping(_ change: (inout DevelopRecipe) -> Void = { _ in }) -> DevelopRecipe
  {
    recipe {
      $0.highlightMode = .clip
      change(&$0)
    }
  }

  private static let recipes: [DevelopRecipe] = [
    clipping(),
    clipping { $0.size = SizeRequest(bounds: .longEdge(53)) },
    clipping { $0.size = SizeRequest(bounds: .longEdge(290), enlarge: true) },
    clipping {
      $0.demosaic = .half
      $0.size = SizeRequest(bounds: .longEdge(29))
    },
    // By cells.
    clipping { $0.size = SizeRequest(bounds: .longEdge(38)) },
    clipping {
      $0.filters[.vignette] = [-2]
      $0.filters[.grain] = [1]
    },
    clipping {
      $0.filters[.crop] = [0.1, 0.2, 0.7, 0.6]
      $0.filters[.vignette] = [1]
      $0.size = SizeRequest(bounds: .longEdge(70))
    },
    clipping { $0.filters[.blur] = [0.02] },
    clipping { $0.dither = .all },
    clipping {
      $0.dither = .all
      $0.size = SizeRequest(bounds: .longEdge(53))
    },
    clipping {
      $0.dither = .all
      $0.filters[.blur] = [0.02]
    },
  ]

  private static func parts(of size: Size) -> [Region] {
    let (w, h) = (size.width, size.height)
    return [
      Region(size), Region(x: 0, y: 0, width: 1, height: 1),
      Region(x: w - 1, y: h - 1, width: 1, height: 1),
      Region(x: w / 3, y: h / 4, width: w / 5 + 1, height: h / 2),
      Region(x: 9, y: 7, width: w - 11, height: 3),
    ]
  }

  @Test(arguments: orientations)
  func partsMatchTheFullPicture(_ orientation: Orientation) throws {
    var photo = source(busyMosaic(Size(width: 116, height: 88), seed: 4))
    photo.orientation = orientation
    for (index, recipe) in Self.recipes.enumerated() {
      let developer = try Developer(photo, recipe: recipe)
      let whole = developer.picture(of: UInt8.self)
      for (part, crew) in product(Self.parts(of: whole.size), [Crew.alone, Crew(threads: 3)]) {
        let cut = developer.picture(of: UInt8.self, part: part, crew: crew)
        #expect(cut.size == part.size)
        var wrong = 0
        for (x, y) in Places(x: 0..<part.width, y: 0..<part.height) {
          for c in 0..<3 where cut[x, y, c] != whole[part.x + x, part.y + y, c] { wrong += 1 }
        }
        #expect(wrong == 0, "recipe \(index), \(part)")
      }
    }
  }

  /// All sites that a part does not name may hold anything.
  @Test(arguments: orientations)
  func aPartNamesItsSites(_ orientation: Orientation) throws {
    let size = Size(width: 116, height: 88)
    var photo = source(busyMosaic(size, seed: 4))
    photo.orientation = orientation
    for (index, recipe) in Self.recipes.enumerated() {
      let developer = try Developer(photo, recipe: recipe)
      let whole = Region(developer.outputSize)
      guard recipe.filters.isStandard(.blur) else {
        #expect(developer.sites(of: whole) == nil, "a blur may read all")
        continue
      }
      for part in Self.parts(of: whole.size) {
        let sites = try #require(developer.sites(of: part))
        if part.size.area == 1 { #expect(sites.size.area < size.area / 4) }
        var other = photo
        guard case .mosaic(let mosaic) = photo.image else { return }
        var samples = ImageBuffer<UInt16>(size: size, channels: 1)
        for (x, y) in size.places {
          let isRead = sites.contains(Region(x: x, y: y, width: 1, height: 1))
          samples[x, y, 0] =
            isRead ? mosaic.samples[x, y] : UInt16((x * 7919 + y * 104_729) % 60_000)
        }
        other.image = .mosaic(
          Mosaic(samples: samples.plane, pattern: mosaic.pattern, levels: mosaic.levels))
        let made = try Developer(other, recipe: recipe)
        #expect(
          made.picture(of: UInt8.self, part: part, crew: .alone).isEqual(
            developer.picture(of: UInt8.self, part: part, crew: .alone)), "recipe \(index), \(part)"
        )
      }
    }
  }

  /// A part of the sensor is not measured. It records that clipped light needed the entire sensor.
  @Test func partialPhotosMeasureNoHighlights() throws {
    var photo = source(busyMosaic(Size(width: 64, height: 48), seed: 4))
    photo.isPartial = true
    var recipe = DevelopRecipe()
    _ = try Developer(photo, recipe: recipe).picture(of: UInt8.self)
    #expect(photo.measures.hasHighlightField)
    #expect(photo.measures.toneCells.existing == nil)
    recipe.highlightMode = .clip
    var other = source(busyMosaic(Size(width: 64, height: 48), seed: 4))
    other.isPartial = true
    _ = try Developer(other, recipe: recipe).picture(of: UInt8.self)
    #expect(!other.measures.hasHighlightField)
  }
}

extension ImageBuffer<UInt8> {
  fileprivate func isEqual(_ other: ImageBuffer<UInt8>) -> Bool {
    guard size == other.size, channels == other.channels else { return false }
    return unsafe withUnsafeSamples { a in
      unsafe other.withUnsafeSamples { b in unsafe a.elementsEqual(b) }
    }
  }
}
