internal import BromideSystem
internal import BromideValues

/// Admits jobs by their expected memory, to keep the sum below a limit.
///
/// Jobs wait in order of arrival. If several jobs use the same photo, its memory is added once.
package final class MemoryGate: @unchecked Sendable {
  /// A photo that a job decodes or uses.
  package struct Photo: Sendable {
    package let key: String
    package let bytes: Int

    package init(key: String, bytes: Int) {
      self.key = key
      self.bytes = bytes
    }
  }

  /// Maximum bytes of all jobs together.
  package let limit: Int
  private let waitSeconds: Double
  private let monitor = Monitor()
  // The monitor guards these.
  private var used = 0
  private var photos: [String: (uses: Int, bytes: Int)] = [:]
  private var line: [Int] = []
  private var nextTurn = 0

  /// Creates a gate.
  ///
  /// - Parameter waitSeconds: Seconds until a waiting job is rejected.
  package init(limit: Int, waitSeconds: Double = 10) {
    self.limit = limit
    self.waitSeconds = waitSeconds
  }

  /// Expected bytes of all admitted jobs.
  package var bytes: Int { monitor.locked { used } }

  /// Runs a job when its memory is free.
  ///
  /// Do not call this inside another job, because both could wait for each other.
  ///
  /// - Parameters:
  ///   - bytes: Bytes in addition to the photo.
  ///   - photo: The photo that the job uses, or `nil` without a photo.
  ///   - request: The job stops waiting if the client of this request has gone.
  /// - Throws: 413 if the job can never fit, 503 after the time limit, `Rejection.unwanted`, or the
  ///   errors of `body`.
  package func with<R>(
    _ bytes: Int, photo: Photo? = nil, for request: ServedRequest,
    _ body: () throws(Rejection) -> R
  ) throws(Rejection) -> R {
    let all = Checked.sum(bytes, photo?.bytes ?? 0) ?? .max
    guard all <= limit else {
      throw Rejection(
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
  ) throws(Rejection) {
    let waited = Stopwatch()
    let rejection: Rejection? = monitor.locked {
      let turn = nextTurn
      nextTurn += 1
      line.append(turn)
      defer {
        line.removeAll { $0 == turn }
        monitor.broadcast()
      }
      while line.first != turn || used + bytes + missing(photo) > limit {
        guard request.isNeeded() else { return .unwanted }
        guard waited.seconds < waitSeconds else {
          return Rejection(503, "other pictures use the memory; try again in a second")
        }
        monitor.wait(seconds: Self.glance)
      }
      used += bytes + missing(photo)
      if let photo { photos[photo.key, default: (0, photo.bytes)].uses += 1 }
      return nil
    }
    if let rejection { throw rejection }
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

  /// Returns the bytes of a photo, or 0 if an admitted job already uses it. Call this with the lock
  /// held.
  private func missing(_ photo: Photo?) -> Int {
    photo.map { photos[$0.key] == nil ? $0.bytes : 0 } ?? 0
  }

  /// Seconds between two checks for a closed connection.
  private static let glance = 0.1
}
