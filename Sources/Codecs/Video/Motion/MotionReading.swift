/// A reading of a motion sensor in a film.
package struct MotionReading: Sendable, Hashable {
  /// A sensor, by the name in a table of readings.
  package enum Sensor: String, Sendable, Hashable, CaseIterable {
    /// The gyroscope, in rad/s. A positive rate turns counterclockwise for a viewer who looks
    /// against the axis.
    case angularRate
    /// The accelerometer, in multiples of 9.80665 m/s². The value at rest points down.
    case acceleration
    /// The direction of gravity that a GoPro computes, as a unit vector. Its axes are not
    /// documented.
    case gravity
  }

  /// The axes of a reading.
  package enum Axes: String, Sendable, Hashable {
    /// To the right and to the top of the screen, and out of the screen.
    case screen
    /// The axes of the file, because it does not record their directions.
    case file
  }

  /// The sensor.
  package var sensor: Sensor
  /// The time in seconds from the start of the film.
  package var time: Double
  /// The value along three axes.
  package var value: SIMD3<Double>
  /// The axes of `value`.
  package var axes: Axes
}

/// The reason why the sensor track of a film cannot be read, as a sentence without the file's name.
package struct MotionError: Error, Sendable, Hashable {
  /// The sentence.
  package let reason: String

  init(_ reason: String) { self.reason = reason }
}
