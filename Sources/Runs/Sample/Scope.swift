package import BromideDevelop
package import BromideDrawing
package import BromideSampling
package import BromideValues

/// A waveform, a parade or a vectorscope of a picture, or of a clip over time.
package struct Scope: Sendable {
  /// The kind of scope.
  package let kind: ScopeCounts.Kind
  /// The counts of the frames so far, or `nil` without frames.
  package private(set) var counts: ScopeCounts?
  private let isOverTime: Bool
  private var signal: ScopeSignal?
  private var frames = 0

  /// Creates a scope without frames.
  ///
  /// - Parameter isOverTime: Whether each frame is a column.
  package init(_ kind: ScopeCounts.Kind, isOverTime: Bool) {
    (self.kind, self.isOverTime) = (kind, isOverTime)
  }

  /// Counts a frame.
  ///
  /// - Throws: `DevelopError.unsupported` if a raw cannot be developed.
  package mutating func add(_ sampler: PointSampler) throws(DevelopError) {
    var counts = counts ?? ScopeCounts(kind, columns: isOverTime ? 0 : sampler.scopeColumns())
    if isOverTime { counts.addColumn() }
    try counts.add(sampler, column: isOverTime ? frames : nil)
    (self.counts, signal, frames) = (counts, sampler.scopeSignal, frames + 1)
  }

  /// Draws the frames so far, of which there must be one.
  package func draw(title: String) throws(DrawingError) -> ImageBuffer<UInt8> {
    guard let counts, let signal else { preconditionFailure("a drawn scope has a frame") }
    return try ScopeDrawing(
      counts: counts, signal: signal, title: title, isOverTime: isOverTime
    ).draw()
  }
}
