internal import BromideKernels
internal import BromideValues
internal import Synchronization

/// The step that treats clipped channels.
enum HighlightStep: Sendable {
  /// Clip every channel to the common white while reading it.
  case clip
  case blend
  case recover(HighlightGuide)
  /// Keep clipped channels as recorded, to measure them or to treat them under a later balance. The
  /// note records whether there are any.
  case keep(ClippedNote)

  /// Creates the step. Pictures with one channel are clipped in every mode, because other channels
  /// are needed for recovery.
  init(_ recipe: DevelopRecipe, _ source: DevelopSource) {
    guard source.image.channels == 3 else {
      self = .clip
      return
    }
    if source.keepsClipped {
      self = .keep(ClippedNote())
      return
    }
    switch recipe.highlightMode {
    case .clip: self = .clip
    case .blend: self = .blend
    case .recover: self = .recover(HighlightGuide(source, demosaic: recipe.demosaic))
    }
  }

  /// Whether a later row can still need the entire image.
  var mayMeasure: Bool {
    if case .recover(let guide) = self { return guide.mayMeasure }
    return false
  }

  /// Returns the largest value of rows after this step, if the largest gain is `gain`.
  func range(_ gains: SIMD3<Float>) -> Float {
    switch self {
    case .clip: 1
    case .blend: gains.max()
    case .recover, .keep: HighlightKernel.limit(gains: gains)
    }
  }
}

/// Where the recovery of a photo's highlights gets its field from.
struct HighlightGuide: Sendable {
  private let measures: PhotoMeasures
  private let image: SensorImage
  private let isPartial: Bool
  /// Distance of the field's cells in pixels of the demosaic's output.
  let pitch: Int

  init(_ source: DevelopSource, demosaic: DemosaicMethod) {
    measures = source.measures
    image = source.image
    isPartial = source.isPartial
    let isHalved = source.image.filters != nil && demosaic.halves
    pitch = isHalved ? HighlightField.side / 2 : HighlightField.side
  }

  /// Whether a later row can still cause the measurement of the entire image.
  var mayMeasure: Bool { !isPartial && !measures.hasHighlightField }

  /// Returns the field, or `nil` without colour or for a partial image. It is measured at the
  /// photo's first clipped pixel.
  func field(_ instructionSet: InstructionSet) -> HighlightField? {
    if isPartial {
      measures.noteHighlights()
      return nil
    }
    return measures.highlightField(of: image, instructionSet: instructionSet)
  }
}

/// Whether any pixel so far has a clipped channel. This does not depend on the balance.
final class ClippedNote: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .acquiring) }

  func set() { flag.store(true, ordering: .releasing) }
}

/// Treats the highlights of rows that one thread makes.
final class HighlightTreatment {
  private let kernel: HighlightKernel
  private let guide: HighlightGuide?
  /// Records clipped pixels instead of treating them.
  private let note: ClippedNote?
  private let instructionSet: InstructionSet
  private var field: HighlightField?
  private var isKnown: Bool

  /// Returns `nil` if the rows need no treatment.
  init?(_ step: HighlightStep, gains: SIMD3<Float>, instructionSet: InstructionSet) {
    // Blending is the mode that starts first, which a note allows for.
    var mode = HighlightKernel.Mode.blend
    var guide: HighlightGuide?
    var note: ClippedNote?
    switch step {
    case .clip: return nil
    case .blend: break
    case .recover(let known): (mode, guide) = (.recover, known)
    case .keep(let kept): note = kept
    }
    kernel = HighlightKernel(mode, gains: gains, instructionSet: instructionSet)
    self.guide = guide
    self.note = note
    isKnown = guide == nil
    self.instructionSet = instructionSet
  }

  /// Treats a row: `count` pixels from (`x`, `y`) of the demosaic's output on.
  func treat(_ row: PlanarRow, x: Int, y: Int, count: Int) {
    guard note?.isSet != true, kernel.findsClipped(in: row, count: count) else { return }
    apply(to: row, x: x, y: y, count: count)
  }

  /// Treats neighbouring rows of a block. Most blocks have no clipped pixels, which one check
  /// finds.
  ///
  /// - Parameters:
  ///   - block: Rows from `PlanarRow.block`.
  ///   - rows: The number of rows.
  ///   - x: The column of their first pixel in the demosaic's output.
  ///   - y: The first row in the demosaic's output.
  ///   - count: The number of pixels in a row.
  func treat(_ block: [PlanarRow], rows: Int, x: Int, y: Int, count: Int) {
    guard note?.isSet != true, kernel.findsClipped(in: block, rows: rows, count: count) else {
      return
    }
    for i in 0..<rows { apply(to: block[i], x: x, y: y + i, count: count) }
  }

  private func apply(to row: PlanarRow, x: Int, y: Int, count: Int) {
    if let note {
      note.set()
      return
    }
    if !isKnown {
      field = guide?.field(instructionSet)
      isKnown = true
    }
    kernel.apply(
      to: row, x: x, y: y, count: count, field: field,
      pitch: guide?.pitch ?? HighlightField.side)
  }
}
