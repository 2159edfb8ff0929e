internal import BromideKernels
internal import BromideValues
internal import Synchronization

/// Measurements over an entire photo. Each is made once, when it is first needed, and then reused.
///
/// They depend on the photo only and not on recipe, crop or size, so all developments on all
/// threads use the same measurements.
public final class PhotoMeasures: Sendable {
  /// The cells of local tone, under the photo's balance.
  let toneCells = Slot<LocalToneCells>()
  /// Measurements of lens and sensor on the photo's mosaic.
  let lateralColor = Slot<LateralMeasure>()
  let hotPixels = Slot<HotPixelMeasure>()
  let badPixels = Slot<[SensorDefect]>()
  let noise = Slot<NoiseMeasure>()
  let blur = Slot<BlurMeasure>()
  private let highlights = Slot<HighlightMeasure>()
  private let needsHighlights = Atomic(false)

  /// Creates an empty set.
  public init() {}

  /// Returns the colour of bright light over the photo, or `nil` for a photo without colour.
  ///
  /// Threads that call this during the measurement help.
  func highlightField(
    of image: SensorImage, instructionSet: InstructionSet
  ) -> HighlightField? {
    highlights.value { HighlightMeasure(image, instructionSet: instructionSet) }.finish()
  }

  /// Whether a clipped pixel needed the colour of bright light.
  package var hasHighlightField: Bool {
    highlights.isMade || needsHighlights.load(ordering: .acquiring)
  }

  /// Records that the field was needed but cannot be measured, because only parts of the photo were
  /// decoded.
  func noteHighlights() { needsHighlights.store(true, ordering: .releasing) }

  /// A measurement. The first thread that needs it creates it, and others wait.
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
