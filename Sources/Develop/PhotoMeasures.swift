internal import Kernels
internal import Pixels
internal import Synchronization

/// What is measured over a whole photo, each once, when it is first needed.
///
/// Measures read the sensor's pixels alone: no recipe, crop or size enters, so all developments of a
/// photo, on any thread, share them.
public final class PhotoMeasures: Sendable {
  private let highlights = Mutex<HighlightMeasure?>(nil)

  /// Nothing measured yet.
  public init() {}

  /// The colour of bright light over the photo; nil if it has no colour.
  ///
  /// Threads that ask for it while it is measured help.
  func highlightField(
    of image: SensorImage, instructionSet: InstructionSet
  ) -> HighlightField? {
    let measure = highlights.withLock { slot in
      let measure = slot ?? HighlightMeasure(image, instructionSet: instructionSet)
      slot = measure
      return measure
    }
    return measure.finish()
  }

  /// Whether a clipped pixel has asked for the colour of bright light.
  package var hasHighlightField: Bool { highlights.withLock { $0 != nil } }
}
