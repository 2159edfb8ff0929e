internal import BromideDevelop
internal import BromideSampling
internal import BromideSystem
internal import BromideValues

/// Develops a part of a photo at the requested size.
///
/// Pixels are the same if only the necessary part of the photo is decoded.
struct PhotoPicture {
  private let developer: Developer
  /// The part of the developer's picture, or `nil` for the entire picture.
  private let part: Region?
  private let sensorArea: Int

  /// Prepares the developer.
  ///
  /// - Throws: `Rejection` if the settings do not fit the photo.
  init(
    of photo: ShelvedPhoto, _ geometry: ImageGeometry, _ query: DevelopQuery, mostPixels: Int
  ) throws(Rejection) {
    do throws(DevelopError) {
      var recipe = try photo.recipe(for: query)
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

  /// Returns the pixels before rotation: 8 bits, 1 or 3 channels.
  func pixels(_ crew: Crew) -> ImageBuffer<UInt8> {
    let isLarge = sensorArea >= Self.sharedArea
    return developer.picture(of: UInt8.self, part: part, crew: isLarge ? crew : .alone)
  }

  /// The sensor area that the pixels depend on (see `Developer.sites(of:)`).
  var sites: Region? { developer.sites(of: part) }

  /// Predicts the sensor area of a picture from the photo's header.
  ///
  /// The prediction does not include filters that read neighbours, or measurements: these need all
  /// sites.
  static func probableSites(
    of photo: ProbablePhoto, _ geometry: ImageGeometry, _ query: DevelopQuery
  ) -> Region {
    let scale = max(
      Double(geometry.region.width) / Double(geometry.size.width),
      Double(geometry.region.height) / Double(geometry.size.height))
    // The margin includes resampling, one pixel for rounding, the start of a column group for
    // filters that use the position, and cells at the border.
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
    // At full scale we skip resampling, so a tile has exactly the pixels of the complete picture.
    if geometry.size != part.size {
      var request = SizeRequest(bounds: .box(geometry.size), enlarge: true)
      request.isStretched = true
      recipe.size = request
    }
    return recipe
  }

  /// Minimum pixels of a photo to use several threads. Below that, it is not worth starting them (a
  /// guess).
  private static let sharedArea = 1 << 20

  /// Returns the size of the complete picture at a part's scale.
  static func wholeSize(_ geometry: ImageGeometry) -> Size { whole(geometry).geometry.size }

  /// Returns the geometry of the complete picture at a part's scale, and the part's position in it.
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

/// The position of pictures on the sensor, from a raw's header.
struct ProbablePhoto {
  /// The size of the visible area, before orientation.
  let size: Size
  let defaultCrop: Region
  let orientation: Orientation
}
