internal import BromideSystem
internal import BromideValues

/// The state of all frames of a run.
final class FrameRun: Sendable {
  let plan: RenderPlan
  /// The makers of the plan. They are opened for their first frame and closed after their last
  /// frame. So memory contains only the photos that are visible at the same time.
  let makers: [SharedResource<any LayerMaker, FrameError>]
  /// Bytes of the frames in the folder, by name.
  let sizes: [String: Int]
  /// The format of a stream's frames, or `nil` if each frame has a separate format.
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

/// A stream during writing. Only one thread writes frames.
final class FrameStream: @unchecked Sendable {
  let sink: FrameSink
  /// Whether it accepts another frame.
  private(set) var isOpen = true

  init(_ sink: FrameSink) { self.sink = sink }

  /// Writes a frame. An error ends the stream.
  ///
  /// - Parameters:
  ///   - place: The index of the frame in the plan.
  ///   - isWhole: Whether all its photos exist and are intact.
  func write(_ piece: FrameSink.Piece, place: Int, isWhole: Bool) throws(FrameError) {
    do throws(FrameError) { try sink.write(piece, place: place, isWhole: isWhole) } catch {
      end()
      throw error
    }
  }

  /// Ends the stream, because a frame is missing and later frames would have the wrong position.
  func end() { isOpen = false }
}
