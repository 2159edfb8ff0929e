internal import Kernels
package import Pixels

extension YCbCrConverter {
  /// Converts a region with the vectorised kernel, row by row, to the numbers that `pixel` returns.
  ///
  /// Only the region's columns are read, and those beside them that share their chroma.
  ///
  /// - Parameters:
  ///   - region: Inside the frame, and not empty.
  ///   - body: Takes the number of a row and its R′G′B′, three floats for each column of the region;
  ///     they are valid during the call.
  /// - Precondition: `output` is `.rgbFloat`.
  package func withRows(
    of frame: YCbCrFrame, _ region: Region, _ body: (Int, RGBRow) -> Void
  ) {
    precondition(output == .rgbFloat, "rows of floats")
    precondition(
      Region(frame.size).contains(region) && !region.isEmpty, "a region of the frame")
    // Chroma is interpolated between neighbours: one more pair of columns on either side.
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

/// R′G′B′ of neighbouring pixels, three numbers for each.
@safe
package struct RGBRow {
  @usableFromInline let values: UnsafeBufferPointer<Float>

  @unsafe init(_ values: UnsafeBufferPointer<Float>) { unsafe self.values = values }

  /// A number: index 3·i is red of pixel i, the next two are its green and blue.
  @inlinable package subscript(index: Int) -> Float {
    precondition(unsafe index >= 0 && index < values.count, "a pixel of the row")
    return unsafe values[index]
  }

  /// Gives the numbers of neighbouring pixels, valid during the call.
  @inlinable package func withValues(
    _ columns: Range<Int>, _ body: (UnsafeBufferPointer<Float>) -> Void
  ) {
    unsafe body(
      UnsafeBufferPointer(rebasing: values[3 * columns.lowerBound..<3 * columns.upperBound]))
  }
}
