internal import BromideDevelop
internal import Tweening

extension ScheduledSource {
  /// The position, visible part and transition of a source.
  struct Layer: Sendable {
    /// The role of a source for text above it.
    enum Role: Sendable {
      case photo, words, scene, other
    }

    let role: Role
    let tracks: [ScheduledTrack]
    private let isPlaced: Bool
    private let isStill: Bool
    private let isText: Bool
    private let wipe: (shape: WipeShape, softness: Double)
    private let transition: SourceTransition?

    init(_ source: TimelineSource, tracks: [ScheduledTrack]) {
      self.tracks = tracks
      isPlaced = source.isPlaced
      isStill = source.layer.isStill
      wipe = (source.layer.wipe, source.layer.softness)
      transition = source.transition
      if case .text = source.content { isText = true } else { isText = false }
      switch source.content {
      case .photo, .sequence: role = .photo
      case .text(let text) where text.template.needsPhoto: role = .words
      case .tiles where source.script != nil, .sheet where source.script != nil: role = .scene
      case .text, .color, .clip, .tiles, .sheet: role = .other
      }
    }

    /// Adds position and wipe.
    ///
    /// - Parameters:
    ///   - time: Seconds from the source's start.
    ///   - moved: The time for movement and scaling of the picture.
    func lay(_ layer: inout ScheduledLayer, time: Double, moved: Double) {
      guard isPlaced || !tracks.isEmpty else { return }
      var place = LayerPlace()
      place.isStill = isStill
      if isText { place.size = textSize([LayerParameter.letters.standard![0]], isPixels: false) }
      for track in tracks {
        let (values, isClamped) = track.value(at: track.parameter.movesLayer ? moved : time)
        if isClamped { layer.clamped.append(track.parameter) }
        let isPixels = track.parameter.unit == LayerParameter.pixels
        switch track.parameter {
        case LayerParameter.at, LayerParameter.atPixels:
          place.at = LayerPlace.Lengths(values[0], values[1], isPixels: isPixels)
        case LayerParameter.letters, LayerParameter.lettersPixels:
          place.size = textSize(values, isPixels: isPixels)
        case LayerParameter.size, LayerParameter.sizePixels:
          place.size = LayerPlace.Lengths(values[0], values[1], isPixels: isPixels)
        case LayerParameter.anchor: place.anchor = SIMD2(values[0], values[1])
        case LayerParameter.rotation: place.rotation = values[0]
        case LayerParameter.opacity: place.opacity = values[0]
        default:
          layer.wipe = LayerWipe(wipe.shape, share: values[0], softness: wipe.softness)
        }
      }
      if isPlaced { layer.place = place }
    }

    private func textSize(_ values: [Double], isPixels: Bool) -> LayerPlace.Lengths {
      LayerPlace.Lengths(values[0], values[0], isPixels: isPixels)
    }

    /// Applies the transition to a layer.
    ///
    /// - Parameters:
    ///   - share: The progress of the transition, from 0 to 1.
    ///   - moved: The progress for a sliding picture.
    func begin(_ layer: inout ScheduledLayer, share: Double, moved: Double) {
      guard let transition else { return }
      func eased(_ share: Double) -> Double {
        min(max(transition.curve(min(max(share, 0), 1)), 0), 1)
      }
      let (share, moved) = (eased(share), eased(moved))
      switch transition.kind {
      case .crossfade:
        // Change the opacity of a placed picture without changing the picture itself, which is
        // drawn only once.
        if layer.place != nil {
          layer.place?.opacity *= share
        } else {
          layer.filters[.opacity] = [share * layer.filters.number(.opacity)]
        }
      case .wipe(let shape, let softness):
        layer.wipe = LayerWipe(shape, share: share, softness: softness)
      case .slide(let side):
        let rest = 1 - moved
        var place = layer.place ?? LayerPlace()
        place.isStill = false
        switch side {
        case .left: place.shift.x -= rest
        case .right: place.shift.x += rest
        case .top: place.shift.y -= rest
        case .bottom: place.shift.y += rest
        }
        layer.place = place
      }
    }
  }
}
