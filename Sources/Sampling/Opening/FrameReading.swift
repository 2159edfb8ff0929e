package import BromideCodecs
internal import BromideKernels
package import BromideValues

/// How the frames of one input become light.
package struct FrameReading: Sendable {
  package let description: YCbCrDescription
  package let layout: YCbCrLayout
  package let upsampling: YCbCrConverter.Upsampling
  package let converter: YCbCrConverter
  package let orientation: Orientation
  private let interlacing: Y4MHeader.Interlacing
  /// The requested orientation.
  private let turn: Orientation?
  private let isUpsamplingSet: Bool
  private let isLayoutSet: Bool
  private let alpha: AlphaUse?

  package init(
    _ description: YCbCrDescription, layout: YCbCrLayout, orientation: Orientation = .upright,
    interlacing: Y4MHeader.Interlacing = .none, settings: OpeningSettings
  ) {
    self.description = description
    self.layout = layout
    self.orientation = orientation
    self.interlacing = interlacing
    turn = settings.orientation
    isUpsamplingSet = settings.upsampling != nil
    isLayoutSet = settings.layout == layout
    alpha = settings.alpha
    upsampling = settings.upsampling ?? .linear
    converter = YCbCrConverter(
      coding: description.coding(depth: layout.depth), siting: description.siting.value,
      layout: layout, output: .rgbFloat, upsampling: upsampling,
      arithmetic: settings.isExact ? .exact : .fast)
  }

  /// The sampler of a frame.
  package func sampler(_ frame: YCbCrFrame) -> PointSampler {
    PointSampler(
      .frame(frame, converter), space: description.space.value, orientation: orientation,
      alpha: alpha ?? .weight)
  }

  /// Everything that determined the colours.
  package var facts: [Fact] {
    [
      Fact("layout", layout.name, isLayoutSet ? "flag" : "tag"),
      Fact("matrix", description.matrix) { $0.name },
      Fact("range", description.range) { $0.rawValue },
      Fact("siting", description.siting) { $0.rawValue },
      Fact("chroma", upsampling.rawValue, isUpsamplingSet ? "flag" : "rule"),
      Fact("depth", "\(layout.depth)", "tag"),
      Fact("primaries", description.primaries) { $0.name },
      Fact("transfer", description.transfer) { $0.name },
    ] + Fact.luminance(of: description.space.value)
      + (interlacing == .none ? [] : [Fact("rows", interlacing.rawValue, "tag")])
      + (layout.hasAlpha
        ? [Fact("alpha", (alpha ?? .weight).rawValue, alpha == nil ? "rule" : "flag")] : [])
      + (turn.map { [Fact("orientation", "\($0.rawValue)", "flag")] } ?? [])
  }
}
