internal import Color
internal import Develop
internal import Kernels
internal import Metadata
internal import Outputs
internal import PNGCoding
internal import Pixels
internal import Platform
internal import Sampling
internal import Scheduling
internal import SystemPackage
internal import Timelines

/// Makes one frame after another, on as many threads as ask.
final class FrameWork: Sendable {
  private let plan: RenderPlan
  private let shelf: MakerShelf
  private let sizes: [String: Int]
  /// What frames of a stream have; nil: each its own.
  private let format: PixelFormat?
  private let stream: Stream?

  /// A stream with its order.
  struct Stream: @unchecked Sendable {
    let sink: FrameSink
    let order: OrderedFrames<FrameSink.Piece, FrameError>
  }

  init(_ plan: RenderPlan, shelf: MakerShelf, format: PixelFormat?, stream: Stream?) {
    self.plan = plan
    self.shelf = shelf
    self.format = format
    self.stream = stream
    if case .folder(let folder) = plan.destination {
      sizes = Manifest.sizes(in: folder)
    } else {
      sizes = [:]
    }
  }

  /// Makes the frame of a place in the plan, or finds that there is nothing to do.
  ///
  /// - Returns: What became of it, and the error where it failed.
  func make(
    _ place: Int, scratch: FrameScratch, gate: MemoryGate
  ) -> (FrameOutcome, FrameError?) {
    let watch = Stopwatch()
    let frame = plan.frame(plan.frames[place])
    defer { shelf.end(frame) }
    scratch.keep(only: frame.layers.map { plan.makers[$0.source] })
    var outcome = FrameOutcome(
      frame: frame.index, output: plan.path(frame.index), status: .rendered)
    outcome.setInputs(plan.inputs(frame))
    outcome.clamped = frame.layers.flatMap { $0.clamped.map(\.name) }
    var failure: FrameError?
    do throws(FrameError) {
      try make(frame, place, scratch, gate, &outcome)
    } catch {
      outcome.reason = error.description
      outcome.remedy = error.remedy
      if case .leftOut = error {
        outcome.status = .leftOut
        outcome.output = nil
        outcome.outputPathBytes = nil
        do throws(FrameError) { try stream?.order.put(nil, at: place) } catch { failure = error }
      } else {
        outcome.status = .failed
        failure = error
      }
    }
    outcome.milliseconds = watch.milliseconds
    return (outcome, failure)
  }

  private func make(
    _ frame: ScheduledFrame, _ place: Int, _ scratch: FrameScratch, _ gate: MemoryGate,
    _ outcome: inout FrameOutcome
  ) throws(FrameError) {
    let hash = try plan.hash(frame)
    let path = plan.path(frame.index)
    if let path {
      switch existing(path, frame, hash) {
      case .write: break
      case .skip(let reason):
        outcome.status = .current
        outcome.reason = reason
        return
      case .refuse(let reason, let remedy): throw .refused(reason, remedy)
      }
    }
    var remark: FrameRemark?
    var piece: FrameSink.Piece?
    outcome.outputBytes = try gate.reserving(plan.memory(frame)) { () throws(FrameError) in
      let picture = try picture(frame, scratch)
      remark = picture.remark
      guard let stream else {
        return try write(picture, path: path, hash: hash, scratch)
      }
      piece = try stream.sink.piece(picture, encoding(picture), scratch)
      return nil
    }
    // Whoever waits for its turn must hold no memory that the next frame waits for.
    if let piece { try stream?.order.put(piece, at: place) }
    switch remark {
    case nil: break
    case .damaged(let words):
      outcome.status = .damaged
      outcome.reason = words
    case .held(let words):
      outcome.status = .held
      outcome.reason = words
    }
  }

  private func existing(
    _ path: FilePath, _ frame: ScheduledFrame, _ hash: String
  ) -> ExistingOutput.Decision {
    ExistingOutput.decide(inputs: plan.inputs(frame), output: path, policy: plan.ifExists) {
      carried, bytes in
      guard let text = FrameText(carried), text.hash == hash, text.isWhole else { return false }
      return sizes[path.reversibleName].map { $0 == bytes } ?? true
    }
  }

  /// All layers of a frame as one picture.
  private func picture(
    _ frame: ScheduledFrame, _ scratch: FrameScratch
  ) throws(FrameError) -> any LayerPicture {
    var layers: [any LayerPicture] = []
    for layer in frame.layers {
      layers.append(try shelf.maker(layer.source).picture(of: layer, scratch: scratch))
    }
    let form = plan.form
    if layers.count == 1, layers[0].size == form.size,
      layers[0].format == format ?? layers[0].format
    {
      return layers[0]
    }
    let isOpaque = layers.first.map { $0.size == form.size && !$0.format.hasAlpha } ?? false
    let letterboxed = layers.first.map { $0.size != form.size } ?? false
    let alpha = !isOpaque && !letterboxed
    return LayerStack(
      layers, size: form.size,
      format: format
        ?? PixelFormat(channels: alpha ? 4 : 3, sample: form.settings.photo.recipe.sample),
      space: form.settings.photo.recipe.space, instructionSet: form.instructionSet)
  }

  private func encoding(_ picture: any LayerPicture) -> PNGFrame {
    PNGFrame(
      size: picture.size, format: picture.format, compression: plan.form.settings.compression,
      instructionSet: plan.form.instructionSet)
  }

  /// - Returns: The bytes of a file.
  private func write(
    _ picture: any LayerPicture, path: FilePath?, hash: String, _ scratch: FrameScratch
  ) throws(FrameError) -> Int {
    let form = plan.form
    let text = FrameText(
      hash: hash, instructionSet: form.instructionSet, isWhole: picture.remark == nil)
    return try encoding(picture).write(
      picture, to: path, space: form.settings.photo.recipe.space, scratch: scratch
    ) { description in
      let words = PictureWords(
        photo: picture.metadata ?? PhotoMetadata(), orientation: .upright,
        settings: form.settings)
      description.exif = picture.metadata == nil ? nil : words.exif
      description.texts = words.texts + [PNGText(keyword: Fingerprint.keyword, text: text.text)]
    }
  }
}
