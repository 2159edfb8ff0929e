internal import Synchronization

/// What is measured over a whole photo, each on first use and once: later developments of the photo
/// reuse it.
///
/// A measure depends on the photo alone, not on a recipe, so that it is the same for every crop,
/// size, band and thread.
public final class PhotoMeasures: Sendable {
  /// The cells of local tone, under the photo's own balance.
  let toneCells = Slot<LocalToneCells>()

  /// No measures yet.
  public init() {}

  /// A measure; the first thread that wants it makes it while others wait.
  final class Slot<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)

    func value(_ make: () -> Value) -> Value {
      made.withLock { made in
        if let made { return made }
        let value = make()
        made = value
        return value
      }
    }
  }
}
