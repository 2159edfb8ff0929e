public import Pixels
internal import Platform
internal import Synchronization

/// What a database knows of a photo's lens, looked up once, when a development first asks for it; copies of a photo share it.
public final class LensLookup: Sendable {
  private struct State {
    var found: LensKnowledge?
    var thread: WorkerThread?
    var box: Box?
  }

  /// What the thread finds.
  private final class Box: Sendable {
    let value = Mutex<LensKnowledge?>(nil)
  }

  private let find: @Sendable () -> LensKnowledge
  private let remembered: @Sendable () -> LensKnowledge?
  /// Held while it is looked up, so that others wait.
  private let state = Mutex(State())

  /// - Parameters:
  ///   - remembered: What is known without a search; nil if it takes one.
  ///   - find: The search.
  public init(
    remembered: @escaping @Sendable () -> LensKnowledge? = { nil },
    find: @escaping @Sendable () -> LensKnowledge
  ) {
    self.remembered = remembered
    self.find = find
  }

  deinit { state.withLock { $0.thread.take() }?.join() }

  /// Starts the search on a thread of its own, if it takes one, so that the photo is decoded meanwhile.
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

  /// What is known.
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
