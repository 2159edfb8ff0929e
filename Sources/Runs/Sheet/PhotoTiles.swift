package import BromideChoreography
internal import BromideDevelop
internal import BromideDrawing
package import BromideTimelines
package import BromideValues

/// Cuts one photo into the tiles of a grid and creates a scene.
package struct PhotoTiles {
  package let layout: TileLayout
  /// The number of frame pixels for each pixel of the layout.
  package let scale: Double
  package let maker: TileMaker

  package init(layout: TileLayout, scale: Double, maker: TileMaker) {
    self.layout = layout
    self.scale = scale
    self.maker = maker
  }

  /// Creates the scene.
  ///
  /// - Parameter frame: The frame size. The photo fills it or is centred in it, as set by the
  ///   maker's `fit`.
  /// - Throws: `TileFailure`.
  package func scene(
    _ frame: Size, script: Script?
  ) throws(TileFailure) -> (scene: TileScene, tile: Tile) {
    let tile = try maker.tile(layout.photo, box: frame)
    let size = tile.picture.size
    if let complaint = layout.complaint(in: size, scale: scale) { throw TileFailure(complaint) }
    let (left, top) = ((frame.width - size.width) / 2, (frame.height - size.height) / 2)
    var items: [TileScene.Item] = []
    for part in layout.parts(in: size, scale: scale) {
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
    return (TileScene(size: frame, items: items, space: maker.space, script: script), tile)
  }
}
