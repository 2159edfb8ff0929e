internal import Color
internal import Kernels
internal import Pixels

/// One photographic filter: its parameters, its place in the order of steps, and what it does there.
public struct Filter: Sendable {
  /// Where a filter works; stages follow each other in this order.
  public enum Stage: String, Sendable, Hashable, Codable, CaseIterable {
    /// In camera RGB, before and while colours are made.
    case light
    /// Which part of the picture is shown, how large and how turned.
    case geometry
    /// On scene-linear light.
    case scene
    /// On display-linear light, after the tone curve.
    case display
    /// On the frame's neighbourhoods, at output size.
    case frame
    /// On finished pixels.
    case output
  }

  /// Where the filter works.
  public let stage: Stage
  /// The parameters that the filter has.
  public let parameters: [Parameter]
  /// Whether it can give colour to a grey picture.
  let isColoring: Bool
  /// What it adds to the steps; nil at its defaults.
  let step: @Sendable (FilterSettings, FilterFrame) -> FilterStep?

  /// A filter that is a step of its own.
  init(
    _ stage: Stage, _ parameters: [Parameter], isColoring: Bool = false,
    _ step: @escaping @Sendable (FilterSettings, FilterFrame) -> FilterStep?
  ) {
    self.stage = stage
    self.parameters = parameters
    self.isColoring = isColoring
    self.step = step
  }

  /// Parameters of a step that every development has.
  init(_ stage: Stage, _ parameters: [Parameter]) {
    self.init(stage, parameters) { _, _ in nil }
  }

  /// Whether all of its parameters are at their defaults.
  func isStandard(_ settings: FilterSettings) -> Bool {
    parameters.allSatisfy { settings.isStandard($0) }
  }
}

/// What a filter does to pixels.
enum FilterStep: Sendable {
  /// A linear map of the working space, which joins its neighbours.
  case matrix(Matrix3x3)
  case kernel(any PointKernel)
  case pass(FramePass)
}

/// What a filter may know of the frame it works on.
struct FilterFrame: Sendable {
  /// The frame before it is turned upright.
  let size: Size
  /// Whether the picture has one channel.
  let isGrey: Bool
  /// The luminance of red, green and blue of the working space.
  static let luminance = RGBSpace.working.toXYZ.rows[1]
}
