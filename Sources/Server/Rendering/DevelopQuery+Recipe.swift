internal import BromideDevelop
package import BromidePhotos
package import BromideSampling
internal import BromideSystem
internal import BromideValues

/// The default development of a server.
extension DevelopQuery {
  /// Creates a development from a recipe.
  ///
  /// - Throws: `Rejection` if a setting only makes sense for a single photo.
  package init(recipe given: PhotoSettings) throws(Rejection) {
    guard given.balancePlace == nil else {
      throw .wrong("white-balance: a point applies to a single photo; use a balance or kelvins")
    }
    var settings = PhotoSettings(given.loading.context)
    settings.recipe.whiteBalance = given.recipe.whiteBalance
    settings.recipe.look = given.recipe.look
    if case .listed? = given.cameraLooks { settings.cameraLooks = given.cameraLooks }
    settings.recipe.tone = given.recipe.tone
    settings.recipe.highlightMode = given.recipe.highlightMode
    settings.recipe.profile = given.recipe.profile
    settings.recipe.tableLook = given.recipe.tableLook
    settings.recipe.filters = given.recipe.filters
    settings.recipe.optics.lens = .auto
    self.init(settings, key: Self.digest(settings))
  }

  /// Returns a copy with a different brightness for photos with an unknown exposure.
  ///
  /// The exposure is unknown if both the file and the table of camera models lack it.
  package func with(_ exposure: UnknownExposure, named name: String) -> DevelopQuery {
    var settings = settings
    settings.loading.unknownExposure = exposure
    return DevelopQuery(settings, key: "camera-exposure=\(name);" + key, needsRaw: needsRaw)
  }

  /// Returns the reason why a server cannot use a recipe's key, or `nil` if it can.
  package static func rejection(ofKey key: String) -> String? {
    if names.contains(key) || ["profile", "lut", "lut-space"].contains(key) { return nil }
    switch key {
    case "crop", "zoom", "rotation", "rotation-fit":
      return "the region and the rotation of a request replace it"
    case "size", "fit", "enlarge": return "a request sets the size"
    case "ca", "hot-pixels", "capture-sharpen", "noise-reduction", "output-sharpen":
      return "served pictures skip corrections that must measure the entire photo"
    default: return "served pictures do not support it; use convert"
    }
  }

  /// Returns the flags and slider values for the page.
  func json(flags: String) -> JSONValue {
    var numbers = Self.parameters.compactMap { parameter -> (String, JSONValue)? in
      guard let values = settings.recipe.filters[parameter], values.count == 1 else { return nil }
      return (parameter.name, .number("\(values[0])"))
    }
    if case .temperature(let kelvin, let tint) = settings.recipe.whiteBalance {
      numbers += [("temperature", .number("\(kelvin)")), ("tint", .number("\(tint)"))]
    }
    return .object([("flags", .text(flags)), ("values", .object(numbers))])
  }

  /// Returns text that differs if settings differ.
  private static func digest(_ settings: PhotoSettings) -> String {
    "recipe-" + ContentHash(Array(PhotoIdentity(settings).text.utf8)).text
  }
}
