internal import Synchronization

/// Warnings about photos that have not been shown yet, without duplicates.
///
/// They report guessed colours, fitted looks that failed, and corrections that are not supported.
/// Each appears once per camera model or photo. Any thread can add a warning. The command prints
/// them with `takeNew()`.
public enum ColorGuesses {
  private struct State {
    var said: Set<String> = []
    var new: [String] = []
  }

  private static let state = Mutex(State())
  /// Maximum number of warnings, because files can contain any number of invented models.
  private static let most = 1000

  /// Adds a warning.
  ///
  /// - Parameter key: If several warnings have the same key, only the first one is added. If `nil`,
  ///   the sentence is the key.
  package static func add(_ sentence: String, once key: String? = nil) {
    state.withLock { state in
      guard state.said.count < most, state.said.insert(key ?? sentence).inserted else { return }
      state.new.append(sentence)
    }
  }

  /// Returns the warnings since the last call, in order.
  public static func takeNew() -> [String] {
    state.withLock { state in
      defer { state.new = [] }
      return state.new
    }
  }
}
