import BromideSystem
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideCodecs

/// Readings of motion sensors in films, against the documentation's numbers and exiftool.
@Suite struct MotionTests {
  private let folder = TemporaryFolder.fresh

  private func readings(_ film: MotionFilm) throws -> [MotionReading] {
    try readings(film.bytes)
  }

  private func readings(_ bytes: [UInt8]) throws -> [MotionReading] {
    let path = FilePath(try folder.write(bytes, as: "a.mp4"))
    var readings: [MotionReading] = []
    try MotionTrack(path)?.read { readings.append($0) }
    return readings
  }

  /// GPMF of one stream in one payload of 2 s.
  private func stream(_ items: [UInt8]..., device: String = "Hero") -> MotionFilm {
    var film = MotionFilm()
    film.samples = [
      (
        MotionFilm.nest(
          "DEVC", MotionFilm.text("DVNM", Array(device.utf8)),
          MotionFilm.nest("STRM", items.flatMap(\.self))), 2000
      )
    ]
    return film
  }

  /// The stream that GoPro's README shows under “Property Hierarchy”: 4418, −628, −571 of 418 m/s²,
  /// up, right and forward.
  @Test func documentedAccelerationIsRead() throws {
    let film = stream(
      MotionFilm.text("STNM", Array("Accelerometer (up/down, right/left, forward/back)".utf8)),
      MotionFilm.item("SIUN", "c", size: 4, count: 1, [0x6D, 0x2F, 0x73, 0xB2]),
      MotionFilm.shorts("SCAL", [418]), MotionFilm.shorts("ACCL", size: 3, [4418, -628, -571]))
    let reading = try #require(try readings(film).first)
    #expect(reading.sensor == .acceleration && reading.axes == .screen && reading.time == 0)
    // Z, X, Y: up 10.57, X (left on the screen) −1.50 and Y (out of the screen) −1.37 m/s². At
    // rest, the acceleration points down.
    let numbers: [Double] = [-628, -4418, 571]
    for (axis, number) in numbers.enumerated() {
      let expected = number / 418 / 9.80665
      #expect(abs(reading.value[axis] - expected) < 1e-12)
    }
  }

  /// The same rotation in the orders of several cameras.
  @Test(arguments: [
    ("XYZ", [1, 2, 3]), ("XzY", [1, -3, 2]), ("yXZ", [-2, 1, 3]), ("ZXY", [3, 1, 2]),
  ])
  func orientationSetsTheAxes(order: String, numbers: [Int]) throws {
    let film = stream(
      MotionFilm.text("ORIN", Array(order.utf8)), MotionFilm.shorts("GYRO", size: 3, numbers))
    let reading = try #require(try readings(film).first)
    // X points to the left, Z to the top, Y out of the screen.
    #expect(reading.value == SIMD3(-1, 3, 2) && reading.axes == .screen)
  }

  @Test func unknownAxesStayInTheFilesOrder() throws {
    let film = stream(MotionFilm.shorts("GYRO", size: 3, [1, 2, 3]))
    let reading = try #require(try readings(film).first)
    #expect(reading.value == SIMD3(1, 2, 3) && reading.axes == .file)
    let wrong = stream(
      MotionFilm.text("ORIN", Array("XXY".utf8)), MotionFilm.shorts("GYRO", size: 3, [1, 2, 3]))
    #expect(try readings(wrong).first?.axes == .file)
  }

  /// One divisor for each axis, degrees, floats and gravity.
  @Test func scalesAndUnitsApply() throws {
    let film = stream(
      MotionFilm.item("SIUN", "c", size: 5, count: 1, Array("deg/s".utf8)),
      MotionFilm.shorts("SCAL", [1, 2, 4]), MotionFilm.shorts("GYRO", size: 3, [90, 90, 90]),
      MotionFilm.item("SIUN", "c", size: 1, count: 1, Array("g".utf8)),
      MotionFilm.shorts("SCAL", [1]),
      MotionFilm.item(
        "ACCL", "f", size: 12, count: 1,
        [0x3F, 0x80, 0, 0, 0xBF, 0, 0, 0, 0x40, 0x20, 0, 0]),
      MotionFilm.text("SIUN", []), MotionFilm.shorts("SCAL", [32_767]),
      MotionFilm.shorts("GRAV", size: 3, [32_767, 0, -32_767]))
    let found = try readings(film)
    #expect(found.map(\.sensor) == [.angularRate, .acceleration, .gravity])
    for (axis, part) in [1.0, 2, 4].enumerated() {
      #expect(abs(found[0].value[axis] - Double.pi / 2 / part) < 1e-15)
    }
    #expect(found[1].value == SIMD3(1, -0.5, 2.5) && found[2].value == SIMD3(1, 0, -1))
  }

  /// The numbers, times and durations that exiftool reads.
  @Test(
    .enabled(if: ForeignProgram.exiftool != nil, "exiftool is not installed"),
    arguments: [false, true])
  func gpmfEqualsExiftool(isLong: Bool) throws {
    var film = MotionFilm.ride
    film.isLong = isLong
    let found = try readings(film)
    let rates = found.filter { $0.sensor == .angularRate }
    let forces = found.filter { $0.sensor == .acceleration }
    // Undo the turn: Z, X, Y.
    let camera = rates.map { [$0.value.y, -$0.value.x, $0.value.z] }
    let force = forces.map { [-9.80665 * $0.value.y, 9.80665 * $0.value.x, -9.80665 * $0.value.z] }
    let foreign = try exiftool()
    try compare(camera, foreign, "Gyroscope", samples: 2)
    try compare(force, foreign, "Accelerometer", samples: 2)
    let times: [Double] = [0, 0.25, 0.5, 0.75, 1, 1 + 0.5 / 3, 1 + 1.0 / 3]
    #expect(rates.map(\.time) == times)
    #expect(foreign["Doc2:SampleTime"] == "1" && forces.map(\.time) == [0, 0.5, 1])
  }

