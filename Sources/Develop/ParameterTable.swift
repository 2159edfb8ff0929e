/// Every photographic parameter, declared once: flags, documents, help and messages follow from it.
///
/// A new filter is a file in Filters and a line here.
public enum ParameterTable {
  /// All filters in the order in which they work.
  public static let filters: [Filter] = [
    .whiteBalance,
    .exposure,
    .window,
    .rotation,
    .channelMixer,
    .monochrome,
    .vignette,
    .tonalRange,
    .chroma,
    .curves,
    .splitToning,
    .denoise,
    .blur,
    .sharpen,
    .grain,
    .fade,
    .opacity,
  ]

  /// All parameters in the filters' order.
  public static let all = filters.flatMap(\.parameters)

  /// Those that make a pixel from itself and its place: neither geometry nor neighbours nor alpha are in them.
  public static let ofPixels = filters.filter { ![.geometry, .frame].contains($0.stage) }
    .flatMap(\.parameters).filter { $0 != .opacity }

  /// The parameter of that name.
  public static func named(_ name: String) -> Parameter? { all.first { $0.name == name } }

  /// The stage in which a parameter works.
  public static func stage(of parameter: Parameter) -> Filter.Stage? {
    filters.first { $0.parameters.contains(parameter) }?.stage
  }
}

extension FilterSettings {
  /// The steps of one stage, in order; filters at their defaults have none.
  func steps(_ stage: Filter.Stage, _ frame: FilterFrame) -> [FilterStep] {
    ParameterTable.filters.filter { $0.stage == stage && !$0.isStandard(self) }
      .compactMap { $0.step(self, frame) }
  }

  /// Whether a grey picture gets colours.
  var isColoring: Bool {
    ParameterTable.filters.contains { $0.isColoring && !$0.isStandard(self) }
  }
}
