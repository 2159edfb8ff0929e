internal import Kernels
internal import Pixels
internal import Synchronization

/// What is measured over a whole photo, each once, when it is first needed: later developments of the photo reuse it.
///
/// Measures depend on the photo alone: no recipe, crop or size enters, so all developments of it, on any thread, share
/// them.
public final class PhotoMeasures: Sendable {
  /// The cells of local tone, under the photo's own balance.
  let toneCells = Slot<LocalToneCells>()
  /// What is found of the lens and the sensor on the photo's mosaic.
  let lateralColor = Slot<LateralMeasure>()
  let hotPixels = Slot<HotPixelMeasure>()
  let badPixels = Slot<[SensorDefect]>()
  let noise = Slot<NoiseMeasure>()
  let blur = Slot<BlurMeasure>()
  private let highlights = Slot<HighlightMeasure>()
  private let wantsHighlights = Atomic(false)

  /// Nothing measured yet.
  public init() {}

  /// The colour of bright light over the photo; nil if it has no colour.
  ///
  /// Threads that ask for it while it is measured help.
  func highlightField(
    of image: SensorImage, instructionSet: InstructionSet
  ) -> HighlightField? {
    highlights.value { HighlightMeasure(image, instructionSet: instructionSet) }.finish()
  }

  /// Whether a clipped pixel has asked for the colour of bright light.
  package var hasHighlightField: Bool {
    highlights.isMade || wantsHighlights.load(ordering: .acquiring)
  }

  /// Takes note that it was asked for and cannot be measured, since only parts of the photo are there.
  func noteHighlights() { wantsHighlights.store(true, ordering: .releasing) }

  /// A measure; the first thread that wants it makes it while others wait.
  final class Slot<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)

    var isMade: Bool { made.withLock { $0 != nil } }

    /// The measure, if it was made.
    var existing: Value? { made.withLock { $0 } }

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
