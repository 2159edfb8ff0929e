internal import BromideDrawing
internal import BromidePhotos
internal import BromideSampling
internal import BromideValues

/// A picture of the sampled colours next to the photo, with marks at their points.
enum SwatchPicture {
  /// Maximum number of points. More would not fit on a readable sheet.
  static let mostPlaces = 200

  /// Draws and writes the sheet of one picture's samples.
  static func write(
    _ rows: [SampleRow], of sampler: PointSampler, readouts: [SampleReadout],
    to picture: AnswerPicture, context: RunContext, messages: Messages
  ) throws(SampleFailure) {
    guard let first = rows.first else { return }
    let srgb = SampleReadout(.encoded(.srgb), from: sampler.space)
    let swatches = rows.map { row in
      let color = srgb.value(row.sample) ?? SIMD3()
      var details = [SampleReadout.hex(color)]
      for readout in readouts where readout.space != .hex {
        let value = readout.value(row.sample) ?? SIMD3()
        let numbers = (0..<3).map {
          Formatted.decimal(value[$0], digits: min(readout.space.decimals, 4) - 2)
        }
        details.append("\(readout.space.name) \(numbers.joined(separator: " "))")
      }
      var (shown, reference): (SIMD3<Double>, Ink?) = (color, nil)
      if let known = row.known {
        var sample = row.sample
        sample.light *= known.exposure
        shown = srgb.value(sample) ?? color
        details.append("\(known.formula.title) \(known.difference(digits: 2))")
        reference = ink(255 * known.lab.encoded(.srgb))
      }
      if let share = row.share {
        details.append("\(Formatted.decimal(100 * share, digits: 1)) %")
      }
      return Swatch(
        ink: ink(shown), reference: reference,
        name: row.place.name ?? place(row.place.point), details: details,
        place: row.place.point)
    }
    let input = first.context.name
    let request =
      rows.map { "\($0.place) \($0.sample.light)" }.joined(separator: ";") + input
    try picture.write(
      "swatches", request: "swatch \(request)", context: context, messages: messages
    ) {
      try SwatchSheet(
        swatches, picture: sampler.thumbnail(longEdge: 640), title: input, scale: 2
      ).draw()
    }
  }

  private static func ink(_ codes: SIMD3<Double>) -> Ink {
    Ink(red: codes.x / 255, green: codes.y / 255, blue: codes.z / 255)
  }

  private static func place(_ point: NormalizedPoint) -> String {
    "\(Formatted.decimal(point.x, digits: 3)), \(Formatted.decimal(point.y, digits: 3))"
  }
}

extension Lab {
  /// Returns the colour in a space, clipped to 0…1.
  fileprivate func encoded(_ space: RGBSpace) -> SIMD3<Double> {
    let light = space.fromXYZ * (Matrix3x3.bradford(from: .d50, to: space.white) * xyz())
    var result = SIMD3<Double>()
    for c in 0..<3 { result[c] = space.transfer.encode(min(max(light[c], 0), 1)) }
    return result
  }
}
