internal import Choreography
internal import Compositing
internal import Develop
internal import Pixels
internal import Timelines

/// One photo cut up into the tiles of a grid, as a scene.
struct PhotoTiles {
  let layout: TileLayout
  let maker: TileMaker

  /// - Parameter frame: The photo fills it, or lies in its middle, as the maker fits it.
  /// - Throws: `TileFailure`.
  func scene(
    _ frame: Size, script: Script?
  ) throws(TileFailure) -> (scene: TileScene, damage: String?) {
    let tile = try maker.tile(layout.photo, box: frame, gate: MemoryGate(limit: .max))
    let size = tile.picture.size
    guard layout.columns <= size.width, layout.rows <= size.height else {
      throw TileFailure(
        "\(layout.columns)×\(layout.rows) tiles; the picture has but \(size) pixels")
    }
    let (left, top) = ((frame.width - size.width) / 2, (frame.height - size.height) / 2)
    var items: [TileScene.Item] = []
    for row in 0..<layout.rows {
      for column in 0..<layout.columns {
        let part = Self.part(column, row, of: layout, in: size)
        let place = part.translated(x: left, y: top)
        let corner = SIMD2(Double(place.x), Double(place.y))
        var item = TileScene.Item(
          center: place.center,
          pictures: [
            PlacedPicture(
              tile.picture.part(part, shrinks: script != nil), Placement(origin: corner))
          ])
        item.negative = tile.negative
        item.part = part
        item.recipe = tile.recipe
        item.pictures[0].placement.opacity = tile.recipe.filters.number(.opacity)
        items.append(item)
      }
    }
    return (
      TileScene(size: frame, items: items, space: maker.space, script: script), tile.damage
    )
  }

  /// Whole pixels, so that tiles at rest are the photo.
  static func part(_ column: Int, _ row: Int, of layout: TileLayout, in size: Size) -> Region {
    func edge(_ index: Int, _ count: Int, _ length: Int) -> Int {
      (2 * index * length + count) / (2 * count)
    }
    let x = edge(column, layout.columns, size.width)
    let y = edge(row, layout.rows, size.height)
    return Region(
      x: x, y: y, width: edge(column + 1, layout.columns, size.width) - x,
      height: edge(row + 1, layout.rows, size.height) - y)
  }
}
