public import BromideDevelop

extension TimelineSchedule {
  /// Returns the contents of a frame, with the values of all parameters.
  ///
  /// - Parameter index: 0 ..< `frameCount`.
  /// - Complexity: O(s + t log n) for s sources near this frame and t tracks with n keys. A track
  ///   takes one microsecond.
  public func frame(_ index: Int) -> ScheduledFrame {
    precondition((0..<frameCount).contains(index), "no such frame")
    var frame = ScheduledFrame(
      index: index, time: Double(index) / rate.value, layers: layers(index))
    if shutter > 0 {
      let offsets = Self.exposureOffsets.map { $0 * shutter }
      if frame.layers.contains(where: { isMoving($0, offsets) }) {
        frame.exposures = offsets.map { layers(index, offset: $0) }
      }
    }
    return frame
  }

  /// The middles of 16 equal parts of the shutter's open time, around the frame's time.
  private static let exposureOffsets = (0..<16).map { (Double($0) + 0.5) / 16 - 0.5 }

  /// Returns whether a layer changes while the shutter is open.
  private func isMoving(_ layer: ScheduledLayer, _ offsets: [Double]) -> Bool {
    [offsets[0], offsets[offsets.count - 1]].contains { offset in
      let other = self.layer(of: layer.source, at: layer.frame, offset: offset)
      return other.filters != layer.filters || other.place != layer.place
        || (sources[layer.source].layer.role == .scene && other.time != layer.time)
    }
  }

  /// Returns the layers of a frame.
  ///
  /// - Parameter offset: The time offset of moving layers, in frames.
  private func layers(_ index: Int, offset: Double = 0) -> [ScheduledLayer] {
    var layers: [ScheduledLayer] = []
    var subject: ScheduledLayer.Subject?
    for candidate in self.index.candidates(index) {
      let place = Int(candidate)
      let frame = index - sources[place].firstFrame
      guard (0..<sources[place].frameCount).contains(frame) else { continue }
      var layer = layer(of: place, at: frame, offset: offset)
      switch sources[place].layer.role {
      case .photo: subject = ScheduledLayer.Subject(source: place, photo: layer.photo)
      case .words: layer.subject = subject
      case .scene, .other: break
      }
      layers.append(layer)
    }
    return layers
  }

  /// Returns the parameters of all frames with a source, without checking other sources.
  public func moments(of source: Int) -> [FilterSettings] {
    let scheduled = sources[source]
    // Without movement, the first frame after the fade represents all others.
    let count = scheduled.tracks.isEmpty ? scheduled.fade + 1 : scheduled.frameCount
    let offsets =
      shutter > 0 && !scheduled.tracks.isEmpty
      ? [0] + Self.exposureOffsets.map { $0 * shutter } : [0]
    return (0..<count).flatMap { frame in
      offsets.map { layer(of: source, at: frame, offset: $0).filters }
    }
  }

  /// Returns the positions of a source in all its frames, or an empty array if it fills the frame.
  public func places(of source: Int) -> [LayerPlace] {
    let scheduled = sources[source]
    let count = scheduled.placing.isEmpty ? scheduled.fade + 1 : scheduled.frameCount
    return (0..<min(count, scheduled.frameCount)).compactMap { layer(of: source, at: $0).place }
  }

  /// Returns the layer of a source at one of its frames.
  ///
  /// - Parameter offset: The time offset of its geometry only, in frames.
  private func layer(of place: Int, at frame: Int, offset: Double = 0) -> ScheduledLayer {
    let source = sources[place]
    let time = source.time(ofFrame: frame)
    let moved = offset == 0 ? time : source.timing.time(atFrame: Double(frame) + offset)
    var layer = ScheduledLayer(
      source: place, frame: frame, time: moved, photo: source.course.photo(frame),
      filters: source.constants, clamped: [])
    layer.parts = source.course.parts(frame)
    for track in source.tracks {
      let isGeometry = ParameterTable.stage(of: track.parameter) == .geometry
      let (values, isClamped) = track.value(at: isGeometry ? moved : time)
      layer.filters[track.parameter] = values
      if isClamped { layer.clamped.append(track.parameter) }
    }
    source.layer.lay(&layer, time: time, moved: moved)
    if frame < source.fade {
      // A transition never shows only one source, even in its first and last frame.
      let share = Double(frame + 1) / Double(source.fade + 1)
      let ahead = (Double(frame + 1) + offset) / Double(source.fade + 1)
      source.layer.begin(&layer, share: share, moved: ahead)
    }
    return layer
  }
}
