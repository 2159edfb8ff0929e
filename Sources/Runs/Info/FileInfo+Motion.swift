internal import BromideCodecs
internal import BromideSystem
package import SystemPackage

extension FileInfo {
  /// Adds the readings of a film's motion sensors: means of the first second, and the fastest
  /// rotation of the film.
  mutating func addMotion() {
    var summary = MotionSummary()
    do throws(MotionError) {
      try MotionTrack(path)?.read { summary.add($0) }
    } catch { note(.damaged, error.reason) }
    add(summary)
  }

  private mutating func add(_ summary: MotionSummary) {
    if let acceleration = summary.mean(of: .acceleration) {
      if summary.axes == .screen {
        add(CameraReadings(acceleration: acceleration))
      } else {
        // Pitch and roll require known axes.
        var readings = CameraReadings()
        readings.acceleration = acceleration
        add(readings)
      }
    }
    if let rate = summary.mean(of: .angularRate) {
      self[.angularRate] = InfoValue(
        .array(rate.map { .number(InfoValue.number($0)) }),
        rate.map { Self.degrees($0) }.joined(separator: ", "))
      self[.angularRateMost] = InfoValue(
        .number(InfoValue.number(summary.fastest)), Self.degrees(summary.fastest))
      self[.angularRateReadings] = InfoValue(summary.count(of: .angularRate))
    }
    if let axes = summary.axes { self[.sensorAxes] = InfoValue(axes.rawValue) }
  }

  /// Returns a rate in rad/s as text in degrees per second.
  private static func degrees(_ rate: Double) -> String {
    (rate * 180 / .pi).text(decimals: 2) + "°/s"
  }
}

/// The means of a film's first second of readings.
private struct MotionSummary {
  private var sums: [MotionReading.Sensor: (sum: SIMD3<Double>, count: Int)] = [:]
  private var counts: [MotionReading.Sensor: Int] = [:]
  /// The largest angular rate in rad/s.
  private(set) var fastest = 0.0
  /// The axes of rates and accelerations, or `nil` without readings.
  private(set) var axes: MotionReading.Axes?

  mutating func add(_ reading: MotionReading) {
    counts[reading.sensor, default: 0] += 1
    if reading.time < 1 {
      let sum = sums[reading.sensor, default: (SIMD3(), 0)]
      sums[reading.sensor] = (sum.sum + reading.value, sum.count + 1)
    }
    if reading.sensor != .gravity { axes = reading.axes }
    if reading.sensor == .angularRate {
      fastest = max(fastest, (reading.value * reading.value).sum().squareRoot())
    }
  }

  func count(of sensor: MotionReading.Sensor) -> Int? { counts[sensor] }

  func mean(of sensor: MotionReading.Sensor) -> [Double]? {
    sums[sensor].map { sum in (0..<3).map { sum.sum[$0] / Double(sum.count) } }
  }
}

/// A table of all readings of a film's motion sensors.
package enum MotionTable {
  /// The columns.
  package static let header = "seconds,sensor,x,y,z,unit,axes\n"

  /// Writes the readings of a film as CSV, the readings of each sensor in order of time.
  ///
  /// - Parameter write: Receives the table in parts.
  /// - Returns: The number of readings, and the reason if a part of the film is damaged.
  package static func write(
    _ film: FilePath, to write: (String) -> Void
  ) -> (count: Int, damage: String?) {
    var (count, damage): (Int, String?) = (0, nil)
    var text = header
    do throws(MotionError) {
      try MotionTrack(film)?.read { reading in
        let value = (0..<3).map { InfoValue.number(reading.value[$0]) }.joined(separator: ",")
        text +=
          "\(reading.time.text(decimals: 6)),\(reading.sensor.rawValue),\(value),\(reading.sensor.unit),\(reading.axes.rawValue)\n"
        count += 1
        if text.utf8.count > 1 << 16 {
          write(text)
          text = ""
        }
      }
    } catch { damage = error.reason }
    write(text)
    return (count, damage)
  }
}

extension MotionReading.Sensor {
  fileprivate var unit: String {
    switch self {
    case .angularRate: "rad/s"
    case .acceleration: "g"
    case .gravity: ""
    }
  }
}
