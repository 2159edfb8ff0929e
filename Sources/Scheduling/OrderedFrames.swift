internal import Platform

/// Frames that threads finish in any order, handed on in theirs.
///
/// Whoever finishes the next frame hands it on, and those behind it that are finished. A thread that is too far ahead waits, so that
/// no more than `capacity` frames lie in memory.
package final class OrderedFrames<Frame: Sendable, Failure: Error>: @unchecked Sendable {
  private let monitor = Monitor()
  private let capacity: Int
  private let write: (Frame) throws(Failure) -> Void
  // Guarded by the monitor.
  private var head = 0
  /// nil: a frame that is left out.
  private var finished: [Int: Frame?] = [:]
  private var isWriting = false
  private var failure: Failure?

  /// - Parameters:
  ///   - capacity: Frames that may wait, at least 1.
  ///   - write: Takes a frame; one thread at a time.
  package init(capacity: Int, write: @escaping (Frame) throws(Failure) -> Void) {
    self.capacity = max(1, capacity)
    self.write = write
  }

  /// Hands in the frame of a place; places are taken in ascending order, from 0.
  ///
  /// - Parameter frame: nil where it is left out.
  /// - Throws: The first failure to write.
  package func put(_ frame: Frame?, at place: Int) throws(Failure) {
    monitor.lock()
    defer { monitor.unlock() }
    while failure == nil, place >= head + capacity { monitor.wait() }
    finished[place] = .some(frame)
    while failure == nil, !isWriting, let next = finished.removeValue(forKey: head) {
      if let next {
        isWriting = true
        monitor.unlock()
        let result = Result { () throws(Failure) in try write(next) }
        monitor.lock()
        isWriting = false
        if case .failure(let error) = result { failure = error }
      }
      head += 1
      monitor.broadcast()
    }
    if let failure { throw failure }
  }

  /// Lets nobody wait any more: no further frames come.
  package func stop(_ error: Failure) {
    monitor.locked {
      failure = failure ?? error
      monitor.broadcast()
    }
  }
}
