internal import Pixels
internal import Scheduling

/// The state that all frames of a run share.
final class FrameRun: Sendable {
  let plan: RenderPlan
  /// The makers of the plan, opened when their first frame is drawn and closed after their last, so
  /// that of many photos no more are in memory than are shown at a time.
  let makers: [SharedResource<any LayerMaker, FrameError>]
  /// Bytes of the frames in the folder, by name.
  let sizes: [String: Int]
  /// The format of a stream's frames; nil if each frame has its own.
  let format: PixelFormat?
  let stream: FrameStream?
  let scratches = ScratchPool { FrameScratch() }

  init(_ plan: RenderPlan, format: PixelFormat?, stream: FrameStream?) {
    self.plan = plan
    self.format = format
    self.stream = stream
    makers = zip(plan.makers, plan.uses()).map { maker, uses in
      SharedResource(
        uses: uses,
        open: { crew throws(FrameError) in
          try maker.open(crew)
          return maker
        }, close: { $0.close() })
    }
    if case .folder(let folder) = plan.destination {
      sizes = Manifest.sizes(in: folder)
    } else {
      sizes = [:]
    }
  }
}

/// A stream that is being written. One thread at a time hands on frames.
final class FrameStream: @unchecked Sendable {
  let sink: FrameSink
  /// The error after which no more frames are handed on.
  private(set) var failure: FrameError?

  init(_ sink: FrameSink) { self.sink = sink }

  func write(_ piece: FrameSink.Piece) throws(FrameError) {
    if let failure { throw failure }
    do throws(FrameError) { try sink.write(piece) } catch {
      failure = error
      throw error
    }
  }

  /// Ends the stream, because a frame is missing and the frames behind it have no place.
  func end(_ error: FrameError) { failure = failure ?? error }
}
