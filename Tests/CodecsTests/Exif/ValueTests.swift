import BromideCodecs
import Testing

@Suite struct CaptureTimeTests {
  @Test func readsTheFormsOfCameras() throws {
    let time = try #require(
      CaptureTime(exif: "2024:02:29 07:05:09", subSecond: "42 ", zone: "+05:30"))
    #expect(
      time
        == CaptureTime(
          year: 2024, month: 2, day: 29, hour: 7, minute: 5, second: 9, subSecond: "42",
          zone: "+05:30"))
    #expect(time.exifText == "2024:02:29 07:05:09")
    #expect(time.rfc1123Text == "Thu, 29 Feb 2024 07:05:09 +0530")
    #expect(CaptureTime(exif: "2024-02-29T07:05:09") == CaptureTime(exif: "2024:02:29 07:05:09\0"))
    #expect(CaptureTime(exif: "2024/02/29 07:05:09  ")?.day == 29)
    #expect(CaptureTime(exif: "2024:02:29 07:05:09", zone: "Z")?.zone == "+00:00")
    #expect(CaptureTime(exif: "2024:02:29 07:05:09", zone: "+0100")?.zone == "+01:00")
    #expect(CaptureTime(exif: "0099:01:02 03:04:05")?.exifText == "0099:01:02 03:04:05")
    #expect(CaptureTime(exif: "2024:12:31 23:59:59")?.rfc1123Text == "Tue, 31 Dec 2024 23:59:59")
    #expect(CaptureTime(exif: "1970:01:01 23:59:59")?.rfc1123Text == "Thu, 01 Jan 1970 23:59:59")
  }

  @Test(arguments: [
    "0000:00:00 00:00:00", "", "    :  :     :  :  ", "2023:02:29 00:00:00", "1900:02:29 00:00:00",
    "2024:00:10 00:00:00", "2024:13:10 00:00:00", "2024:04:31 00:00:00", "2024:01:00 00:00:00",
    "2024:01:10 24:00:00", "2024:01:10 00:60:00", "2024:01:10 00:00:60", "2024:01:10",
    "2024:1:10 00:00:00",
    "2024:01-10 00:00:00", "2024:01:10 00:00:0x", "2024:01:10 00.00.00", "2024:01:10 00:00:000",
    "-024:01:10 00:00:00", "٢٠٢٤:01:10 00:00:00",
  ])
  func rejectsInvalidTimes(text: String) { #expect(CaptureTime(exif: text) == nil) }

  @Test func leapYears() {
    for (year, isLeap) in [(2000, true), (2024, true), (1900, false), (2023, false), (2100, false)]
    {
      #expect((CaptureTime(exif: "\(year):02:29 00:00:00") != nil) == isLeap)
    }
  }

  @Test(arguments: ["x", "", "1.5", "-1", "1234567890123456789"])
  func dropsBadSubSeconds(text: String) {
    let time = CaptureTime(exif: "2024:01:10 00:00:00", subSecond: text)
    #expect(time != nil && time?.subSecond == nil)
  }

  @Test(arguments: [
    "   :  ", "", "01:00", "+1:00", "+100", "01000", "+01 00", "+1500", "+15:00", "+0160", "+01:60",
    "UTC", "+ab:cd", "+abcd", "+01000", "e\u{301}\u{301}",
  ])
  func dropsBadZones(text: String) {
    let time = CaptureTime(exif: "2024:01:10 00:00:00", zone: text)
    #expect(time != nil && time?.zone == nil)
  }

  @Test func knowsValidDates() {
    var time = CaptureTime(year: 2024, month: 2, day: 29, hour: 0, minute: 0, second: 0)
    #expect(time.isValid)
    time.zone = "somewhere"
    #expect(!time.isValid)
    time.zone = "-03:30"
    time.subSecond = "007"
    #expect(time.isValid)
    time.year = 10_000
    #expect(!time.isValid)
  }
}

@Suite struct HeadingTests {
  @Test(arguments: [
    (0.0, "N"), (44.999, "N"), (45, "E"), (90, "E"), (134.999, "E"), (135, "S"), (224.999, "S"),
    (225, "W"), (314.999, "W"), (315, "N"), (359.999, "N"), (360, "N"), (405, "E"),
  ])
  func fourPoints(degrees: Double, name: String) { #expect(Heading.name(degrees) == name) }

  @Test func eightAndSixteenPoints() {
    let eight = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    let sixteen = [
      "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
      "NNW",
    ]
    for (points, names) in [(Heading.Points.eight, eight), (.sixteen, sixteen)] {
      let width = 360 / Double(names.count)
      for (index, name) in names.enumerated() {
        let middle = Double(index) * width
        #expect(Heading.name(middle, points: points) == name)
        #expect(Heading.name(middle + width / 2 - 1e-9, points: points) == name)
        #expect(
          Heading.name(middle + width / 2, points: points) == names[(index + 1) % names.count])
      }
    }
  }

  @Test(arguments: [-1.0, -0.001, .nan, .infinity, -.infinity])
  func unknown(degrees: Double) {
    for points in Heading.Points.allCases { #expect(Heading.name(degrees, points: points) == nil) }
  }
}

@Suite struct AmbientTests {
  @Test func unitsMatchTheirDefinitions() {
    #expect(AmbientUnits.standardGravity == 9.80665)
    #expect(abs(AmbientUnits.standardGravities(milligals: 980_665) - 1) < 1e-12)
    #expect(abs(AmbientUnits.metersPerSecondSquared(milligals: 980_665) - 9.80665) < 1e-12)
    #expect(abs(AmbientUnits.kilopascals(hectopascals: 1013.25) - 101.325) < 1e-12)
    var ambient = Ambient()
    #expect(
      ambient.standardGravities == nil && ambient.kilopascals == nil
        && ambient.metersPerSecondSquared == nil)
    ambient.acceleration = Rational(1_961_330, 1)
    ambient.pressure = Rational(9500, 10)
    #expect(abs(ambient.standardGravities! - 2) < 1e-12)
    #expect(abs(ambient.metersPerSecondSquared! - 19.6133) < 1e-12)
    #expect(abs(ambient.kilopascals! - 95) < 1e-12)
  }

  @Test func altitudeByBarometer() {
    // 0.012 kPa a metre near sea level.
    let metre = AmbientUnits.altitudeChange(from: 1013.25, to: 1013.25 - 0.12)
    #expect(abs(metre - 1) < 0.005)
    // ISO 2533's table: 1000 m 898.746 hPa, 2000 m 794.952, 5000 m 540.199.
    for (altitude, pressure) in [(1000.0, 898.746), (2000, 794.952), (5000, 540.199)] {
      #expect(abs(AmbientUnits.altitudeChange(from: 1013.25, to: pressure) - altitude) < 0.1)
      #expect(abs(AmbientUnits.altitudeChange(from: pressure, to: 1013.25) + altitude) < 0.1)
    }
    #expect(AmbientUnits.altitudeChange(from: 900, to: 900) == 0)
    #expect(AmbientUnits.altitudeChange(from: 0, to: 900).isNaN)
  }
}
