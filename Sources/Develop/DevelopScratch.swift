internal import Kernels
internal import Pixels

/// What one thread works in while it develops bands.
///
/// It belongs to the developer that made it, and holds a few hundred kilobytes, most of them the demosaic's rings.
public final class DevelopScratch {
  let source: RowSource
  let row: PlanarRow
  let placer: PixelPlacer
  let resampler: RowResampler?
  /// What is left of the gains, where rows are not resampled; nil where nothing is.
  let balance: RowSums?
  /// Where filters look at neighbours.
  let frame: FrameScratch?

  init(
    source: RowSource, row: PlanarRow, placer: PixelPlacer, resampler: RowResampler?,
    balance: RowSums?, frame: FrameScratch?
  ) {
    self.source = source
    self.row = row
    self.placer = placer
    self.resampler = resampler
    self.balance = balance
    self.frame = frame
  }
}
