internal import Metadata

/// How a folder's photos rise and fall: the differences to the photo before.
package struct Climb: Sendable {
  private var altitude: Double?
  private var pressure: Double?

  /// Before the first photo.
  package init() {}

  /// Adds the differences of a photo to the one before it that states an altitude or an air pressure.
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
