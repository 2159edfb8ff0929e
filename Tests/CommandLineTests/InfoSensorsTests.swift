import Foundation
import TestSupport
import Testing

/// Readings of a film's motion sensors in `bromide info`.
@Suite struct InfoSensorsTests {
  private let tree = CommandTree.fresh

  init() throws { try tree.write(MotionFilm.ride.bytes, to: "ride.mp4") }

  /// The means of the first second, and the fastest rotation, computed from the numbers in
  /// `MotionFilm.ride`.
  @Test func fieldsDescribeTheFilm() throws {
    let run = try tree.run("info", "ride.mp4", "--format", "json", status: 0)
    let object = try object(run.text)
    let sensors = try #require(object["sensors"] as? [String: Any])
    let rate = try #require(sensors["angularRate"] as? [Double])
    // −(153 + 91 − 43 + 9), 185 − 255 + 316 + 7, 105 + 153 + 161 − 11: the file's order is Z, X, Y,
    // and X points to the left.
    let sums: [Double] = [-210, 253, 408]
    for axis in 0..<3 { #expect(abs(rate[axis] - sums[axis] / 4 / 3755) < 1e-12) }
    let most = try #require(sensors["angularRateMost"] as? Double)
    #expect(abs(most - hypot(32_767, 32_768) / 3755) < 1e-9)
    #expect(sensors["angularRateReadings"] as? Int == 7)
    #expect(sensors["sensorAxes"] as? String == "screen")
    let vector = try #require(sensors["accelerationVector"] as? [Double])
    let forces: [Double] = [-628 - 76, -4418 - 4084, 571 - 387]
    for (axis, sum) in forces.enumerated() {
      #expect(abs(vector[axis] - sum / 2 / 418 / 9.80665) < 1e-12)
    }
    // Almost level: the pose follows from the same numbers.
    let size = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
    let pitch = try #require(sensors["pitch"] as? Double)
    #expect(abs(pitch - asin(vector[2] / size) * 180 / .pi) < 1e-9)
    #expect(sensors["anglesFrom"] as? String == "acceleration")
    let text = try tree.run("info", "ride.mp4", "--fields", "pitch,angularRate,angularRateMost")
    #expect(text.text.contains("pitch             1.2°\n"), "\(text.text)")
    #expect(text.text.contains("-0.80°/s, 0.97°/s, 1.56°/s\n"), "\(text.text)")
    #expect(text.text.contains("fastest rotation  707.08°/s\n"), "\(text.text)")
  }

  @Test func sensorsAreSavedAsTable() throws {
    let run = try tree.run("info", "ride.mp4", "--sensors", "ride.csv", "--fields", "format")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let lines = try tree.text("ride.csv").split(separator: "\n")
    #expect(lines.first == "seconds,sensor,x,y,z,unit,axes" && lines.count == 11)
    let rates = lines.filter { $0.contains(",angularRate,") }.map { $0.split(separator: ",") }
    #expect(rates.map { String($0[0]) }.last == "1.333333" && rates.count == 7)
    #expect(Double(rates[0][2]) == -153.0 / 3755 && rates[0][5] == "rad/s")
    try tree.run("info", "ride.mp4", "--sensors", "ride.csv", status: 64, errors: "-y")
    #expect(try tree.run("info", "ride.mp4", "--sensors", "ride.csv", "-y").status == 0)
  }

  @Test func mistakesCauseErrors() throws {
    try tree.run("info", "ride.mp4", "--sensors", "ride.txt", status: 64, errors: ".csv")
    try tree.write(MotionFilm.ride.bytes, to: "again.mp4")
    try tree.run(
      "info", "ride.mp4", "again.mp4", "--sensors", "r.csv", status: 64, errors: "2 inputs")
    var film = MotionFilm.ride
    film.format = "tmcd"
    try tree.write(film.bytes, to: "plain.mp4")
    try tree.run("info", "plain.mp4", "--sensors", "p.csv", status: 1, errors: "no motion sensors")
    #expect(!tree.exists("p.csv"))
    film = MotionFilm.ride
    film.samples[1].bytes.removeLast(20)
    try tree.write(film.bytes, to: "damaged.mp4")
    try tree.run(
      "info", "damaged.mp4", "--sensors", "d.csv", status: 1, errors: "DEVC is incomplete",
      "only the readings before the damage")
    let lines = try tree.text("d.csv").split(separator: "\n")
    #expect(lines.count == 7)
  }
}
