internal import BromideKernels

/// One thread's working memory for developing bands.
///
/// Use it only with the developer that created it. It contains a few hundred kilobytes, mainly the
/// demosaic's rings, and 2 MB with noise reduction.
public final class DevelopScratch {
  let source: RowSource
  let row: PlanarRow
  let placer: PixelPlacer
  let resampler: RowResampler?
  /// Rounds to 8 bits, or `nil` without dither.
  let dither: DitherKernel?
  /// Applies the remaining gains if rows are not resampled, or `nil` if they are all 1.
  let balance: RowSums?
  /// Rotates and warps the rows from the steps before, or `nil` without rotation and warp.
  let warp: WarpRows?
  /// Working memory of the filter passes, or `nil` without passes.
  let passes: PassScratch?
  /// The strip that the next band can continue, or `nil`.
  var open: OpenStrip?

  init(
    source: RowSource, row: PlanarRow, placer: PixelPlacer, resampler: RowResampler?,
    dither: DitherKernel?, balance: RowSums?, warp: WarpRows?, passes: PassScratch?
  ) {
    self.source = source
    self.row = row
    self.placer = placer
    self.resampler = resampler
    self.dither = dither
    self.balance = balance
    self.warp = warp
    self.passes = passes
  }
}

/// A strip whose next rows cost less than those of a strip that begins.
struct OpenStrip {
  let columns: Range<Int>
  let rows: StripRows
  /// The next row of the stored picture.
  let next: Int
}
