package import BromideValues

/// Resamples small pictures that are not developed, such as logos.
package enum PictureResampler {
  /// Returns a picture at another size, by the filter of developed pictures.
  ///
  /// At the same size, the values stay unchanged. Near edges, values can exceed the range of the
  /// source.
  ///
  /// - Parameters:
  ///   - values: Interleaved values, row by row.
  ///   - size: The size of the source, not empty.
  ///   - channels: Values per pixel.
  ///   - target: The size of the result, not empty.
  package static func resampled(
    _ values: [Float], size: Size, channels: Int, to target: Size
  ) -> ImageBuffer<Float> {
    let stride = size.width * channels
    precondition(values.count == stride * size.height, "a value for each sample")
    let down = ResampleFilter(
      sourceLength: size.height, start: 0, length: Double(size.height), count: target.height)
    let across = ResampleFilter(
      sourceLength: size.width, start: 0, length: Double(size.width), count: target.width)
    var result = ImageBuffer<Float>(size: target, channels: channels)
    var row = [Float](repeating: 0, count: stride)
    unsafe values.withUnsafeBufferPointer { source in
      unsafe result.withUnsafeMutableSamples { output in
        for y in 0..<target.height {
          unsafe row.withUnsafeMutableBufferPointer { row in
            unsafe add(source, down, y, into: row)
            unsafe spread(
              row, across, channels: channels,
              into: UnsafeMutableBufferPointer(
                rebasing: output[y * target.width * channels..<(y + 1) * target.width * channels]))
          }
        }
      }
    }
    return result
  }

  /// Writes the weighted sum of the source rows of output row `y`.
  private static func add(
    _ source: UnsafeBufferPointer<Float>, _ filter: ResampleFilter, _ y: Int,
    into row: UnsafeMutableBufferPointer<Float>
  ) {
    unsafe row.update(repeating: 0)
    for tap in 0..<filter.taps {
      let weight = filter.weights[y * filter.taps + tap]
      guard weight != 0 else { continue }
      let first = (filter.starts[y] + tap) * row.count
      for index in 0..<row.count {
        unsafe row[index] += weight * source[first + index]
      }
    }
  }

  /// Writes the pixels of an output row.
  private static func spread(
    _ row: UnsafeMutableBufferPointer<Float>, _ filter: ResampleFilter, channels: Int,
    into output: UnsafeMutableBufferPointer<Float>
  ) {
    for x in 0..<filter.count {
      for channel in 0..<channels {
        var sum: Float = 0
        for tap in 0..<filter.taps {
          sum +=
            unsafe filter.weights[x * filter.taps + tap]
            * row[(filter.starts[x] + tap) * channels + channel]
        }
        unsafe output[x * channels + channel] = sum
      }
    }
  }
}
