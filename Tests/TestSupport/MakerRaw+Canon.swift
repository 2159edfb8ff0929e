internal import BromideValues

extension MakerRaw {
  /// Canon's CR2: one stream of lossless JPEG, optionally through vertical slices of the picture.
  ///
  /// - Parameters:
  ///   - bits: The precision of the JPEG.
  ///   - slices: Widths of the slices, equal except for the last. Empty for no slices. Their sum is
  ///     the picture's width.
  public static func canon(
    _ samples: SensorSamples, bits: Int = 14, components: Int = 2, predictor: Int = 1,
    tables: Int = 1, slices: [Int] = []
  ) -> MakerRaw {
    let (width, height) = (samples.size.width, samples.size.height)
    precondition(width % components == 0, "whole pixels in a row")
    var values = samples.values
    if !slices.isEmpty {
      precondition(slices.reduce(0, +) == width, "slices fill the picture")
      values = []
      var start = 0
      for slice in slices {
        for y in 0..<height {
          values += samples.values[y * width + start..<y * width + start + slice]
        }
        start += slice
      }
    }
    let stream = LosslessJPEG.encode(
      values, width: width / components, height: height, components: components, precision: bits,
      predictor: predictor, tables: tables)
    var raw = MakerRaw(
      samples, make: "Canon", model: "Canon EOS 30D", compression: 6, bitsPerSample: bits,
      strips: [stream])
    if let last = slices.last {
      raw.fields[50_752] = .shorts([slices.count - 1, slices[0], last])
    }
    return raw
  }
}
