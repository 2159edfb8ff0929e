internal import BromideCodecs
internal import BromideDevelop
package import BromidePhotos
package import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import Synchronization

/// Shows a timeline, a folder or a photo while you edit it: returns its state and draws its frames.
package final class Preview: @unchecked Sendable {
  /// The file or folder.
  package let subject: PreviewSubject
  /// The means with which photos are opened.
  let context: RunContext
  let watch: PreviewWatch
  private let thread: WorkerThread?
  private let hasEnded = Mutex(false)
  private let crew: Crew
  private let turns = DrawingTurns()
  /// Draws frames of one size. Only the thread with the turn can use this.
  private var studio: (version: Int, width: Int, studio: FrameStudio)?

  /// Maximum width of a frame, in pixels.
  package static let widest = 8192

  /// Starts to watch the files.
  ///
  /// - Parameters:
  ///   - threads: The number of threads that draw a frame together.
  ///   - context: The means with which photos are opened.
  package init(_ subject: PreviewSubject, threads: Int, context: RunContext) {
    self.subject = subject
    self.context = context
    crew = Crew(threads: threads)
    let watch = PreviewWatch(subject, threads: threads, context: context)
    self.watch = watch
    thread = WorkerThread { watch.run() }
  }

  /// Checks that a subject can be shown.
  ///
  /// - Throws: The errors of the document, or the reason that a photo cannot be shown.
  package static func check(
    _ subject: PreviewSubject, threads: Int, context: RunContext
  ) throws(RenderError) {
    try PreviewReading(subject: subject, threads: threads, context: context).check()
  }

  /// Stops watching and wakes waiting threads. A second call has no effect.
  package func end() {
    watch.end()
    let isFirst = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    if isFirst { thread?.join() }
  }

  /// The current state.
  package var moment: PreviewMoment { watch.moment }

  /// Waits until the version changes, or until a time limit.
  ///
  /// - Returns: The current version.
  package func version(after version: Int, seconds: Double) -> Int {
    watch.version(after: version, seconds: seconds)
  }

  /// A drawn frame.
  package struct Frame: Sendable {
    /// The JPEG file.
    package let bytes: [UInt8]
    /// The warnings about the frame as text, or `nil` if it is correct.
    package let remark: String?
  }

  /// Draws a frame of a timeline or folder.
  ///
  /// - Parameters:
  ///   - index: The frame number, starting at 0.
  ///   - width: The width of the frame in pixels, limited to the timeline's width.
  ///   - page: An identifier of the page. If a page waits for several frames, only the latest one
  ///     is drawn.
  /// - Throws: 409 if the page requested another frame, 422 if the frame cannot be drawn, 503 if it
  ///   is not ready.
  package func frame(_ index: Int, width: Int, page: String) throws(Rejection) -> Frame {
    guard turns.begin(page) else { throw Rejection(409, "the page requested another frame") }
    defer { turns.end() }
    let moment = moment
    guard let opened = moment.opened else { throw Rejection(503, "the first frame is not ready") }
    let count = opened.schedule.frameCount
    guard (0..<count).contains(index) else {
      throw .wrong("n: expected a frame from 0 to \(count - 1)")
    }
    let picture: FrameStudio.Picture<UInt8>
    do {
      picture = try studio(of: opened, moment, width: width).picture(index)
    } catch let error as FrameError {
      throw Rejection(422, error.description)
    } catch let error as RenderError {
      throw Rejection(422, error.description)
    } catch {
      throw Rejection(422, "\(error)")
    }
    let remarks = [picture.remark?.words].compactMap(\.self) + picture.warnings.map(\.text)
    let space = opened.form.settings.photo.recipe.space
    let description = PictureDescription(
      size: picture.pixels.size, format: PixelFormat(channels: 3, sample: .uint8),
      // Browsers treat untagged pictures as sRGB.
      space: space == .srgb ? nil : space)
    do throws(PictureFileError) {
      return Frame(
        bytes: try PictureWriter.file(of: picture.pixels, description, .jpeg(JPEGOptions())),
        remark: remarks.isEmpty ? nil : remarks.joined(separator: ". "))
    } catch {
      throw Rejection(422, error.description)
    }
  }

  private func studio(
    of opened: OpenedTimeline, _ moment: PreviewMoment, width: Int
  ) throws(RenderError) -> FrameStudio {
    let whole = opened.form.size.width
    let width = min(width, whole)
    if let studio, studio.version == moment.version, studio.width == width { return studio.studio }
    // Free the memory before the next studio opens its photos.
    studio = nil
    var scaled = opened
    scaled.form = opened.form.scaled(by: Double(width) / Double(whole))
    let made = try FrameStudio(scaled, moment.analyses, crew: crew)
    studio = (moment.version, width, made)
    return made
  }
}
