internal import BromideLibc

/// Readings of a camera's sensors at the moment of capture, from the maker's note. EXIF does not
/// have fields for them.
public struct CameraReadings: Sendable, Hashable, Codable {
  /// The source of the angles.
  public enum AngleSource: String, Sendable, Hashable, Codable {
    /// The maker's note contains them.
    case note
    /// They are computed from the acceleration. This is correct if gravity is the only force.
    case acceleration
  }

  /// Acceleration in g along the device's axes: x to the right and y to the top of the screen, z
  /// out of the screen. At rest it is gravity: 0, −1, 0 for a telephone held upright.
  public var acceleration: [Double]?
  /// The angle above the horizon at which the camera looks, in degrees.
  public var pitch: Double?
  /// The clockwise rotation around the view in degrees, −180 … 180. For a camera it is measured
  /// from level, for a telephone from upright.
  public var roll: Double?
  /// The source of pitch and roll, or `nil` if they are unknown.
  public var angleSource: AngleSource?
  /// Temperature of the camera in °C.
  public var cameraTemperature: Double?
  /// Temperature of the sensor in °C.
  public var sensorTemperature: Double?
  /// Temperature of the lens in °C.
  public var lensTemperature: Double?
  /// Temperature of the battery in °C.
  public var batteryTemperature: Double?

  /// Creates empty readings.
  public init() {}

  /// Creates readings from an acceleration in g along the axes of the screen.
  package init(acceleration: [Double]) {
    self.init()
    self.acceleration = acceleration
    tiltByAcceleration()
  }

  /// Creates readings from a maker's note. The temperatures of raws come from LibRaw.
  package init(_ fields: ExifFields) {
    self.init()
    let make = fields.text(0x010f, in: .main)?.lowercased() ?? ""
    if make.hasPrefix("apple") {
      // AccelerationVector.
      acceleration = fields.rationals(0x0008, in: ExifFields.apple, count: 3)?.map(\.value)
    } else if make.hasPrefix("olympus") || make.hasPrefix("om digital") {
      // RollAngle and PitchAngle of CameraSettings, in tenths. The second number marks valid
      // angles.
      func angle(_ tag: UInt16) -> Double? {
        guard let tenths = fields.integer(tag, in: ExifFields.olympusSettings),
          fields.integer(tag, in: ExifFields.olympusSettings, at: 1).map({ $0 & 1 == 1 }) == true
        else { return nil }
        return Double(tenths) / 10
      }
      (roll, pitch) = (angle(0x0903).map { -$0 }, angle(0x0904))
    } else if make.hasPrefix("panasonic") || make.hasPrefix("leica") {
      // RollAngle and PitchAngle, in tenths.
      func angle(_ tag: UInt16) -> Double? {
        guard let field = fields.field(tag, in: .exif), [3, 8].contains(field.type),
          let bits = fields.integer(tag)
        else { return nil }
        return Double(Int16(truncatingIfNeeded: bits)) / 10
      }
      (roll, pitch) = (angle(0x0090), angle(0x0091).map { -$0 })
    }
    if pitch != nil || roll != nil { angleSource = .note }
    tiltByAcceleration()
  }

  /// Computes the angles from the acceleration.
  private mutating func tiltByAcceleration() {
    guard pitch == nil, roll == nil, let a = acceleration, a.count == 3 else { return }
    let size = (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).squareRoot()
    guard size > 0.01, size.isFinite else { return }
    // The camera looks along −z, and at rest the acceleration points down.
    pitch = asin(max(-1, min(1, a[2] / size))) * 180 / .pi
    // If the camera looks straight up or down, roll is undefined.
    if abs(a[2]) < 0.999 * size { roll = atan2(a[0], -a[1]) * 180 / .pi }
    angleSource = .acceleration
  }
}
