internal import Pixels
internal import Platform
internal import Timelines

/// Opens makers when their first frame is drawn and closes them after their last, so that of many photos no more are in memory
/// than are shown at a time.
final class MakerShelf: @unchecked Sendable {
  private enum State {
    case closed
    case opening
    case open
    case failed(FrameError)
  }
  private let makers: [any LayerMaker]
  private let threads: Int
  private let monitor = Monitor()
  // Guarded by the monitor.
  private var states: [State]
  private var uses: [Int]

  /// - Parameters:
  ///   - uses: Frames that show each source.
  ///   - threads: How many may open a maker.
  init(_ makers: [any LayerMaker], uses: [Int], threads: Int) {
    self.makers = makers
    self.uses = uses
    self.threads = threads
    states = makers.map { _ in .closed }
  }

  /// The maker of a source, open.
  func maker(_ source: Int) throws(FrameError) -> any LayerMaker {
    monitor.lock()
    defer { monitor.unlock() }
    while case .opening = states[source] { monitor.wait() }
    switch states[source] {
    case .open: return makers[source]
    case .failed(let error): throw error
    case .closed, .opening: break
    }
    states[source] = .opening
    monitor.unlock()
    let result = Result { () throws(FrameError) in try makers[source].open(threads: threads) }
    monitor.lock()
    defer { monitor.broadcast() }
    switch result {
    case .success: states[source] = .open
    case .failure(let error):
      states[source] = .failed(error)
      throw error
    }
    return makers[source]
  }

  /// A frame was drawn, or will not be.
  func end(_ frame: ScheduledFrame) {
    let done = monitor.locked {
      Set(frame.layers.map(\.source)).filter { source in
        uses[source] -= 1
        guard uses[source] == 0, case .open = states[source] else { return false }
        states[source] = .closed
        return true
      }
    }
    for source in done { makers[source].close() }
  }

  /// Closes what is still open.
  func closeAll() {
    for source in makers.indices {
      if case .open = states[source] { makers[source].close() }
      states[source] = .closed
    }
  }
}
