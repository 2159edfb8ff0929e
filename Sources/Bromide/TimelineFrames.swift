internal import BromidePhotos
internal import BromideRuns
internal import BromideSystem
internal import Synchronization

extension TimelineRenderer {
  /// A frame in memory.
  public struct Frame<Sample: PictureSample>: Sendable {
    /// The frame number, starting at 0.
    public let number: Int
    /// The frame in RGB, in the timeline's space. Transparent parts are drawn over black.
    public let picture: Picture<Sample>
    /// A sentence about a damaged or missing photo that the timeline accepts, or `nil`.
    public let warning: String?
  }

  /// Renders frames to memory, in order, while you iterate.
  ///
  /// Each frame uses all processors, and only the photos of the current frames stay in memory. If
  /// the timeline skips missing photos, it also skips their frames.
  ///
  /// ```swift
  /// for try await frame in renderer.frames() { show(frame.picture) }
  /// ```
  ///
  /// - Parameters:
  ///   - range: The frames, or `nil` for all.
  ///   - sample: `UInt8.self` or `UInt16.self`.
  /// - Throws: `BromideError` if the timeline does not have these frames. Iterating throws it if a
  ///   frame cannot be rendered, or with the kind `.cancelled` if the task is cancelled.
  public func frames<Sample: PictureSample>(
    _ range: Range<Int>? = nil, as sample: Sample.Type = UInt8.self
  ) throws(BromideError) -> Frames<Sample> {
    let range = range ?? 0..<frameCount
    guard range.lowerBound >= 0, range.upperBound <= frameCount else {
      throw BromideError(
        .request, nil, "there are no frames \(range): the timeline has \(frameCount)")
    }
    return Frames(renderer: self, range: range)
  }

  /// The frames of a timeline, rendered one after the other.
  public struct Frames<Sample: PictureSample>: AsyncSequence, Sendable {
    /// The error of a frame.
    public typealias Failure = BromideError
    /// A frame in memory.
    public typealias Element = Frame<Sample>
    let renderer: TimelineRenderer
    let range: Range<Int>

    /// Sentences about the timeline itself, such as values outside their range. Problems of photos
    /// are in the frames.
    public var warnings: [String] { renderer.warnings }

    /// Creates an iterator. Its first frame opens the photos.
    public func makeAsyncIterator() -> Iterator {
      Iterator(renderer: renderer, frames: range)
    }

    /// Renders the next frame for each call.
    public struct Iterator: AsyncIteratorProtocol {
      /// The error of a frame.
      public typealias Failure = BromideError
      private let renderer: TimelineRenderer
      private var frames: Range<Int>
      private var studio: FrameStudio?

      init(renderer: TimelineRenderer, frames: Range<Int>) {
        self.renderer = renderer
        self.frames = frames
      }

      /// Renders the next frame.
      ///
      /// - Returns: `nil` after the last frame, after an error, and after the task was cancelled.
      /// - Throws: `BromideError`.
      public mutating func next() async throws(BromideError) -> Frame<Sample>? {
        while let number = frames.first {
          frames = frames.dropFirst()
          let (renderer, known) = (renderer, studio)
          do throws(BromideError) {
            let (studio, frame) = try await Waiting<(FrameStudio, Frame<Sample>?)>.run {
              () throws(BromideError) in
              let studio = if let known { known } else { try renderer.studio(Sample.format) }
              return (studio, try renderer.frame(number, by: studio))
            }
            self.studio = studio
            if let frame { return frame }
          } catch {
            // Its thread may still draw, so do not use the studio again.
            (frames, studio) = (0..<0, nil)
            throw error
          }
        }
        studio = nil
        return nil
      }
    }
  }

  /// Opens the sources to draw frames in memory.
  fileprivate func studio(_ sample: SampleFormat) throws(BromideError) -> FrameStudio {
    do throws(RenderError) {
      return try FrameStudio(
        opened, try analyses(), sample: sample, crew: Crew(threads: Machine.cores))
    } catch { throw BromideError(error) }
  }

  /// Draws a frame, or returns `nil` if the timeline skips its missing photo.
  fileprivate func frame<Sample: PictureSample>(
    _ number: Int, by studio: FrameStudio
  ) throws(BromideError) -> Frame<Sample>? {
    do throws(FrameError) {
      let drawn = try studio.picture(number, of: Sample.self)
      var picture = Picture(drawn.pixels, space: opened.form.settings.photo.recipe.space)
      picture.warnings = drawn.warnings.map(\.text)
      return Frame(number: number, picture: picture, warning: drawn.remark?.words)
    } catch {
      if case .leftOut = error { return nil }
      throw BromideError(error, frame: number)
    }
  }
}

/// Waits for work on a separate thread, or until the task is cancelled. The thread then ends later.
private final class Waiting<Value: Sendable>: Sendable {
  private typealias Answer = CheckedContinuation<Result<Value, BromideError>, Never>
  private enum State {
    case begun
    case waiting(Answer)
    case cancelled
  }

  private let state = Mutex(State.begun)

  static func run(
    _ work: @escaping @Sendable () throws(BromideError) -> Value
  ) async throws(BromideError) -> Value {
    let waiting = Waiting()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard waiting.begin(continuation) else { return }
        let run: @Sendable () -> Void = {
          waiting.end(Result { () throws(BromideError) in try work() })
        }
        if !DetachedThread.run(run) { run() }
      }
    } onCancel: {
      waiting.cancel()
    }
    return try result.get()
  }

  /// Stores the waiting task.
  ///
  /// - Returns: False if it was cancelled before.
  private func begin(_ answer: Answer) -> Bool {
    let isCancelled = state.withLock { state in
      if case .cancelled = state { return true }
      state = .waiting(answer)
      return false
    }
    if isCancelled { answer.resume(returning: .failure(Self.cancellation)) }
    return !isCancelled
  }

  private func end(_ result: Result<Value, BromideError>) { take()?.resume(returning: result) }

  private func cancel() { take()?.resume(returning: .failure(Self.cancellation)) }

  /// Takes the waiting task, which is answered once.
  private func take() -> Answer? {
    state.withLock { state in
      defer { state = .cancelled }
      if case .waiting(let answer) = state { return answer }
      return nil
    }
  }

  private static var cancellation: BromideError { BromideError(.cancelled, nil, "cancelled") }
}
