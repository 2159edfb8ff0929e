public import BromideChoreography
public import BromideDevelop
internal import BromideDrawing
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
public import BromideTimelines
internal import BromideValues
public import SystemPackage

extension SceneMaker {
  /// Creates a scene of one photo cut into tiles. It fills the frame as set by the maker's `fit`.
  ///
  /// - Parameters:
  ///   - script: The animation of the tiles, or `nil` for a still scene.
  ///   - maker: Creates the photo. This sets its variations.
  ///   - moments: The parameters of all frames of the run.
  public convenience init(
    _ layout: TileLayout, script: Script?, maker: TileMaker, moments: [FilterSettings], form: Form
  ) {
    let maker = maker.varied(by: script, moments)
    self.init(form, paths: [layout.photo]) { _ throws(FrameError) in
      do throws(TileFailure) {
        let (scene, tile) = try PhotoTiles(
          layout: layout, scale: form.scale, maker: maker
        ).scene(form.size, script: script)
        return Made(
          scene: scene, failures: tile.damage.map { [(layout.photo, $0)] } ?? [],
          warnings: tile.warnings)
      } catch {
        throw .input(path: layout.photo, reason: error.reason)
      }
    }
  }

  /// Creates a scene of many photos, as large as the frame allows.
  ///
  /// - Parameters:
  ///   - paths: The photos in order.
  ///   - memoryLimit: Maximum bytes of decoded photos.
  public convenience init(
    _ layout: SheetLayout, paths: [FilePath], script: Script?, maker: TileMaker,
    moments: [FilterSettings], memoryLimit: Int, form: Form
  ) {
    var maker = maker.varied(by: script, moments)
    maker.from = layout.from
    maker.fit = .contain
    maker.shrinks = script != nil
    self.init(form, paths: paths) { [maker] crew throws(FrameError) in
      let run = TileRun(crew: crew, memoryLimit: memoryLimit)
      let photos = run.look(at: paths, settings: PhotoSettings(maker.settings.context))
      let grid: SheetGrid
      do throws(SheetError) {
        grid = try SheetGrid(
          photos: photos.map(\.size), filling: form.size, style: layout.style(form.scale))
      } catch {
        throw .unsupported(error.description)
      }
      let box = Size(width: grid.style.tile, height: grid.style.tile)
      let tiles = run.make(photos.map { ($0, box) }, by: maker)
      do throws(DrawingError) {
        let scene = try SheetScene(
          grid.pages[0], photos: photos, tiles: tiles, space: form.space
        ).scene(
          by: SheetArtist(
            style: grid.style, space: form.space, background: form.background,
            shrinks: script != nil),
          captions: layout.captions, title: nil, script: script)
        return Made(
          scene: scene, failures: TileRun.failures(photos, tiles), warnings: TileRun.warnings(tiles)
        )
      } catch {
        throw .unsupported(error.description)
      }
    }
  }
}

extension TileMaker {
  /// Returns a maker that is prepared for the parameters of all frames, including the script's
  /// changes.
  func varied(by script: Script?, _ moments: [FilterSettings]) -> TileMaker {
    var maker = self
    let moments = Set(moments)
    // If the parameters do not change, create tiles with them at once. A constant track must not
    // cause a new development for each frame.
    if moments.count == 1, let only = moments.first { maker.settings.recipe.filters = only }
    maker.variations =
      script.map { script in
        moments.flatMap { TileVariation.ends(script, from: $0) }
      } ?? []
    if moments.count > 1 { maker.variations += moments }
    return maker
  }
}

extension TileRun {
  /// Returns failures and damage of photos.
  static func failures(
    _ photos: [TilePhoto], _ tiles: [Result<Tile, TileFailure>?]
  ) -> [(path: FilePath, reason: String)] {
    zip(photos, tiles).compactMap { photo, tile in
      switch tile {
      case .success(let tile)?: tile.damage.map { (photo.path, $0) }
      case .failure(let failure)?: (photo.path, failure.reason)
      case nil: nil
      }
    }
  }

  /// Returns the warnings about photos, without duplicates.
  static func warnings(_ tiles: [Result<Tile, TileFailure>?]) -> [Warning] {
    tiles.reduce(into: []) { all, tile in
      if case .success(let tile)? = tile { all.add(tile.warnings) }
    }
  }
}
