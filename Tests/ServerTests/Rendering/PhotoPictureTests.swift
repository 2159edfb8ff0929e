import BromideDevelop
import BromidePhotos
import BromideServer
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite struct PhotoPictureTests {
  /// For any part and orientation, a request at full scale has the pixels of the complete picture.
  @Test(arguments: [Orientation.upright, .rightTop, .bottomRight, .leftTop])
  func tilesAreCutFromThePicture(_ orientation: Orientation) throws {
    let scene = try ServedScene(size: Size(width: 150, height: 100), orientation: orientation)
    let whole = try scene.picture("/iiif/p-1.dng/full/max/0/default.png")
    #expect(whole.size == orientation.upright(Size(width: 150, height: 100)))
    for region in ["0,0,40,30", "17,9,41,23", "60,71,200,200"] {
      let numbers = region.split(separator: ",").compactMap { Int($0) }
      let part = Region(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        .intersection(Region(whole.size))
      let tile = try scene.picture("/iiif/p-1.dng/\(region)/max/0/default.png")
      try expectEqual(tile, whole, part, within: 0)
    }
  }

  /// The picture equals the developer's picture with the query's recipe.
  @Test func theQueryDevelopsAsTheRecipeDoes() throws {
    let scene = try ServedScene(size: Size(width: 90, height: 60))
    let served = try scene.picture(
      "/iiif/p-1.dng/full/max/0/default.png?exposure=0.7&white-balance=5200&saturation=1.5")
    var recipe = DevelopRecipe()
    recipe.optics.lens = .auto
    recipe.exposure = 0.7
    recipe.whiteBalance = .temperature(5200, tint: 0)
    recipe.filters[.saturation] = [1.5]
    let photo = try LoadedPhoto(
      path: FilePath(scene.folder("p-1.dng")), settings: LoadSettings(RunContext()))
    let expected = try Developer(photo.source, recipe: recipe).picture(of: UInt8.self)
    try expectEqual(served, expected, Region(expected.size), within: 0)
    let plain = try scene.picture("/iiif/p-1.dng/full/max/0/default.png")
    #expect(difference(served, plain, Region(plain.size)) > 20)
  }

  /// Tiles of a smaller scale fit together. Each equals this part of the complete picture at this
  /// scale.
  @Test(arguments: [2, 3])
  func smallTilesMeet(_ factor: Int) throws {
    let scene = try ServedScene(size: Size(width: 300, height: 201))
    let size = Size(width: 300 / factor, height: 201 / factor + (factor == 2 ? 1 : 0))
    let whole = try scene.picture("/iiif/p-1.dng/full/\(size.width),\(size.height)/0/default.png")
    let span = 60 * factor
    for (y, x) in product(stride(from: 0, to: 201, by: span), stride(from: 0, to: 300, by: span)) {
      let (w, h) = (min(span, 300 - x), min(span, 201 - y))
      let (tw, th) = ((w + factor - 1) / factor, (h + factor - 1) / factor)
      let tile = try scene.picture("/iiif/p-1.dng/\(x),\(y),\(w),\(h)/\(tw),\(th)/0/default.png")
      let part = Region(x: x / factor, y: y / factor, width: tw, height: th)
      // The whole picture's last row covers half a row less at factor 2, which shifts rows by up to a quarter.
      try expectEqual(tile, whole, part, within: factor == 2 ? 40 : 2)
      #expect(mean(tile, whole, part) < (factor == 2 ? 3 : 0.2))
    }
  }

  /// A size of other proportions is filled, each axis by its own scale.
  @Test func anExactSizeIsFilled() throws {
    let scene = try ServedScene(size: Size(width: 120, height: 80))
    let squeezed = try scene.picture("/iiif/p-1.dng/full/30,80/0/default.png")
    #expect(squeezed.size == Size(width: 30, height: 80))
    let whole = try scene.picture("/iiif/p-1.dng/full/max/0/default.png")
    // The means of both halves equal the means of the complete picture's halves, so all pixels are
    // shown.
    for half in 0..<2 {
      let a = level(squeezed, Region(x: half * 15, y: 0, width: 15, height: 80))
      let b = level(whole, Region(x: half * 60, y: 0, width: 60, height: 80))
      #expect(abs(a - b) < 3)
    }
  }

  /// A filter that depends on the place sees the whole picture, not the tile.
  @Test(arguments: ["vignette=-2", "blur=0.02", "grain=1&grain-seed=3"])
  func tilesOfPlacedFiltersAreCut(_ query: String) throws {
    let scene = try ServedScene(size: Size(width: 150, height: 100))
    let whole = try scene.picture("/iiif/p-1.dng/full/max/0/default.png?\(query)")
    let tile = try scene.picture("/iiif/p-1.dng/50,40,33,21/max/0/default.png?\(query)")
    try expectEqual(tile, whole, Region(x: 50, y: 40, width: 33, height: 21), within: 0)
    let plain = try scene.picture("/iiif/p-1.dng/full/max/0/default.png")
    #expect(difference(whole, plain, Region(whole.size)) > 1)
  }

  /// Turned clockwise, mirrored first: the pixel at (x, y) by its definition.
  @Test func turnsAndMirrors() throws {
    let scene = try ServedScene(size: Size(width: 48, height: 32))
    let plain = try scene.picture("/iiif/p-1.dng/full/max/0/default.png")
    for (rotation, quarters, mirrored) in [
      ("90", 1, false), ("180", 2, false), ("270", 3, false), ("!0", 0, true), ("!90", 1, true),
    ] {
      let turned = try scene.picture("/iiif/p-1.dng/full/max/\(rotation)/default.png")
      #expect(turned.size == (quarters % 2 == 1 ? plain.size.transposed : plain.size))
      for (x, y) in [(0, 0), (5, 3), (47, 31), (20, 30)] {
        var (tx, ty) = (mirrored ? plain.width - 1 - x : x, y)
        var (w, h) = (plain.width, plain.height)
        for _ in 0..<quarters { (tx, ty, w, h) = (h - 1 - ty, tx, h, w) }
        for c in 0..<3 { #expect(turned[tx, ty, c] == plain[x, y, c]) }
      }
    }
  }

  /// Grey is the luminance of BT.709's light (IEC 61966-2-1), to a code.
  @Test func greyIsLuminance() throws {
    let scene = try ServedScene(size: Size(width: 48, height: 32))
    let plain = try scene.picture("/iiif/p-1.dng/full/max/0/color.png")
    let grey = try scene.picture("/iiif/p-1.dng/full/max/0/gray.png")
    let twoTone = try scene.picture("/iiif/p-1.dng/full/max/0/bitonal.png")
    #expect(grey.channels == 1)
    func light(_ code: UInt8) -> Double { SRGBCurve.light(Double(code) / 255) }
    for (x, y) in Places(x: 0..<48, y: 0..<32) {
      let l =
        0.2126 * light(plain[x, y, 0]) + 0.7152 * light(plain[x, y, 1]) + 0.0722
        * light(plain[x, y, 2])
      #expect(abs(Double(grey[x, y, 0]) - 255 * SRGBCurve.code(l)) < 0.6)
      #expect(twoTone[x, y, 0] == (grey[x, y, 0] < 128 ? 0 : 255))
    }
  }

  // MARK: Comparing

  private func differences(_ tile: ImageBuffer<UInt8>, _ whole: ImageBuffer<UInt8>, _ part: Region)
    -> [Int]
  {
    var all: [Int] = []
    for y in 0..<part.height where part.y + y < whole.height {
      for x in 0..<part.width where part.x + x < whole.width {
        for c in 0..<3 {
          all.append(abs(Int(tile[x, y, c]) - Int(whole[part.x + x, part.y + y, c])))
        }
      }
    }
    return all
  }

  private func difference(_ a: ImageBuffer<UInt8>, _ b: ImageBuffer<UInt8>, _ part: Region) -> Int {
    differences(a, b, part).max() ?? 0
  }

  private func mean(_ a: ImageBuffer<UInt8>, _ b: ImageBuffer<UInt8>, _ part: Region) -> Double {
    let all = differences(a, b, part)
    return Double(all.reduce(0, +)) / Double(max(all.count, 1))
  }

  private func level(_ picture: ImageBuffer<UInt8>, _ part: Region) -> Double {
    var sum = 0
    for y in part.y..<part.endY { for x in part.x..<part.endX { sum += Int(picture[x, y, 1]) } }
    return Double(sum) / Double(part.size.area)
  }

  private func expectEqual(
    _ tile: ImageBuffer<UInt8>, _ whole: ImageBuffer<UInt8>, _ part: Region, within most: Int
  ) throws {
    try #require(tile.size == part.size)
    #expect(difference(tile, whole, part) <= most)
  }
}
