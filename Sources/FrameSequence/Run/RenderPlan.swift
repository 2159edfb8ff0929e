internal import Color
internal import Develop
public import Outputs
internal import PictureFiles
internal import Pixels
internal import Platform
internal import Sampling
internal import SystemPackage
public import Timelines

/// The frames to render, decided before anything is written.
public struct RenderPlan: Sendable {
  /// Frames of the whole run, drawn now or not.
  public var frameCount: Int
  /// Gives the layers of a frame.
  public var frame: @Sendable (Int) -> ScheduledFrame
  /// The makers that draw the sources of the timeline, one each.
  public var makers: [any LayerMaker]
  /// The size and settings that all frames share.
  public var form: FrameForm
  /// Frames a second.
  public var rate: FrameRate
  /// The frames to draw, ascending.
  public var frames: [Int]
  /// Where they go.
  public var destination: FrameDestination
  /// Whether frames have alpha though their parameters do not say so.
  public var isTransparent = false
  /// Whether a photo that is missing or damaged ends the run.
  public var needsWholePhotos = true
  /// The treatment of files that exist.
  public var ifExists = ExistingPolicy.update

  /// - Parameters:
  ///   - frameCount: Frames of the whole run.
  ///   - frames: The frames to draw, ascending; nil for all.
  ///   - makers: One for each source of the timeline.
  ///   - frame: Gives the layers of a frame; any thread may call it.
  public init(
    frameCount: Int, frames: [Int]? = nil, makers: [any LayerMaker], form: FrameForm,
    rate: FrameRate = FrameRate(25), destination: FrameDestination,
    frame: @escaping @Sendable (Int) -> ScheduledFrame
  ) {
    self.frameCount = frameCount
    self.frames = frames ?? Array(0..<frameCount)
    self.makers = makers
    self.form = form
    self.rate = rate
    self.destination = destination
    self.frame = frame
  }

  /// The names of the frames in a folder.
  var names: FrameNames {
    FrameNames(count: frameCount, suffix: form.settings.encoding.format.suffix)
  }

  /// Where a frame goes; nil for streams.
  func path(_ frame: Int) -> FilePath? {
    switch destination {
    case .folder(let folder): folder.appending(names.name(frame))
    case .file(let path): path
    case .standardOutput, .animation, .y4m, .raw, .film: nil
    }
  }

  /// A number for all that a frame's pixels depend on.
  ///
  /// - Parameter stops: Whether a signal ends it.
  /// - Throws: `FrameError.input` if an input cannot be read, `FrameError.stopped`.
  func hash(_ frame: ScheduledFrame, stops: Bool = false) throws(FrameError) -> String {
    var hash = ContentHash()
    let form = form
    hash.add(Array("\(form.size) \(form.settings.photo.recipe.space.name)".utf8))
    let words = JSONText.encode([
      form.settings.metadata.rawValue, Fingerprint.words(form.settings.encoding),
      form.settings.copyright ?? "", form.settings.artist ?? "",
    ])
    hash.add(Array(words.utf8))
    // What shows while the shutter is open decides, where something moves.
    let layers = frame.exposures.isEmpty ? frame.layers : frame.exposures.flatMap(\.self)
    for layer in layers {
      if stops { try FrameError.checkSignal() }
      hash.add(Array(try makers[layer.source].identity(of: layer).utf8) + [0])
      if layer.place != nil || layer.wipe != nil {
        let words = [
          layer.place.map { JSONText.encode($0) }, layer.wipe.map { JSONText.encode($0) },
        ]
        hash.add(Array("\(words) at \(form.scale)".utf8) + [0])
      }
    }
    return hash.text
  }

  /// Files that a frame is made from.
  func inputs(_ frame: ScheduledFrame) -> [FilePath] {
    frame.layers.flatMap { makers[$0.source].inputs(of: $0) }
  }

  /// Bytes that a thread takes for a frame, about.
  func memory(_ frame: ScheduledFrame) -> Int {
    let layers = frame.layers.reduce(0) { $0 + makers[$1.source].memory(of: $1) }
    // Rows, what the encoder works in, and the encoded bands or a stream's bytes.
    return layers + form.size.area * 4 * form.settings.photo.recipe.sample.byteCount + 4 << 20
  }

  /// How many frames show each source.
  func uses() -> [Int] {
    var uses = [Int](repeating: 0, count: makers.count)
    for index in frames {
      for source in Set(frame(index).layers.map(\.source)) { uses[source] += 1 }
    }
    return uses
  }
}
