internal import Kernels
internal import Pixels

/// One thread's working memory while it develops bands.
///
/// It belongs to the developer that made it. It holds a few hundred kilobytes, most of them in the
/// demosaic's rings, and with noise reduction 2 MB.
public final class DevelopScratch {
  let source: RowSource
  let row: PlanarRow
  let placer: PixelPlacer
  let resampler: RowResampler?
  /// Rounds to 8 bits; nil if no dither is asked for.
  let dither: DitherKernel?
  /// Applies the remaining gains where rows are not resampled; nil if there are none.
  let balance: RowSums?
  /// Turns and bends what the steps before give; nil if nothing does.
  let warp: WarpRows?
  /// Working memory of the filter passes; nil if there are none.
  let passes: PassScratch?

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
