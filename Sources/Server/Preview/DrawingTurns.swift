internal import BromideSystem

/// Lets one thread at a time draw a frame. If a page waits for several frames, only the latest
/// request gets a turn.
final class DrawingTurns: @unchecked Sendable {
  private let monitor = Monitor()
  // The monitor guards these.
  private var isBusy = false
  private var requested = 0
  /// The latest request of each page.
  private var newest: [String: Int] = [:]

  /// Waits for a turn. Call `end` afterwards.
  ///
  /// - Returns: `false` if the page requested another frame meanwhile.
  func begin(_ page: String) -> Bool {
    monitor.locked {
      // Remove pages that may be closed.
      if newest.count > Self.mostPages { newest = [:] }
      requested += 1
      let own = requested
      newest[page] = own
      monitor.broadcast()
      while newest[page] == own {
        if !isBusy {
          isBusy = true
          return true
        }
        monitor.wait()
      }
      return false
    }
  }

  /// Ends a turn.
  func end() {
    monitor.locked {
      isBusy = false
      monitor.broadcast()
    }
  }

  /// The number of requests so far. Each one waits or has had its turn.
  var requestCount: Int { monitor.locked { requested } }

  private static let mostPages = 100
}
