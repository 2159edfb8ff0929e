internal import BromideKernels
package import BromideValues

extension YCbCrConverter {
  /// Converts a region row by row with the vectorised kernel, to the numbers that `pixel` returns.
  ///
  /// Reads only the region's columns, and neighbouring columns that share chroma with them.
  ///
  /// - Parameters:
  ///   - region: Must be inside the frame and not empty.
  ///   - body: Receives the row number and the row's R′G′B′ with three floats for each column of
  ///     the region. The floats are valid during the call.
  /// - Precondition: `output` is `.rgbFloat`.
  package func withRows(
    of frame: YCbCrFrame, _ region: Region, _ body: (Int, RGBRow) -> Void
  ) {
    precondition(output == .rgbFloat, "rows of floats")
    precondition(
      Region(frame.size).contains(region) && !region.isEmpty, "a region of the frame")
    // Chroma is interpolated between neighbours, so read one more pair of columns on either side.
    let first = max(0, region.x / 2 * 2 - 2)
    let end = min(frame.size.width, (region.endX + 1) / 2 * 2 + 2)
    let reader = rowKernel == nil ? YCbCrPixelReader(frame, self) : nil
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * (end - first)) { memory in
      for y in region.y..<region.endY {
        if let rowKernel {
          unsafe rowKernel.convert(
            row(y, of: frame, columns: first..<end),
            into: UnsafeMutableRawPointer(memory.baseAddress!))
        } else if let reader {
          for x in region.x..<region.endX {
            let rgb = reader.rgb(x: x, y: y)
            for c in 0..<3 { unsafe memory[3 * (x - first) + c] = Float(rgb[c]) }
          }
        }
        let start = 3 * (region.x - first)
        body(
          y,
          unsafe RGBRow(
            UnsafeBufferPointer(rebasing: memory[start..<start + 3 * region.width])))
      }
    }
    withExtendedLifetime(frame.owner) {}
  }
}

/// R′G′B′ of adjacent pixels, three numbers each.
@safe
package struct RGBRow {
  @usableFromInline let values: UnsafeBufferPointer<Float>

  @unsafe init(_ values: UnsafeBufferPointer<Float>) { unsafe self.values = values }

  /// Index 3·i is red of pixel i, and the next two are green and blue.
  @inlinable package subscript(index: Int) -> Float {
    precondition(unsafe index >= 0 && index < values.count, "a pixel of the row")
    return unsafe values[index]
  }

  /// Calls `body` with the numbers of a range of pixels, which are valid during the call.
  @inlinable package func withValues(
    _ columns: Range<Int>, _ body: (UnsafeBufferPointer<Float>) -> Void
  ) {
    unsafe body(
      UnsafeBufferPointer(rebasing: values[3 * columns.lowerBound..<3 * columns.upperBound]))
  }
}
