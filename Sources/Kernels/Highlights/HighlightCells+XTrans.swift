internal import BromideValues
internal import CBromideKernels

extension HighlightCells {
  /// Measures cells of a row of an X-Trans mosaic, starting at the left, and returns their number.
  ///
  /// Measures only cells with all 3×3 sites inside the mosaic, so it skips the last column and row
  /// of cells. It measures no cells if the black levels do not repeat with the mosaic's colours.
  ///
  /// The corresponding C function is `bromide_xtrans_highlight_cells`.
  @unsafe func measure(
    _ mosaic: XTransMosaic, row: Int, into sums: UnsafeMutablePointer<Float>,
    instructionSet: InstructionSet
  ) -> Int {
    let (side, period) = (HighlightField.side, XTransPattern.period)
    let levels = mosaic.levels
    // A cell's last sites belong to the quad in its last row but three and last column but one.
    guard side * (row + 1) <= mosaic.size.height + 1,
      period.isMultiple(of: levels.blackPatternSize.width),
      period.isMultiple(of: levels.blackPatternSize.height)
    else { return 0 }
    var samples = unsafe bromide_xtrans_samples()
    unsafe samples.samples = mosaic.samples.base
    unsafe samples.stride = mosaic.samples.stride
    unsafe withUnsafeMutableBytes(of: &samples.colors) { colors in
      unsafe withUnsafeMutableBytes(of: &samples.black) { black in
        unsafe withUnsafeMutableBytes(of: &samples.scale) { scale in
          let black = unsafe black.assumingMemoryBound(to: Float.self)
          let scale = unsafe scale.assumingMemoryBound(to: Float.self)
          for site in 0..<period * period {
            let (x, y) = (site % period, site / period)
            let level = levels.black(x: x, y: y)
            let range = levels.white - level
            unsafe colors[site] = UInt8(mosaic.pattern.color(x: x, y: y).rawValue)
            unsafe black[site] = level
            unsafe scale[site] = 1 / (range > 0 ? range : 1)
          }
        }
      }
    }
    let cells = max((mosaic.size.width - 2) / side, 0)
    unsafe bromide_xtrans_highlight_cells(instructionSet.code, &samples, row, cells, sums)
    return cells
  }
}
