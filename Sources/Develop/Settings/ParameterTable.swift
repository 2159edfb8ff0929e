/// Every photographic parameter, declared once. Flags, documents, help and messages follow from it.
///
/// A new filter takes a file in Filters and a line here.
public enum ParameterTable {
  /// All filters, in the order of application. A filter without parameters is the step of an
  /// earlier one in another place.
  public static let filters: [Filter] = [
    .whiteBalance,
    .exposure,
    .window,
    .rotation,
    .channelMixer,
    .monochrome,
    .vignette,
    .localTone,
    .tonalRange,
    .chroma,
    .bands,
    .monochromeOfBands,
    .curves,
    .splitToning,
    .grading,
    .lookTable,
    .denoise,
    .blur,
    .sharpen,
    .grain,
    .fade,
    .opacity,
  ]

  /// All parameters, in the order of their filters.
  public static let all = filters.flatMap(\.parameters)

  /// The parameters of filters that use only a pixel, its position and measurements of the photo,
  /// without geometry, neighbours or alpha.
  public static let ofPixels = filters.filter { ![.geometry, .neighborhood].contains($0.stage) }
    .flatMap(\.parameters).filter { $0 != .opacity }

  /// Returns the parameter with a name, or `nil` if the name is unknown.
  public static func named(_ name: String) -> Parameter? { all.first { $0.name == name } }

  /// The stage of a parameter's filter.
  public static func stage(of parameter: Parameter) -> Filter.Stage? {
    filters.first { $0.parameters.contains(parameter) }?.stage
  }
}

extension FilterSettings {
  /// Returns the steps of one stage, in order. Filters at their defaults are skipped.
  func steps(_ stage: Filter.Stage, _ context: FilterContext) -> [FilterStep] {
    ParameterTable.filters.filter { $0.stage == stage && !$0.isStandard(self) }
      .compactMap { $0.step(self, context) }
  }

  /// Whether a grey picture becomes coloured.
  var isColoring: Bool {
    ParameterTable.filters.contains { $0.coloring.contains { !isStandard($0) } }
  }
}
