internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideSampling

/// A demosaic method of Bromide or LibRaw.
enum DemosaicChoice: Sendable, Hashable {
  case own(DemosaicMethod)
  case libRaw(LibRawInterpolation)

  static var names: [String] { all.map(\.name) }

  init(_ text: String) throws { self = try Choice.value(text, in: Self.all) }

  /// Replaces the demosaic method in settings.
  func apply(to settings: inout PhotoSettings) {
    switch self {
    case .own(let method):
      (settings.recipe.demosaic, settings.loading.interpolation) = (method, nil)
    case .libRaw(let method): settings.loading.interpolation = method
    }
  }

  private static var all: [(name: String, value: DemosaicChoice)] {
    DemosaicMethod.allCases.map { ($0.rawValue, .own($0)) }
      + LibRawInterpolation.allCases.map { ("libraw:\($0.rawValue)", .libRaw($0)) }
  }
}
