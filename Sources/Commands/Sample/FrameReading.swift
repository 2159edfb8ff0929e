internal import Color
internal import Kernels
internal import Pixels
internal import Sampling
internal import YCbCr

/// How the frames of one input become light.
struct FrameReading: Sendable {
  let description: YCbCrDescription
  let layout: YCbCrLayout
  let upsampling: YCbCrConverter.Upsampling
  let converter: YCbCrConverter
  let orientation: Orientation
  private let isUpsamplingStated: Bool
  private let isLayoutStated: Bool

  init(
    _ description: YCbCrDescription, layout: YCbCrLayout, orientation: Orientation = .upright,
    settings: SampleSettings
  ) {
    self.description = description
    self.layout = layout
    self.orientation = orientation
    isUpsamplingStated = settings.upsampling != nil
    isLayoutStated = settings.layout == layout
    upsampling = settings.upsampling ?? .linear
    converter = YCbCrConverter(
      coding: description.coding(depth: layout.depth), siting: description.siting.value,
      layout: layout, output: .rgbFloat, upsampling: upsampling,
      arithmetic: settings.isExact ? .exact : .fast)
  }

  func sampler(_ frame: YCbCrFrame) -> PointSampler {
    PointSampler(
      .frame(frame, converter), space: description.space.value, orientation: orientation)
  }

  var facts: [Fact] {
    [
      Fact("layout", layout.name, isLayoutStated ? "flag" : "tag"),
      Fact("matrix", description.matrix) { $0.name },
      Fact("range", description.range) { $0.rawValue },
      Fact("siting", description.siting) { $0.rawValue },
      Fact("chroma", upsampling.rawValue, isUpsamplingStated ? "flag" : "rule"),
      Fact("depth", "\(layout.depth)", "tag"),
      Fact("primaries", description.primaries) { $0.name },
      Fact("transfer", description.transfer) { $0.name },
    ]
  }
}
