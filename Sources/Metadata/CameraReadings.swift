#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What a camera's sensors told at the moment of capture beyond the fields of EXIF: from its maker's note.
public struct CameraReadings: Sendable, Hashable, Codable {
  /// Where the angles come from.
  public enum AngleSource: String, Sendable, Hashable, Codable {
    /// The maker's note states them.
    case note
    /// They follow from the acceleration, as long as nothing but gravity pulls.
    case acceleration
  }

  /// Acceleration in g along the device's axes: x to the right and y to the top of the screen, z out of it.
  /// At rest it is gravity: 0, −1, 0 for a telephone held upright.
  public var acceleration: [Double]?
  /// Degrees by which the camera looks up.
  public var pitch: Double?
  /// Degrees by which the camera is turned clockwise around its view, −180 … 180: of a camera from level, of a telephone
  /// from upright.
  public var roll: Double?
  /// The source of pitch and roll; nil if there are none.
  public var angleSource: AngleSource?
  /// Temperature of the camera in °C.
  public var cameraTemperature: Double?
  /// Temperature of the sensor in °C.
  public var sensorTemperature: Double?
  /// Temperature of the lens in °C.
  public var lensTemperature: Double?
  /// Temperature of the battery in °C.
  public var batteryTemperature: Double?

  /// Creates readings without any.
  public init() {}

  /// The readings of a maker's note. Temperatures of raws are LibRaw's to add.
  package init(_ fields: ExifFields) {
    self.init()
    let make = fields.text(0x010f, in: .main)?.lowercased() ?? ""
    if make.hasPrefix("apple") {
      // AccelerationVector.
      acceleration = fields.rationals(0x0008, in: ExifFields.apple, count: 3)?.map(\.value)
    } else if make.hasPrefix("olympus") || make.hasPrefix("om digital") {
      // RollAngle and PitchAngle of CameraSettings, in tenths; the second number says whether they count.
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

  /// Fills the angles from the acceleration.
  private mutating func tiltByAcceleration() {
    guard pitch == nil, roll == nil, let a = acceleration, a.count == 3 else { return }
    let size = (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).squareRoot()
    guard size > 0.01, size.isFinite else { return }
    // The camera looks along −z, and at rest the acceleration points down.
    pitch = asin(max(-1, min(1, a[2] / size))) * 180 / .pi
    // Looking straight up or down it has no roll.
    if abs(a[2]) < 0.999 * size { roll = atan2(a[0], -a[1]) * 180 / .pi }
    angleSource = .acceleration
  }
}
