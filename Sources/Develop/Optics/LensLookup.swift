internal import BromideSystem
public import BromideValues
internal import Synchronization

/// Looks up a photo's lens in a database, once, when a development first needs it. Copies of a
/// photo use the same lookup.
public final class LensLookup: Sendable {
  private struct State {
    var found: LensKnowledge?
    var thread: WorkerThread?
    var box: Box?
  }

  /// The result of the search thread.
  private final class Box: Sendable {
    let value = Mutex<LensKnowledge?>(nil)
  }

  private let find: @Sendable () -> LensKnowledge
  private let remembered: @Sendable () -> LensKnowledge?
  /// Held while it is looked up, so that others wait.
  private let state = Mutex(State())

  /// - Parameters:
  ///   - remembered: Returns the result if it is available without a search, or `nil`.
  ///   - find: The search.
  public init(
    remembered: @escaping @Sendable () -> LensKnowledge? = { nil },
    find: @escaping @Sendable () -> LensKnowledge
  ) {
    self.remembered = remembered
    self.find = find
  }

  deinit { state.withLock { $0.thread.take() }?.join() }

  /// Starts the search on a new thread if it is needed, so that it runs while the photo is decoded.
  package func begin() {
    state.withLock { state in
      guard state.found == nil, state.thread == nil else { return }
      state.found = remembered()
      guard state.found == nil else { return }
      let (find, box) = (find, Box())
      state.box = box
      state.thread = WorkerThread { box.value.withLock { $0 = find() } }
    }
  }

  /// The result of the lookup. The first call waits for the search.
  public var knowledge: LensKnowledge {
    state.withLock { state in
      if let found = state.found { return found }
      if let thread = state.thread.take() {
        thread.join()
        state.found = state.box?.value.withLock { $0 }
      }
      let found = state.found ?? remembered() ?? find()
      state.found = found
      return found
    }
  }

  /// Whether a warp may be known: also while it is looked up.
  package var mayWarp: Bool {
    state.withLock { state in
      let known = state.found ?? (state.thread == nil ? remembered() : nil)
      guard let known else { return true }
      return known.profile.map { !$0.parts.isDisjoint(with: [.distortion, .lateralColor]) } ?? false
    }
  }
}
