internal import Color
internal import Develop
internal import FrameSequence
internal import JPEGCoding
internal import Outputs
internal import PictureFiles
internal import Pixels
internal import Platform
internal import Sampling
internal import Scheduling
package import Serving
internal import Synchronization
internal import SystemPackage
internal import Timelines

/// A timeline, a folder or a photo, looked at while it is worked on: answers what there is to see, and draws its frames.
package final class Preview: @unchecked Sendable {
  /// What is looked at.
  package let subject: PreviewSubject
  private let watch: PreviewWatch
  private let thread: WorkerThread?
  private let hasEnded = Mutex(false)
  private let crew: Crew
  private let turns = DrawingTurns()
  /// Draws frames of one size. Whoever has the turn uses it.
  private var studio: (version: Int, width: Int, studio: FrameStudio)?

  /// The widest frame that may be asked for.
  package static let widest = 8192

  /// Begins to watch.
  ///
  /// - Parameter threads: Those that draw a frame together.
  package init(_ subject: PreviewSubject, threads: Int) {
    self.subject = subject
    crew = Crew(threads: threads)
    let watch = PreviewWatch(subject, threads: threads)
    self.watch = watch
    thread = WorkerThread { watch.run() }
  }

  /// Ends watching, and wakes who waits for changes. A second call does nothing.
  package func end() {
    watch.end()
    let isFirst = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    if isFirst { thread?.join() }
  }

  /// What there is to see now.
  package var moment: PreviewMoment { watch.moment }

  /// Waits until there is something else to see than in a version, but not longer than that.
  ///
  /// - Returns: The version of now.
  package func version(after version: Int, seconds: Double) -> Int {
    watch.version(after: version, seconds: seconds)
  }

  /// A drawn frame.
  package struct Frame: Sendable {
    /// A JPEG.
    package let bytes: [UInt8]
    /// What is wrong with it though it was drawn; nil for nothing.
    package let remark: String?
  }

  /// Draws a frame of a timeline or folder.
  ///
  /// - Parameters:
  ///   - index: From 0.
  ///   - width: Of the frame in pixels; one that is wider than the timeline's is as wide as that.
  ///   - page: Who asks. Of the frames that it waits for, only the one that it asked for last is drawn.
  /// - Throws: 409 for a frame that was not drawn as the page asked for another, 422 for one that cannot be drawn, 503 while
  ///   there is none.
  package func frame(_ index: Int, width: Int, page: String) throws(Refusal) -> Frame {
    guard turns.begin(page) else { throw Refusal(409, "the page requested another frame") }
    defer { turns.end() }
    let moment = moment
    guard let opened = moment.opened else { throw Refusal(503, "the first frame is not ready") }
    let count = opened.schedule.frameCount
    guard (0..<count).contains(index) else {
      throw .wrong("n: expected a frame from 0 to \(count - 1)")
    }
    let picture: FrameStudio.Picture
    do {
      picture = try studio(of: opened, moment, width: width).picture(index)
    } catch let error as FrameError {
      throw Refusal(422, error.description)
    } catch let error as RenderError {
      throw Refusal(422, error.description)
    } catch {
      throw Refusal(422, "\(error)")
    }
    let space = opened.form.settings.photo.recipe.space
    let description = PictureDescription(
      size: picture.pixels.size, format: PixelFormat(channels: 3, sample: .uint8),
      // What has no tag is sRGB to every browser.
      space: space == .srgb ? nil : space)
    do throws(PictureFileError) {
      return Frame(
        bytes: try PictureWriter.file(of: picture.pixels, description, .jpeg(JPEGOptions())),
        remark: picture.remark?.words)
    } catch {
      throw Refusal(422, error.description)
    }
  }

  private func studio(
    of opened: OpenedTimeline, _ moment: PreviewMoment, width: Int
  ) throws(RenderError) -> FrameStudio {
    let whole = opened.form.size.width
    let width = min(width, whole)
    if let studio, studio.version == moment.version, studio.width == width { return studio.studio }
    // Gone before the next one opens its photos.
    studio = nil
    var scaled = opened
    scaled.form = opened.form.scaled(by: Double(width) / Double(whole))
    let made = try FrameStudio(scaled, moment.analyses, crew: crew)
    studio = (moment.version, width, made)
    return made
  }
}

extension FrameRemark {
  /// The sentence.
  fileprivate var words: String {
    switch self {
    case .damaged(let words), .held(let words): words
    }
  }
}
