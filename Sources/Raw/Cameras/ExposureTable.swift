/// How many stops a camera model's pictures are brighter than the standard look.
///
/// Makers choose different levels above the sensor's black for metered grey. The offset depends
/// only on the model, not on the photo's content, so that two frames of one scene match.
public enum ExposureTable {
  /// Returns the stops of a camera model by its exact names, or `nil` if it was not measured.
  ///
  /// - Parameters:
  ///   - make: TIFF's Make, for example `NIKON CORPORATION`.
  ///   - model: TIFF's Model, for example `NIKON D5000`.
  public static func stops(make: String, model: String) -> Double? {
    rows[CameraKey(make: make, model: model)]
  }

  /// One line per model: Make and Model as in files, and the stops.
  ///
  /// The reference is the picture that the camera embeds. The number is the median of log2 of the
  /// light that the curve needs for the picture's L* 50, divided by the actual light. A row needs
  /// at least two photos. 0 is also a measurement.
  static let text = """
    Canon|Canon EOS 30D|+0.40
    Canon|Canon EOS D30|-0.50
    LG Mobile|LG-H815|0.00
    NIKON CORPORATION|NIKON D5000|0.00
    """

  private static let rows: [CameraKey: Double] = {
    var rows: [CameraKey: Double] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "|")
      // The table is part of this program, and a test reads all rows.
      rows[CameraKey(make: String(fields[0]), model: String(fields[1]))] = Double(fields[2])!
    }
    return rows
  }()
}
