internal import BromideCodecs

/// Computes the change of altitude and air pressure between the photos of a folder.
package struct AltitudeChanges: Sendable {
  private var altitude: Double?
  private var pressure: Double?

  /// Starts before the first photo.
  package init() {}

  /// Adds the difference to the previous photo with an altitude or an air pressure.
  package mutating func add(to info: inout FileInfo) {
    if let now = info.number(.altitude) {
      if let altitude { info[.altitudeChange] = InfoValue(now - altitude, " m", decimals: 1) }
      altitude = now
    }
    if let now = info.number(.pressure) {
      if let pressure {
        info[.pressureClimb] = InfoValue(
          AmbientUnits.altitudeChange(from: pressure, to: now), " m", decimals: 1)
      }
      pressure = now
    }
  }
}
