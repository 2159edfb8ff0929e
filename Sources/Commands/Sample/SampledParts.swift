internal import Color
internal import Develop
internal import Metadata
internal import Pixels
internal import RawDecoding
internal import Sampling

/// Which parts of a raw's pixels its samples look at, so that no others need to be decoded.
enum SampledParts {
  /// Parts in pixels of the sensor's image; nil: all of it, or so much that choosing gains nothing.
  static func parts(of file: RawFile, settings: SampleSettings) -> [Region]? {
    let recipe = settings.develop.recipe
    guard settings.swatch == nil, recipe.whiteBalance != .auto,
      settings.places.count <= mostPlaces
    else { return nil }
    let footprint = SensorFootprint(
      sensor: file.size, defaultCrop: file.defaultCrop, recipe: recipe)
    var windows = settings.places.map { ($0.point, settings.window) }
    if let place = settings.develop.balancePlace {
      windows.append((place.point, SampleWindow(side: place.side)))
    }
    let parts = windows.compactMap { point, window in
      footprint.sites(of: window, at: point, orientation: file.metadata.orientation)
    }
    let area = parts.reduce(0) { $0 + $1.size.area }
    return area < file.size.area / largestShare ? parts : nil
  }

  /// More of them touch most tiles.
  private static let mostPlaces = 256
  /// Below this share of the picture small pages of memory and few threads are quicker.
  private static let largestShare = 8
}
