internal import Synchronization

/// Sentences about photos with guessed colours in this process, each once: one for every camera model, or for every
/// photo that keeps the standard look though its own was asked for, or whose own corrections cannot be followed.
///
/// Photos are loaded in many places and on many threads; a person is told in one.
public enum ColorGuesses {
  private struct State {
    var said: Set<String> = []
    var new: [String] = []
  }

  private static let state = Mutex(State())
  /// Files can invent models without end.
  private static let most = 1000

  /// Notes a sentence.
  ///
  /// - Parameter key: Of sentences with the same key, only the first is noted; nil for the sentence itself.
  package static func add(_ sentence: String, once key: String? = nil) {
    state.withLock { state in
      guard state.said.count < most, state.said.insert(key ?? sentence).inserted else { return }
      state.new.append(sentence)
    }
  }

  /// The sentences that nobody has asked for yet, in the order in which they came.
  public static func takeNew() -> [String] {
    state.withLock { state in
      defer { state.new = [] }
      return state.new
    }
  }
}
