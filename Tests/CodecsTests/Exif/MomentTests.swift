import BromideCodecs
import Testing

/// Moments in numbers, against a calendar that is walked through day by day.
@Suite struct MomentTests {
  @Test func everyDayFollowsTheLast() throws {
    let names = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    // 1 January 1970 was a Thursday; both ways from there, over centuries with and without a leap day.
    var day = 0
    for year in 1970...2405 {
      let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (month, length) in lengths.enumerated() {
        for date in 1...length {
          let time = CaptureTime(
            year: year, month: month + 1, day: date, hour: 0, minute: 0, second: 0)
          try #require(time.isValid)
          try #require(time.clockSeconds == day * 86_400, "\(time)")
          let number = date < 10 ? "0\(date)" : "\(date)"
          try #require(
            time.rfc1123Text == "\(names[day % 7]), \(number) \(months[month]) \(year) 00:00:00")
          day += 1
        }
        let after = CaptureTime(
          year: year, month: month + 1, day: length + 1, hour: 0, minute: 0, second: 0)
        try #require(!after.isValid)
      }
    }
    let before = CaptureTime(year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59)
    #expect(before.clockSeconds == -1 && before.rfc1123Text == "Wed, 31 Dec 1969 23:59:59")
    // A Julian day number of 2 305 448 against 2 440 588 of 1970.
    let old = CaptureTime(year: 1600, month: 1, day: 1, hour: 1, minute: 2, second: 3)
    #expect(old.clockSeconds == (2_305_448 - 2_440_588) * 86_400 + 3723)
  }

  @Test(arguments: [
    ("+00:00", 0), ("+05:30", 19_800), ("-05:30", -19_800), ("-03:00", -10_800), ("+14:59", 53_940),
    ("Z", 0), ("+01", nil), ("", nil), ("+01:00:00", nil), ("+a:b", nil),
  ])
  func zonesAreSeconds(zone: String, seconds: Int?) {
    var time = CaptureTime(year: 2024, month: 1, day: 1, hour: 0, minute: 0, second: 0)
    #expect(time.zoneSeconds == nil)
    time.zone = zone
    #expect(time.zoneSeconds == seconds)
  }

  @Test func limitsOfEachField() {
    let text = "2024:01:01 00:00:00"
    #expect(CaptureTime(exif: text, zone: "+14:59")?.zone == "+14:59")
    #expect(CaptureTime(exif: text, zone: "-14:59")?.zone == "-14:59")
    #expect(CaptureTime(exif: text, zone: "+14:60")?.zone == nil)
    let digits = String(repeating: "9", count: 18)
    #expect(CaptureTime(exif: text, subSecond: digits)?.subSecond == digits)
    #expect(CaptureTime(exif: text, subSecond: digits + "9")?.subSecond == nil)
    #expect(CaptureTime(exif: text, subSecond: "25")?.fraction == 0.25)
    #expect(CaptureTime(exif: text, subSecond: "025")?.fraction == 0.025)
    #expect(CaptureTime(exif: text)?.fraction == 0)
    for (zone, meant) in [("+1459", "+14:59"), ("-0030", "-00:30"), ("Z", "+00:00")] {
      #expect(CaptureTime(exif: text, zone: zone)?.zone == meant)
    }
    for zone in ["0530", "+05300", "+5:30", "+0x30", "z"] {
      #expect(CaptureTime(exif: text, zone: zone)?.zone == nil)
    }
    // Leap seconds end hours of UTC, and zones differ by quarters of an hour.
    for leap in ["2016:12:31 23:59:60", "2017:01:01 05:29:60", "2017:01:01 05:44:60"] {
      #expect(CaptureTime(exif: leap)?.exifText == leap)
    }
    for good in [
      "0001:01:01 00:00:00", "9999:12:31 23:59:59", "2024:01:31 00:00:00", "2024:04:30 00:00:00",
    ] {
      #expect(CaptureTime(exif: good)?.exifText == good)
    }
    for bad in [
      "0000:01:01 00:00:00", "2024:00:01 00:00:00", "2024:13:01 00:00:00", "2024:01:00 00:00:00",
      "2024:01:32 00:00:00", "2024:04:31 00:00:00", "2024:01:01 24:00:00", "2024:01:01 00:60:00",
      "2024:01:01 00:00:60", "2024:01-01 00:00:00", "2024:01:01_00:00:00", "2024:01:01 00-00:00",
      "2024:01:01 00:00-00", "2024:01:01 00:00:0:", "2024:01:01 00:00:0/", "2024:01:01 00:00:00 0",
      "2024:01:01 00:59:61", "2024:01:01 00:58:60", "2024:01:01 00:00:00.", "2024:01:01 00:00:00.x",
      "2024:01:01 00:00:00+1", "2024:01:01 00:00:00.5+25:00", "2024:01:01 00:00:00Zz",
    ] {
      #expect(CaptureTime(exif: bad) == nil, "\(bad)")
    }
  }

  /// ISO 2533's own table: pressure at geopotential altitudes.
  @Test(arguments: [(0.0, 1013.25), (1000, 898.746), (5000, 540.199), (10_000, 264.363)])
  func altitudesAreTheStandardAtmospheres(metres: Double, hectopascals: Double) {
    let found = AmbientUnits.altitudeChange(from: 1013.25, to: hectopascals)
    #expect(abs(found - metres) < 0.02)
  }
}
