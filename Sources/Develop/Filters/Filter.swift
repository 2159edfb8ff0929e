internal import BromideKernels
internal import BromideValues

/// One photographic filter: its parameters, its place in the order of steps, and its effect.
public struct Filter: Sendable {
  /// The place of a filter in the development. Stages follow each other in this order.
  public enum Stage: String, Sendable, Hashable, Codable, CaseIterable {
    /// On camera RGB, before and during the conversion to colours.
    case light
    /// On the part of the picture that is shown, its size and its rotation.
    case geometry
    /// On scene-linear light.
    case scene
    /// On display-linear light, after the tone curve.
    case display
    /// On each pixel's neighbourhood, in a pass over the picture at output size.
    case neighborhood = "frame"
    /// On finished pixels.
    case output
  }

  /// The place of the filter in the development.
  public let stage: Stage
  /// The filter's parameters.
  public let parameters: [Parameter]
  /// The parameters of this filter that can give colour to a grey picture.
  let coloring: [Parameter]
  /// The parameters of other filters that the step also uses.
  private let used: [Parameter]
  /// Makes the filter's step, or returns `nil` if the filter has no effect.
  let step: @Sendable (FilterSettings, FilterContext) -> FilterStep?

  /// Creates a filter with a separate step.
  init(
    _ stage: Stage, _ parameters: [Parameter], using used: [Parameter] = [],
    coloring: [Parameter] = [],
    _ step: @escaping @Sendable (FilterSettings, FilterContext) -> FilterStep?
  ) {
    self.stage = stage
    self.parameters = parameters
    self.used = used
    self.coloring = coloring
    self.step = step
  }

  /// Creates a filter with a separate step that can give colour to a grey picture.
  init(
    _ stage: Stage, coloring parameters: [Parameter],
    _ step: @escaping @Sendable (FilterSettings, FilterContext) -> FilterStep?
  ) {
    self.init(stage, parameters, coloring: parameters, step)
  }

  /// The parameters of a step that every development has.
  init(_ stage: Stage, _ parameters: [Parameter]) {
    self.init(stage, parameters) { _, _ in nil }
  }

  /// Whether all parameters that the filter uses have their defaults.
  func isStandard(_ settings: FilterSettings) -> Bool {
    (parameters + used).allSatisfy { settings.isStandard($0) }
  }
}

/// The effect of a filter on pixels.
enum FilterStep: Sendable {
  /// A linear map of the working space, which is merged with neighbouring ones.
  case matrix(Matrix3x3)
  case kernel(any PointKernel)
  case pass(FilterPass)
}

/// The facts about a picture that a filter may depend on.
struct FilterContext: Sendable {
  /// Size of the output before it is turned upright.
  let size: Size
  /// Whether the picture has one channel.
  let isGrey: Bool
  /// The base of local tone, or `nil` if filters do not need it.
  var toneBase: ToneBase?
  /// The gain of scene-linear light, in stops.
  var exposure = 0.0
  /// The luminance of red, green and blue of the working space.
  static let luminance = RGBSpace.working.toXYZ.rows[1]
}
