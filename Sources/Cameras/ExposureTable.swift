/// The stops by which a camera model's own pictures are brighter than the standard look makes them.
///
/// Makers place metered grey at different heights above the sensor's black. The offset belongs to the
/// model, never to what a photo shows, so that two frames of one scene match.
public enum ExposureTable {
  /// The stops of a camera model, by its exact names; nil if it has not been measured.
  ///
  /// - Parameters:
  ///   - make: TIFF's Make, such as `NIKON CORPORATION`.
  ///   - model: TIFF's Model, such as `NIKON D5000`.
  public static func stops(make: String, model: String) -> Double? {
    rows[CameraKey(make: make, model: model)]
  }

  /// A model a line: Make and Model as files write them, and the stops.
  ///
  /// Measured against the pictures that the cameras embed, by the median of log2 between the light
  /// that the curve needs for the picture's L* 50 and the light that is there. A row needs two photos
  /// at least; 0 is a measurement too.
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
      // The table is ours and a test reads all of it.
      rows[CameraKey(make: String(fields[0]), model: String(fields[1]))] = Double(fields[2])!
    }
    return rows
  }()
}
