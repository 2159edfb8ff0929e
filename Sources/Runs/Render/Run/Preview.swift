internal import BromideCodecs
internal import BromideDevelop
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

extension FrameForm {
  /// Returns the same form with a different size.
  public func scaled(by factor: Double) -> FrameForm {
    var form = self
    func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * factor).rounded())) }
    form.size = Size(width: scaled(size.width), height: scaled(size.height))
    form.scale *= factor
    return form
  }

  /// The form of a fast preview: at most 640 pixels long, demosaiced at half size.
  public var preview: FrameForm {
    var form = scaled(by: min(1, 640 / Double(size.longEdge)))
    form.settings.photo.recipe.demosaic = .half
    form.settings.encoding = form.settings.encoding.quickest
    return form
  }
}

extension FrameDestination {
  /// The destination of a preview: next to the original destination, with a different name.
  public var preview: FrameDestination {
    func nextTo(_ path: FilePath) -> FilePath {
      let suffix = path.reversibleExtension
      let stem = path.reversibleStem + "-preview"
      return path.removingLastComponent()
        .appending(reversible: suffix.isEmpty ? stem : stem + "." + suffix)
    }
    return switch self {
    case .folder(let path):
      .folder(
        path.removingLastComponent().appending(reversible: path.reversibleName + "-preview"))
    case .file(let path): .file(nextTo(path))
    case .animation(let path): .animation(nextTo(path))
    case .film(let film): .film(film.moved(to: nextTo(film.path)))
    case .standardOutput, .y4m, .raw: self
    }
  }
}
