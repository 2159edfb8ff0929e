internal import Pixels
internal import Platform

/// Admits work by the memory that it is expected to take, so that all work together stays below a limit.
///
/// Work waits for its turn in the order in which it came. A photo that several pieces of work use counts once.
package final class MemoryGate: @unchecked Sendable {
  /// A photo that work decodes or uses.
  package struct Photo: Sendable {
    package let key: String
    package let bytes: Int

    package init(key: String, bytes: Int) {
      self.key = key
      self.bytes = bytes
    }
  }

  /// Bytes that all work may take together.
  package let limit: Int
  private let waitSeconds: Double
  private let monitor = Monitor()
  // Guarded by the monitor.
  private var used = 0
  private var photos: [String: (uses: Int, bytes: Int)] = [:]
  private var line: [Int] = []
  private var nextTurn = 0

  /// - Parameter waitSeconds: Seconds after which work that waits is rejected.
  package init(limit: Int, waitSeconds: Double = 10) {
    self.limit = limit
    self.waitSeconds = waitSeconds
  }

  /// Bytes that admitted work is expected to take.
  package var bytes: Int { monitor.locked { used } }

  /// Runs a piece of work when its memory is free.
  ///
  /// Do not call it inside another piece of work: both could wait for each other.
  ///
  /// - Parameters:
  ///   - bytes: Bytes besides the photo.
  ///   - photo: The photo that it uses; nil for none.
  ///   - request: Waiting ends when nobody wants its answer.
  /// - Throws: 413 for work that never fits, 503 after a time, `Refusal.unwanted`, and what `body` throws.
  package func with<R>(
    _ bytes: Int, photo: Photo? = nil, for request: ServedRequest,
    _ body: () throws(Refusal) -> R
  ) throws(Refusal) -> R {
    let all = Checked.sum(bytes, photo?.bytes ?? 0) ?? .max
    guard all <= limit else {
      throw Refusal(
        413,
        "not enough memory: needs \(MemoryShortage.megabytes(all)), --memory allows \(MemoryShortage.megabytes(limit))"
      )
    }
    try admit(bytes, photo, request)
    defer { leave(bytes, photo) }
    return try body()
  }

  private func admit(
    _ bytes: Int, _ photo: Photo?, _ request: ServedRequest
  ) throws(Refusal) {
    let waited = Stopwatch()
    let refusal: Refusal? = monitor.locked {
      let turn = nextTurn
      nextTurn += 1
      line.append(turn)
      defer {
        line.removeAll { $0 == turn }
        monitor.broadcast()
      }
      while line.first != turn || used + bytes + missing(photo) > limit {
        guard request.isWanted() else { return .unwanted }
        guard waited.seconds < waitSeconds else {
          return Refusal(503, "other pictures use the memory; try again in a second")
        }
        monitor.wait(seconds: Self.glance)
      }
      used += bytes + missing(photo)
      if let photo { photos[photo.key, default: (0, photo.bytes)].uses += 1 }
      return nil
    }
    if let refusal { throw refusal }
  }

  private func leave(_ bytes: Int, _ photo: Photo?) {
    monitor.locked {
      used -= bytes
      if let photo, let held = photos[photo.key] {
        if held.uses > 1 {
          photos[photo.key]?.uses -= 1
        } else {
          photos[photo.key] = nil
          used -= held.bytes
        }
      }
      monitor.broadcast()
    }
  }

  /// Bytes of a photo that nothing admitted uses yet. Call it under the lock.
  private func missing(_ photo: Photo?) -> Int {
    photo.map { photos[$0.key] == nil ? $0.bytes : 0 } ?? 0
  }

  /// Seconds between two looks at whether the client is still there.
  private static let glance = 0.1
}
