public import BromideChoreography
public import BromideCodecs
internal import BromideDevelop
public import BromideDrawing
internal import BromideSystem
public import BromideTimelines
public import BromideValues

/// Creates a scene from a page of a sheet.
public struct SheetScene {
  private let page: SheetGrid.Page
  private let photos: [TilePhoto]
  private let tiles: [Result<Tile, TileFailure>?]
  private let space: RGBSpace

  /// Creates the input of a scene.
  ///
  /// - Parameters:
  ///   - photos: All photos of the sheet, in order.
  ///   - tiles: One tile per photo. Tiles of other pages are ignored.
  public init(
    _ page: SheetGrid.Page, photos: [TilePhoto], tiles: [Result<Tile, TileFailure>?],
    space: RGBSpace
  ) {
    self.page = page
    self.photos = photos
    self.tiles = tiles
    self.space = space
  }

  /// Creates the scene.
  ///
  /// - Parameters:
  ///   - title: The line above the photos, or `nil` to omit it.
  ///   - script: The animation of photos and their captions, or `nil` for a still page.
  /// - Throws: `DrawingError` if text or a mark cannot be drawn.
  public func scene(
    by artist: SheetArtist, captions: [SheetLayout.Caption], title: String?,
    script: Script? = nil
  ) throws(DrawingError) -> TileScene {
    var backdrop: [PlacedPicture] = []
    if let title, !page.title.isEmpty {
      backdrop.append(placed(try artist.title(title, size: page.title.size), page.title))
    }
    var items: [TileScene.Item] = []
    for cell in page.cells {
      var pictures = [try picture(cell, artist)]
      if !cell.caption.isEmpty {
        let lines = SheetArtist.lines(photos[cell.photo], captions)
        if lines.contains(where: { !$0.isEmpty }) {
          pictures.append(
            placed(try artist.caption(lines, size: cell.caption.size), cell.caption))
        }
      }
      var item = TileScene.Item(
        center: cell.box.center, pictures: pictures)
      if case .success(let tile)? = tiles[cell.photo] {
        item.recipe = tile.recipe
        item.negative = tile.negative
        item.pictures[0].placement.opacity = tile.recipe.filters.number(.opacity)
      }
      items.append(item)
    }
    return TileScene(
      size: page.size, backdrop: backdrop, items: items, space: space, script: script, keys: keys)
  }

  private func picture(
    _ cell: SheetGrid.Cell, _ artist: SheetArtist
  ) throws(DrawingError) -> PlacedPicture {
    let photo = photos[cell.photo]
    switch tiles[cell.photo] {
    case .success(let tile)?:
      // A crop by the settings can have different proportions than the photo.
      let size = tile.picture.size
      return placed(
        tile.picture,
        cell.picture.translated(
          x: (cell.picture.width - size.width) / 2, y: (cell.picture.height - size.height) / 2))
    case .failure(let failure)?:
      let name = photo.path.visibleName
      return placed(
        try artist.mark(name, reason: failure.reason, size: cell.picture.size), cell.picture)
    case nil:
      return placed(try artist.mark("", reason: "", size: cell.picture.size), cell.picture)
    }
  }

  private func placed(_ picture: LightPicture, _ region: Region) -> PlacedPicture {
    PlacedPicture(picture, Placement(origin: SIMD2(Double(region.x), Double(region.y))))
  }

  /// The numbers for sorting the photos of the page.
  private var keys: [SortKey: [Double]] {
    let cells = page.cells.map(\.photo)
    let names = cells.sortedNaturally { photos[$0].path.reversible }
    var ranks = [Int: Double]()
    for (rank, photo) in names.enumerated() { ranks[photo] = Double(rank) }
    func ofTile(_ value: (Tile) -> Double) -> [Double] {
      cells.map { photo in
        if case .success(let tile)? = tiles[photo] { return value(tile) }
        return .nan
      }
    }
    return [
      .name: cells.map { ranks[$0] ?? .nan },
      .time: cells.map { photos[$0].metadata.captureTime?.order ?? .nan },
      .brightness: ofTile { $0.brightness(in: space) },
      .hue: ofTile { $0.hue(in: space) },
    ]
  }
}

extension CaptureTime {
  /// A number for sorting by time: seconds in a calendar with 31 days per month.
  public var order: Double {
    let days = (year * 12 + month) * 31 + day
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    return Double(seconds) + (subSecond.flatMap { Double("0." + $0) } ?? 0)
  }
}
