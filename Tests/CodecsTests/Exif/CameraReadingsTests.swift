import BromideCodecs
import BromideValues
import Foundation
import TestSupport
import Testing

/// Sensor readings in makers' notes.
@Suite struct CameraReadingsTests {
  /// A block with a make and a maker's note.
  static func block(make: String, note: [UInt8], isBigEndian: Bool = false) -> [UInt8] {
    HandmadeBlock(
      main: [(0x010F, .text(make))],
      exif: [(0x9000, .bytes(Array("0232".utf8), type: 7)), (0x927C, .bytes(note, type: 7))],
      isBigEndian: isBigEndian
    ).bytes
  }

  /// Apple's note with an AccelerationVector in hundred-thousandths of g.
  static func apple(_ vector: [Int]) -> [UInt8] {
    Array("Apple iOS\0\0\u{1}MM".utf8) + big(1, 2) + big(8, 2) + big(10, 2) + big(3) + big(32)
      + big(0) + vector.flatMap { big($0) + big(100_000) }
  }

  static func readings(_ block: [UInt8]) -> CameraReadings {
    var fields = ExifFields(block: block)
    fields.addMakerNote()
    return CameraReadings(fields)
  }

  /// Poses of a telephone: what gravity reads, and how the camera at its back looks.
  @Test(arguments: [
    ([0, -100_000, 0], 0.0, Optional(0.0)), ([100_000, 0, 0], 0, 90), ([-100_000, 0, 0], 0, -90),
    ([0, 100_000, 0], 0, 180), ([0, 0, -100_000], -90, nil), ([0, 0, 100_000], 90, nil),
    ([0, -50_000, 86_603], 60, 0), ([50_000, -86_603, 0], 0, 30),
  ])
  func tiltByAcceleration(_ vector: [Int], _ pitch: Double, _ roll: Double?) throws {
    let readings = Self.readings(Self.block(make: "Apple", note: Self.apple(vector)))
    #expect(readings.acceleration == vector.map { Double($0) / 100_000 })
    #expect(abs(try #require(readings.pitch) - pitch) < 1e-3)
    if let roll {
      #expect(abs(try #require(readings.roll) - roll) < 1e-3)
    } else {
      #expect(readings.roll == nil)
    }
    #expect(readings.angleSource == .acceleration)
  }

  /// Panasonic's RollAngle and PitchAngle, in tenths, in the block's byte order.
  static func panasonic(roll: Int, pitch: Int, isBigEndian: Bool) -> [UInt8] {
    func n(_ value: Int, _ count: Int) -> [UInt8] {
      (isBigEndian ? ByteOrder.big : .little).bytes(value, count)
    }
    func entry(_ tag: Int, _ value: Int) -> [UInt8] {
      n(tag, 2) + n(3, 2) + n(1, 4) + n(value & 0xFFFF, 2) + [0, 0]
    }
    return Array("Panasonic\0\0\0".utf8) + n(2, 2) + entry(0x90, roll) + entry(0x91, pitch)
      + n(0, 4)
  }

  /// Olympus's RollAngle and PitchAngle in CameraSettings.
  static func olympus(roll: (Int, Int), pitch: (Int, Int)) -> [UInt8] {
    func entry(_ tag: Int, _ values: (Int, Int)) -> [UInt8] {
      little(tag, 2) + little(8, 2) + little(2, 4) + little(values.0 & 0xFFFF, 2)
        + little(values.1, 2)
    }
    return Array("OLYMPUS\0II\u{3}\0".utf8) + little(1, 2) + little(0x2020, 2) + little(4, 2)
      + little(1, 4) + little(30, 4)
      + little(0, 4) + little(2, 2) + entry(0x903, roll) + entry(0x904, pitch) + little(0, 4)
  }

  @Test(arguments: [false, true])
  func anglesOfPanasonic(_ isBigEndian: Bool) {
    let note = Self.panasonic(roll: -25, pitch: 113, isBigEndian: isBigEndian)
    let readings = Self.readings(
      Self.block(make: "Panasonic", note: note, isBigEndian: isBigEndian))
    #expect(readings.roll == -2.5 && readings.pitch == -11.3 && readings.angleSource == .note)
  }

  @Test func anglesOfOlympus() {
    let note = Self.olympus(roll: (-31, 1), pitch: (205, 1))
    let readings = Self.readings(Self.block(make: "OLYMPUS CORPORATION", note: note))
    #expect(readings.roll == 3.1 && readings.pitch == 20.5)
    let invalid = Self.olympus(roll: (-31, 0), pitch: (205, 0))
    #expect(
      Self.readings(Self.block(make: "OLYMPUS CORPORATION", note: invalid)) == CameraReadings())
  }

  /// exiftool gives the same signs and units.
  @Test(
    .enabled(if: ForeignProgram.exiftool != nil, "exiftool is not installed"),
    arguments: [
      ("Panasonic", panasonic(roll: -25, pitch: 113, isBigEndian: false)),
      ("OLYMPUS CORPORATION", olympus(roll: (-31, 1), pitch: (205, 1))),
    ])
  func anglesAgreeWithExiftool(_ make: String, _ note: [UInt8]) throws {
    let block = Self.block(make: make, note: note)
    let theirs = try Exiftool.read(block: block, arguments: ["-n"])
    let ours = Self.readings(block)
    for (name, value) in [("RollAngle", ours.roll), ("PitchAngle", ours.pitch)] {
      let found = try #require(
        theirs.first { $0.key.hasSuffix(":" + name) }?.value.split(separator: " ").first)
      #expect(Double(found) == value, "\(name): \(found)")
    }
  }

  /// A note that ends anywhere gives no crash.
  @Test func damagedNotes() {
    for note in [Self.apple([0, -1, 0]), Self.olympus(roll: (1, 1), pitch: (1, 1))] {
      for count in 0..<note.count {
        _ = Self.readings(Self.block(make: "Apple", note: Array(note[..<count])))
      }
    }
  }
}
