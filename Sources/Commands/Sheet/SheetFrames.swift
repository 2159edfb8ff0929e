internal import BatchConversion
internal import Compositing
internal import Develop
internal import FrameSequence
internal import PNGCoding
internal import Pixels
internal import Platform
internal import Synchronization

/// The frames of an animated sheet, each a numbered PNG in a folder.
struct SheetFrames: Sendable {
  private let compositor: Compositor
  private let frame: SceneFrame
  private let description: PNGDescription
  private let scene: TileScene
  private let seconds: Double
  private let count: Int
  private let text: String
  private let policy: ExistingPolicy
  private let jobs: Int

  init(request: SheetRequest, scene: TileScene, seconds: Double, count: Int, text: String) {
    (compositor, frame, description) = request.frame(scene.size)
    self.scene = scene
    self.seconds = seconds
    self.count = count
    self.text = text
    policy = request.policy
    jobs = request.jobs
  }

  struct Result {
    var written = 0
    var skipped = 0
    var failure: String?
  }

  func folder(_ destination: Destination) -> String {
    if case .folder(let path) = destination { path } else { "" }
  }

  /// Writes what is missing or not current; one thread makes a frame from its first pixel to its last byte.
  func write(_ destination: Destination) -> Result {
    let result = Mutex(Result())
    let failure: String? = FrameWorkers.run(
      count: count, threads: jobs, makeScratch: { frame.makeScratch() },
      work: { index, scratch in
        if Interruption.hasCome { return nil }
        let drawing = DrawnPicture(
          destination, name: name(index), request: "\(text) frame \(index) of \(count)",
          policy: policy)
        let ended: DrawnPicture.Result
        do throws(DevelopError) {
          if let decision = drawing.decision {
            ended = decision
          } else {
            ended = try put(index, drawing, scratch)
          }
        } catch {
          return error.description
        }
        switch ended {
        case .written, .closedPipe: result.withLock { $0.written += 1 }
        case .skipped: result.withLock { $0.skipped += 1 }
        case .failed(let reason): return reason
        }
        return nil
      })
    return result.withLock { result in
      result.failure = failure
      return result
    }
  }

  private func put(
    _ index: Int, _ drawing: DrawnPicture, _ scratch: SceneFrame.Scratch
  ) throws(DevelopError) -> DrawnPicture.Result {
    // The last frame shows the end state, exactly.
    let time = index == count - 1 ? seconds : seconds * Double(index) / Double(count - 1)
    let pictures = try scene.pictures(at: time)
    return drawing.put(description) { writer throws(PNGError) in
      try frame.append(pictures, to: writer, scratch: scratch)
    }
  }

  /// As wide as the run's last number.
  private func name(_ index: Int) -> String {
    let digits = String(index)
    let width = String(count - 1).count
    return String(repeating: "0", count: width - digits.count) + digits + ".png"
  }
}
