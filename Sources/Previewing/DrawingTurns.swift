internal import Platform

/// Lets one frame after another be drawn, and of those that a page waits for only the one that it asked for last.
final class DrawingTurns: @unchecked Sendable {
  private let monitor = Monitor()
  // Guarded by the monitor.
  private var isBusy = false
  private var asked = 0
  /// The last request of each page.
  private var newest: [String: Int] = [:]

  /// Waits for a turn, which `end` gives back.
  ///
  /// - Returns: Whether it came; false if the page asked for another frame meanwhile.
  func begin(_ page: String) -> Bool {
    monitor.locked {
      // Pages that are gone would stay for ever.
      if newest.count > Self.mostPages { newest = [:] }
      asked += 1
      let own = asked
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

  private static let mostPages = 100
}
