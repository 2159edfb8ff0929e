internal import Color
internal import Develop
internal import Pixels
internal import Sampling
internal import Scheduling

/// Develops a part of a photo at the size that is asked for.
///
/// Whether all of the photo is decoded, or only what the part is made of, no pixel tells.
struct PhotoPicture {
  private let developer: Developer
  /// The part of the developer's picture; nil for all of it.
  private let part: Region?
  private let sensorArea: Int

  /// - Throws: `Refusal` if the photo cannot be developed so.
  init(
    of photo: ShelvedPhoto, _ geometry: ImageGeometry, _ query: DevelopQuery, mostPixels: Int
  ) throws(Refusal) {
    do throws(DevelopError) {
      var recipe = try query.recipe(isStill: photo.isStill)
      if recipe.whiteBalance == .auto {
        recipe.whiteBalance = try photo.automaticBalance(recipe.profile)
      }
      var developed = geometry
      if query.isPlaced, geometry.region != Region(geometry.picture) {
        let whole = Self.whole(geometry)
        guard !query.readsNeighbors || whole.geometry.size.area <= mostPixels else {
          throw .unsupported(
            "a filter of neighbours needs the whole picture, which has more than \(mostPixels) pixels at this scale"
          )
        }
        (developed, part) = (whole.geometry, whole.part)
      } else {
        part = nil
      }
      developer = try Developer(
        photo.source, recipe: Self.recipe(recipe, developed))
    } catch {
      throw .wrong(error.description)
    }
    sensorArea = geometry.region.size.area
  }

  /// The pixels, 8 bits, 1 or 3 channels, before any turn.
  func pixels(_ crew: Crew) -> ImageBuffer<UInt8> {
    let isLarge = sensorArea >= Self.sharedArea
    return developer.picture(of: UInt8.self, part: part, crew: isLarge ? crew : .alone)
  }

  /// The sites of the sensor that the pixels are made of: see `Developer.sites(of:)`.
  var sites: Region? { developer.sites(of: part) }

  /// The sites that a picture will probably be made of, by what the photo's header tells. Filters of neighbours, and
  /// what is measured, need all of them.
  static func probableSites(
    of photo: ProbablePhoto, _ geometry: ImageGeometry, _ query: DevelopQuery
  ) -> Region {
    let scale = max(
      Double(geometry.region.width) / Double(geometry.size.width),
      Double(geometry.region.height) / Double(geometry.size.height))
    // What resampling reads, with a pixel for rounding, and where filters have places the beginning of a group of columns;
    // cells that are cut.
    let reach =
      geometry.size == geometry.region.size
      ? 0 : 2 * max(1, scale) + 3 + (query.isPlaced ? 8 * scale : 0)
    let margin = Int(reach.rounded(.up))
    let stored = photo.orientation.storedRegion(geometry.region, in: photo.defaultCrop.size)
    return SensorFootprint(
      sensor: photo.size, defaultCrop: photo.defaultCrop, recipe: query.settings.recipe
    ).sites(of: stored.grown(by: margin))
  }

  private static func recipe(
    _ recipe: DevelopRecipe, _ geometry: ImageGeometry
  ) -> DevelopRecipe {
    let (all, part) = (geometry.picture, geometry.region)
    var recipe = recipe
    recipe.filters[.crop] = [
      Double(part.x) / Double(all.width), Double(part.y) / Double(all.height),
      Double(part.width) / Double(all.width), Double(part.height) / Double(all.height),
    ]
    // At full scale nothing is resampled, and a tile has the very pixels of the whole picture.
    if geometry.size != part.size {
      var request = SizeRequest(bounds: .box(geometry.size), enlarge: true)
      request.isStretched = true
      recipe.size = request
    }
    return recipe
  }

  /// Pixels of the photo from which threads share a picture: fewer are not worth starting one (a guess).
  private static let sharedArea = 1 << 20

  /// The size of the whole picture at a part's scale.
  static func wholeSize(_ geometry: ImageGeometry) -> Size { whole(geometry).geometry.size }

  /// The geometry of the whole picture at a part's scale, and where the part lies in it.
  private static func whole(_ geometry: ImageGeometry) -> (geometry: ImageGeometry, part: Region) {
    let (all, part, size) = (geometry.picture, geometry.region, geometry.size)
    let across = Double(size.width) / Double(part.width)
    let down = Double(size.height) / Double(part.height)
    func pixels(_ length: Int, _ scale: Double) -> Int { Int((Double(length) * scale).rounded()) }
    let whole = Size(
      width: max(size.width, pixels(all.width, across)),
      height: max(size.height, pixels(all.height, down)))
    return (
      ImageGeometry(picture: all, region: Region(all), size: whole),
      Region(
        x: min(pixels(part.x, across), whole.width - size.width),
        y: min(pixels(part.y, down), whole.height - size.height), width: size.width,
        height: size.height)
    )
  }
}

/// What a raw's header tells of where its pictures lie on the sensor.
struct ProbablePhoto {
  /// The size of the visible area, before orientation.
  let size: Size
  let defaultCrop: Region
  let orientation: Orientation
}
