internal import BromideDevelop
public import SystemPackage
internal import Tweening

/// A slide show of pictures with slow movements, created without a document.
public struct SlideShow: Sendable {
  /// The pictures, in order.
  public var photos: [FilePath]
  /// The length of the slide show, or `nil` for three seconds per picture.
  public var duration: TimePoint?
  /// The time for each picture to fade in over the previous one.
  public var crossfade = TimePoint.seconds(1)
  /// Text over the start, or `nil` to omit it.
  public var title: String?

  /// Creates a slide show with crossfades of one second.
  public init(_ photos: [FilePath]) { self.photos = photos }

  /// The ends of the slow movements, as windows of the picture.
  private static let windows: [[Double]] = [
    [0.1, 0.05, 0.75, 0.75], [0.2, 0.2, 0.75, 0.75], [0, 0.2, 0.75, 0.75], [0.2, 0, 0.75, 0.75],
  ]

  /// Returns the sources of the slide show, or the reason if it is not possible.
  ///
  /// - Parameter rate: Frames per second, to round lengths.
  public func sources(at rate: FrameRate) -> Result<[TimelineSource], SlideShowError> {
    guard !photos.isEmpty else { return .failure(SlideShowError("no pictures")) }
    let fade = rate.frames(in: crossfade.seconds(at: rate) ?? 1)
    let total =
      duration.flatMap { $0.seconds(at: rate) }.map { rate.frames(in: $0) }
      ?? photos.count * rate.frames(in: 3)
    // Each fade is part of two pictures.
    let shown = total + (photos.count - 1) * fade
    guard photos.count == 1 || shown / photos.count > 2 * fade else {
      return .failure(
        SlideShowError(
          "\(photos.count) pictures in \(total) frames show for \(shown / photos.count) each, too short for fades of \(fade); use a longer --duration or a shorter --crossfade"
        ))
    }
    var sources: [TimelineSource] = []
    for (index, path) in photos.enumerated() {
      var source = TimelineSource(.photo(path))
      source.avoidsCutting = true
      source.duration = .frames(
        shown / photos.count + (index < shown % photos.count ? 1 : 0))
      if index > 0 { source.transition = SourceTransition(duration: .frames(fade)) }
      let window = Self.windows[index % Self.windows.count]
      let ends = index.isMultiple(of: 2) ? ([0, 0, 1, 1], window) : (window, [0, 0, 1, 1])
      let tween = TweenEntry(from: ends.0, to: ends.1)
      source.tracks = [ParameterTrack(.crop, [ParameterTrack.Entry(.tween(tween))])]
      sources.append(source)
    }
    if let title {
      do throws(TextTemplateError) {
        sources.append(Self.title(try TextTemplate(title), frames: total, rate))
      } catch { return .failure(SlideShowError("--title: \(error.reason)")) }
    }
    return .success(sources)
  }

  /// Creates text in the lower part of the frame that appears and disappears within three seconds.
  private static func title(
    _ template: TextTemplate, frames: Int, _ rate: FrameRate
  ) -> TimelineSource {
    var layout = TextLayout(template)
    layout.isBold = true
    layout.outline = TextLayout.Outline()
    var source = TimelineSource(.text(layout))
    source.start = .frames(0)
    source.duration = .frames(min(frames, rate.frames(in: 3)))
    func constant(_ parameter: Parameter, _ value: [Double]) -> ParameterTrack {
      ParameterTrack(
        parameter,
        [ParameterTrack.Entry(.key(at: .frames(0), value: value, transition: .hold))])
    }
    func tween(_ tween: TweenEntry) -> ParameterTrack.Entry { ParameterTrack.Entry(.tween(tween)) }
    source.layer.tracks = [
      // More lines grow upwards.
      constant(LayerParameter.at, [0.5, 0.9]), constant(LayerParameter.anchor, [0.5, 1]),
      constant(LayerParameter.letters, [0.1]),
      ParameterTrack(
        LayerParameter.opacity,
        [
          tween(TweenEntry(from: [0], to: [1], duration: .share(0.2))),
          tween(TweenEntry(to: [0], start: .share(0.75), duration: .share(0.25))),
        ]),
    ]
    return source
  }
}

/// The reason for an invalid slide show.
public struct SlideShowError: Error, Sendable, Hashable {
  /// A sentence with the fix.
  public let reason: String

  init(_ reason: String) { self.reason = reason }
}
