internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideValues

/// Chooses the parts of a raw photo that have to be decoded for its samples.
enum SampledParts {
  /// Returns the parts in pixels of the sensor image, or `nil` to decode all of it, which is faster
  /// for large parts.
  static func parts(of photo: OpenedPhoto, settings: OpeningSettings) -> [Region]? {
    let recipe = settings.photo.recipe
    // Fitting a look needs the entire photo.
    guard let places = settings.places, recipe.whiteBalance != .auto,
      settings.photo.cameraLooks != .each,
      places.count <= mostPlaces
    else { return nil }
    let footprint = SensorFootprint(
      sensor: photo.size, defaultCrop: photo.defaultCrop, userCrop: photo.userCrop, recipe: recipe)
    let orientation = settings.photo.loading.orientation ?? photo.metadata.orientation
    var windows = places.map { ($0, settings.window) }
    if let place = settings.photo.balancePlace {
      windows.append((place.point, SampleWindow(side: place.side)))
    }
    let parts = windows.compactMap { point, window in
      footprint.sites(of: window, at: point, orientation: orientation)
    }
    let area = parts.reduce(0) { $0 + $1.size.area }
    return area < photo.size.area / largestShare ? parts : nil
  }

  /// Returns the part of a finished picture that its samples depend on, or `nil` to decode all of
  /// it.
  static func part(
    of size: Size, _ orientation: Orientation, settings: OpeningSettings
  ) -> Region? {
    guard size.area >= smallestPicture, settings.photo.loading.damaged != .keep,
      let places = settings.places(in: orientation.upright(size)), !places.isEmpty,
      places.allSatisfy(\.isInside)
    else { return nil }
    // Bilinear look-ups also read the pixels around, as does the interpolation of chroma.
    let regions = regions(of: places, in: size, orientation, settings.window, margin: 2)
    let (left, top) = (regions.map(\.x).min() ?? 0, regions.map(\.y).min() ?? 0)
    let whole = Region(
      x: left, y: top, width: (regions.map(\.endX).max() ?? 0) - left,
      height: (regions.map(\.endY).max() ?? 0) - top)
    return whole.size.area < size.area / 2 ? whole : nil
  }

  /// Returns the part of a PNG that its samples depend on, or `nil` to decode all of it.
  static func part(of info: PNGInfo, settings: OpeningSettings) -> PicturePart? {
    let size = info.size
    let orientation = info.exif.flatMap { ExifOrientation.find($0) } ?? .upright
    guard !info.isInterlaced, size.area >= smallestPicture,
      let places = settings.places(in: orientation.upright(size)), places.allSatisfy(\.isInside)
    else { return nil }
    let margin = settings.window.lookup == .nearest ? 0 : 2
    let regions = regions(of: places, in: size, orientation, settings.window, margin: margin)
    let part = PicturePart(holding: regions, in: size)
    return part.flatMap { $0.size.area < size.area / 2 ? $0 : nil }
  }

  /// Returns the pixels of a stored picture that samples at these points depend on.
  private static func regions(
    of places: [NormalizedPoint], in size: Size, _ orientation: Orientation, _ window: SampleWindow,
    margin: Int
  ) -> [Region] {
    places.map { place in
      window.region(around: place, orientation, in: size).grown(by: margin)
        .intersection(Region(size))
    }
  }

  /// Returns whether samples of a partly decoded photo depend on all of it, for example on
  /// recovered highlights.
  static func needAll(_ picture: OpenedPicture, settings: OpeningSettings) -> Bool {
    guard case .still(let sampler) = picture.frames, let places = settings.places else {
      return false
    }
    let scratch = sampler.makeScratch()
    for place in places where place.isInside {
      _ = try? sampler.sample(at: place, window: settings.window, scratch: scratch)
    }
    return sampler.dependsOnWholePhoto
  }

  /// The maximum number of points for partial decoding. More points touch most tiles.
  private static let mostPlaces = 256
  /// Finished pictures with fewer pixels are decoded completely.
  private static let smallestPicture = 1 << 20
  /// Decode only the parts if they cover less than one in this many pixels.
  private static let largestShare = 8
}
