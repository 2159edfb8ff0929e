internal import BromideDevelop
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues

extension FrameRun {
  /// Returns all layers as one picture.
  ///
  /// - Parameters:
  ///   - scratch: The memory of the calling thread.
  ///   - crew: Helps to open the sources of the frame.
  func picture(
    of frame: ScheduledFrame, _ scratch: FrameScratch, _ crew: Crew
  ) throws(FrameError) -> any LayerPicture {
    let base = try stack(frame.layers, frame, scratch, crew)
    if frame.exposures.isEmpty {
      return base.layers.count == 1 && base.layers[0].isFrame(of: base.format, plan.form.size)
        ? base.layers[0].picture : base
    }
    var stacks: [LayerStack] = []
    for layers in frame.exposures {
      stacks.append(
        LayerStack(try stack(layers, frame, scratch, crew).layers, like: base))
    }
    return try MeanLayer(of: stacks, scratch)
  }

  private func stack(
    _ scheduled: [ScheduledLayer], _ frame: ScheduledFrame, _ scratch: FrameScratch, _ crew: Crew
  ) throws(FrameError) -> LayerStack {
    var layers: [StackedLayer] = []
    for layer in scheduled {
      try FrameError.checkSignal()
      let maker = try makers[layer.source].value(crew: crew)
      layers.append(
        try StackedLayer(
          layer, by: maker, scale: plan.form.scale, isRepeated: !frame.exposures.isEmpty, scratch))
    }
    let form = plan.form
    // Placed and smaller layers are drawn over black.
    let isWhole = layers.first.map { $0.fillsFrame && $0.picture.size == form.size } ?? false
    let alpha = isWhole && layers[0].picture.format.hasAlpha
    return LayerStack(
      layers, size: form.size,
      format: format
        ?? PixelFormat(channels: alpha ? 4 : 3, sample: form.settings.photo.recipe.sample),
      space: form.settings.photo.recipe.space, instructionSet: form.instructionSet)
  }
}