  @Test(.enabled(if: ForeignProgram.exiftool != nil, "exiftool is not installed"))
  func cammEqualsExiftool() throws {
    var film = MotionFilm()
    film.format = "camm"
    film.samples = [
      (MotionFilm.packet(2, 0.1, -0.2, 0.3), 5), (MotionFilm.packet(3, 0.5, 9.8, -1), 5),
      (MotionFilm.packet(7, 20, 30, 40), 5), (MotionFilm.packet(2, -1.5, 0, 2), 5),
    ]
    let found = try readings(film)
    #expect(found.map(\.sensor) == [.angularRate, .acceleration, .angularRate])
    #expect(found.map(\.time) == [0, 0.005, 0.015] && found.allSatisfy { $0.axes == .file })
    let foreign = try exiftool()
    try compare([found[0].value].map { [$0.x, $0.y, $0.z] }, foreign, "AngularVelocity", at: [1])
    try compare([found[2].value].map { [$0.x, $0.y, $0.z] }, foreign, "AngularVelocity", at: [4])
    let force = -9.80665 * found[1].value
    try compare([[force.x, force.y, force.z]], foreign, "Acceleration", at: [2])
  }

  private func exiftool() throws -> [String: String] {
    let text = try #require(ForeignProgram.exiftool).run([
      "-ee", "-j", "-G3", "-b", "-n", folder("a.mp4"),
    ])
    let objects = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    return try #require(objects?.first).mapValues { "\($0)" }
  }

  private func compare(
    _ found: [[Double]], _ foreign: [String: String], _ name: String, samples: Int
  ) throws { try compare(found, foreign, name, at: Array(1...samples)) }

  private func compare(
    _ found: [[Double]], _ foreign: [String: String], _ name: String, at samples: [Int]
  ) throws {
    let numbers = try samples.flatMap { sample in
      try #require(foreign["Doc\(sample):\(name)"]).split(separator: " ").map {
        try #require(Double($0))
      }
    }
    let all = found.flatMap(\.self)
    #expect(all.count == numbers.count)
    for (a, b) in zip(all, numbers) { #expect(abs(a - b) < 1e-9 * max(1, abs(b)), "\(name)") }
  }

  @Test func damageKeepsTheReadingsBefore() throws {
    var film = MotionFilm.ride
    film.samples[1].bytes.removeLast(20)
    var found = 0
    let path = FilePath(try folder.write(film.bytes, as: "a.mp4"))
    var reason = ""
    do throws(MotionError) {
      try MotionTrack(path)?.read { _ in found += 1 }
    } catch { reason = error.reason }
    #expect(reason == "sample 1 of its track gpmd: DEVC is incomplete" && found == 6)
    let short = FilePath(
      try folder.write(Array(MotionFilm.ride.bytes.dropLast(90)), as: "short.mp4"))
    #expect(throws: MotionError.self) { try MotionTrack(short)?.read { _ in } }
  }

  @Test(arguments: [
    ("SCAL", "SCAL is not a number", MotionFilm.shorts("SCAL", [0])),
    ("GYRO", "GYRO does not have three numbers", MotionFilm.shorts("GYRO", size: 2, [1, 2])),
    ("unit", "the unit rpm of GYRO is unknown", MotionFilm.text("UNIT", Array("rpm".utf8))),
    ("scales", "SCAL has 2 numbers for GYRO", MotionFilm.shorts("SCAL", [1, 2])),
  ])
  func strangeStreamsAreErrors(name: String, words: String, item: [UInt8]) throws {
    let film = stream(item, MotionFilm.shorts("GYRO", size: 3, [1, 2, 3]))
    let error = #expect(throws: MotionError.self) { try readings(film) }
    #expect(error?.reason.hasSuffix(words) == true, "\(name): \(error?.reason ?? "")")
  }

  /// Changed bytes cause errors or other numbers, never a crash or an endless loop.
  @Test func changedBytesAreSafe() throws {
    let noise = SeededNoise(seed: 46)
    var camm = MotionFilm()
    camm.format = "camm"
    camm.samples = (0..<3).map { (MotionFilm.packet(2, 1, 2, Float($0)), 5) }
    for whole in [MotionFilm.ride.bytes, camm.bytes] {
      for place in 0..<whole.count {
        var bytes = whole
        bytes[place] = UInt8(truncatingIfNeeded: noise.bits(place, whole.count))
        #expect((try? readings(bytes))?.count ?? 0 < 1 << 20)
      }
    }
  }

  @Test func filmsWithoutSensorsHaveNoTrack() throws {
    #expect(try readings(Array("no film at all, only a text".utf8)).isEmpty)
    var film = MotionFilm.ride
    film.format = "tmcd"
    #expect(try readings(film).isEmpty)
    film.format = "gpmd"
    film.samples = []
    let error = #expect(throws: MotionError.self) { try readings(film) }
    #expect(error?.reason.contains("is in fragments") == true)
  }
}
