import BromideCodecs
import BromidePhotos
import BromideRaw
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideRuns
@testable import BromideTimelines

@Suite struct PhotoSequenceTests {
  private let files = SequenceFiles()

  static func names(_ files: SequenceFiles, _ paths: [FilePath], _ order: PhotoList.Order) throws
    -> [String]
  {
    try PhotoSequence(
      PhotoList(paths, order: order), in: FilePath(files.folder.path), threads: 2,
      context: RunContext()
    )
    .photos.map(\.name)
  }

  @Test func foldersGiveRawsOnlyInNaturalOrder() throws {
    for name in ["p10.dng", "p2.dng", "P1.dng"] { try files.write("n/" + name) }
    try files.folder.write(Array("notes".utf8), as: "n/a.txt")
    try files.folder.write(Array("broken".utf8), as: "n/p3.NEF")
    try files.write("n/.p4.dng")
    try files.write("n/deeper/p5.dng")
    let sequence = try PhotoSequence(
      PhotoList(["n/"], order: .name), in: FilePath(files.folder.path), threads: 2,
      context: RunContext())
    // A file with a raw's extension is treated as a photo, for any content.
    #expect(sequence.photos.map(\.name) == ["P1.dng", "p2.dng", "p3.NEF", "p10.dng"])
    #expect(sequence.photos.map { $0.facts != nil } == [true, true, false, true])
    #expect(sequence.leftOut == [FilePath(files.folder("n/a.txt"))])
  }

  /// A counter restarts after 9999, in the next folder of a card or in the same one. Numbers
  /// without a gap keep their order, and so do frames, which only have numbers.
  @Test func countersBeginAgain() throws {
    for name in ["IMG_9998.dng", "IMG_9999.dng", "IMG_0001.dng", "IMG_0002.dng", "IMG_0150.dng"] {
      try files.write("n/" + name)
    }
    let order = ["IMG_9998.dng", "IMG_9999.dng", "IMG_0001.dng", "IMG_0002.dng", "IMG_0150.dng"]
    #expect(try Self.names(files, ["n/"], .name) == order)
    // Also for photos without a time, or from the same second.
    #expect(try Self.names(files, ["n/"], .time) == order)
    let sequence = try PhotoSequence(
      PhotoList(["n/"], order: .name), in: FilePath(files.folder.path), threads: 1,
      context: RunContext())
    #expect(sequence.beginnings.map(\.last) == ["IMG_9999.dng"])
    #expect(sequence.beginnings.map(\.first) == ["IMG_0001.dng"])
    for name in ["100CANON/IMG_9999.dng", "101CANON/IMG_0001.dng", "101CANON/IMG_0002.dng"] {
      try files.write("DCIM/" + name)
    }
    #expect(
      try Self.names(files, ["DCIM"], .name) == ["IMG_9999.dng", "IMG_0001.dng", "IMG_0002.dng"])
    func turns(_ names: [String]) -> [Int] {
      CameraCounter(names.map { FilePath($0) }).turns.map { $0[1] }
    }
    #expect(turns(["a0001.dng", "a0002.dng", "a9997.dng", "a9998.dng"]) == [0, 0, 0, 0])
    #expect(
      turns((1...9999).map { "a\(String($0 + 10_000).dropFirst()).dng" }).allSatisfy { $0 == 0 })
    #expect(turns(["0001.png", "9999.png"]) == [0, 0])
    #expect(turns(["a0000.dng", "b9999.dng"]) == [0, 0])
    #expect(turns(["a0000.dng", "a0003.dng", "a9999.dng"]) == [1, 1, 0])
  }

  @Test func namedFilesStayEvenWhereTheyAreMissing() throws {
    try files.write("b.dng")
    try files.write("a.dng")
    let paths: [FilePath] = ["b.dng", "gone.dng", FilePath(files.folder("a.dng")), "b.dng"]
    #expect(try Self.names(files, paths, .listed) == ["b.dng", "gone.dng", "a.dng", "b.dng"])
    #expect(try Self.names(files, paths, .name) == ["a.dng", "b.dng", "b.dng", "gone.dng"])
    let photos = try PhotoSequence(
      PhotoList(paths, order: .listed), in: FilePath(files.folder.path), threads: 1,
      context: RunContext()
    ).photos
    guard case .failure(let error) = photos[1].header,
      case .opening(.unreadable(_, let code)) = error.cause
    else {
      Issue.record("a missing file is unreadable, not \(photos[1].header)")
      return
    }
    #expect(code == 2)
  }

  @Test(arguments: [
    ("*", "abc", true), ("a*", "abc", true), ("*c", "abc", true), ("a?c", "abc", true),
    ("a?", "abc", false), ("*b*", "abc", true), ("a*a*b", "aaab", true), ("a*a*b", "aaa", false),
    ("", "a", false), ("", "", true), ("**", "", true), ("?", "", false), ("?", "é", true),
    ("a*c", "abcb", false), ("*.dng", "x.DNG", false), ("x[1]*", "x[1].dng", true),
  ])
  func patterns(pattern: String, name: String, fits: Bool) {
    #expect(PathPattern(pattern).matches(name) == fits)
  }

  @Test func patternsChooseInTheLastName() throws {
    for name in ["n/p1.dng", "n/p2.dng", "n/q1.dng", "n/p10.dng"] { try files.write(name) }
    try files.folder.write(Array("notes".utf8), as: "n/p.txt")
    #expect(try Self.names(files, ["n/p*"], .name) == ["p1.dng", "p2.dng", "p10.dng"])
    #expect(try Self.names(files, ["n/?1.dng"], .name) == ["p1.dng", "q1.dng"])
    // A file with exactly this name has priority.
    try files.write("n/p*.dng")
    #expect(try Self.names(files, ["n/p*.dng"], .name) == ["p*.dng"])
  }

  @Test func emptyFoldersAndPatternsCauseErrors() throws {
    try files.folder.write(Array("notes".utf8), as: "n/a.txt")
    func failure(_ paths: [FilePath]) -> String? {
      do throws(SequenceError) {
        _ = try PhotoSequence(
          PhotoList(paths), in: FilePath(files.folder.path), threads: 1, context: RunContext())
        return nil
      } catch {
        return error.description
      }
    }
    #expect(failure([])?.hasPrefix("no photo is named") == true)
    #expect(failure(["n"]) == "\(files.folder("n")): no photo in this folder")
    #expect(failure(["n/*.dng"]) == "\(files.folder("n/*.dng")): no photo has such a name")
    #expect(failure(["gone/*"])?.contains("cannot be read") == true)
  }

  @Test func timeCountsSubSecondsAndZones() throws {
    let times: [(String, String?, String?, String?)] = [
      ("d", "2026:01:01 00:00:00", "5", "+00:00"), ("c", "2026:01:01 00:00:00", "45", "+00:00"),
      ("b", "2025:12:31 23:59:59", nil, "+00:00"), ("a", "2026:01:01 01:00:00", "46", "+01:00"),
      ("x10", nil, nil, nil), ("x9", nil, nil, nil), ("e", "2026:03:01 00:00:00", nil, "+00:00"),
    ]
    for (name, time, fraction, zone) in times {
      try files.write(name + ".dng") {
        $0.dateTime = time
        $0.subSecond = fraction
        $0.zone = zone
      }
    }
    let order = ["b", "c", "a", "d", "e", "x9", "x10"].map { $0 + ".dng" }
    #expect(try Self.names(files, ["."], .time) == order)
    // If one photo has no zone, camera clocks are compared directly.
    try files.write("f.dng") { $0.dateTime = "2026:01:01 00:30:00" }
    #expect(
      try Self.names(files, ["."], .time)
        == ["b", "c", "d", "f", "x9", "x10", "a", "e"].map { $0 + ".dng" })
  }

  /// An incomplete photo keeps its position by name, so that `hold` freezes the right moment.
  @Test func photosWithoutATimeKeepTheirPlace() throws {
    for index in 1...12 {
      try files.write("p\(index).dng") {
        $0.dateTime = "2026:01:01 00:00:\(index < 10 ? "0" : "")\(index)"
      }
    }
    for name in ["p4.dng", "p5.dng", "p10.dng"] {
      try files.folder.write(Array("II*".utf8), as: name)
    }
    #expect(try Self.names(files, ["."], .time) == (1...12).map { "p\($0).dng" })
    // Before the first with a time, and where no photo has one.
    try files.folder.write(Array("II*".utf8), as: "p1.dng")
    #expect(try Self.names(files, ["."], .time) == (1...12).map { "p\($0).dng" })
    for index in 1...12 { try files.folder.write(Array("II*".utf8), as: "p\(index).dng") }
    #expect(try Self.names(files, ["."], .time) == (1...12).map { "p\($0).dng" })
  }

  /// Gaps in time are found, unless photos without a time fill them.
  @Test func gapsInTimeAreFound() throws {
    func photos(_ seconds: [Int?]) -> [SequencePhoto] {
      seconds.enumerated().map { index, second in
        var facts = PhotoFacts(size: Size(width: 3, height: 2))
        facts.time = second.map {
          CaptureTime(year: 2026, month: 1, day: 1, hour: 0, minute: $0 / 60, second: $0 % 60)
        }
        return SequencePhoto(path: FilePath("p\(index)"), header: .success(facts))
      }
    }
    #expect(TimeGap.all(in: photos([0, 20, 40, 60, 80, 100])).isEmpty)
    let gaps = TimeGap.all(in: photos([0, 20, 40, 100, 120, 140, 160, 181]))
    #expect(gaps.map(\.before) == ["p2"] && gaps.map(\.after) == ["p3"])
    #expect(gaps[0].seconds == 60 && gaps[0].usual == 20)
    #expect(TimeGap.all(in: photos([0, 20, 40, nil, nil, 100, 120, 140, 160])).isEmpty)
    #expect(TimeGap.all(in: photos([0, 20, 40, nil, 100, 120, 140, 160])).count == 1)
    // With clocks of full seconds, 1 s and 2 s apart are the same interval.
    #expect(TimeGap.all(in: photos([0, 1, 2, 4, 5, 7, 8, 9])).isEmpty)
    #expect(TimeGap.all(in: photos([0, 20, 400])).isEmpty)
  }

  @Test func clockSecondsCountDays() {
    func seconds(_ year: Int, _ month: Int, _ day: Int) -> Int {
      CaptureTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0).clockSeconds
    }
    #expect(seconds(1970, 1, 1) == 0 && seconds(2000, 1, 1) == 946_684_800)
    // 2000 and 2024 are leap years, but 1900 is not.
    #expect(seconds(2000, 3, 1) - seconds(2000, 2, 28) == 2 * 86400)
    #expect(seconds(2024, 12, 31) - seconds(2024, 1, 1) == 365 * 86400)
    #expect(seconds(1900, 3, 1) - seconds(1900, 2, 28) == 86400)
    var time = CaptureTime(year: 2026, month: 1, day: 1, hour: 0, minute: 0, second: 0)
    #expect(time.zoneSeconds == nil && time.fraction == 0)
    time.zone = "-03:30"
    time.subSecond = "042"
    #expect(time.zoneSeconds == -12_600 && time.fraction == 0.042)
  }

  @Test func brightnessAndHueLookAtThePicture() throws {
    let colors: [(String, SIMD3<Double>)] = [
      ("blue", SIMD3(0.02, 0.03, 0.3)), ("red", SIMD3(0.5, 0.02, 0.01)),
      ("green", SIMD3(0.02, 0.3, 0.03)), ("grey", SIMD3(repeating: 0.9)),
      ("yellow", SIMD3(0.5, 0.45, 0.02)),
    ]
    for (name, color) in colors { try files.write(name, color: color) }
    try files.folder.write(Array("broken".utf8), as: "x.dng")
    #expect(
      try Self.names(files, ["."], .brightness)
        == ["blue", "red", "green", "yellow", "grey", "x.dng"])
    // The red is slightly orange, so it comes first. A grey has no hue.
    #expect(
      try Self.names(files, ["."], .hue) == ["red", "yellow", "green", "blue", "grey", "x.dng"])
  }

  @Test func factsComeFromTheHeader() throws {
    try files.write("a.dng") {
      $0.exposureTime = DNGRational(1, 60)
      $0.fNumber = DNGRational(56, 10)
      $0.iso = 125
    }
    let facts = try #require(
      SequencePhoto(path: FilePath(files.folder("a.dng")), context: RunContext()).facts)
    #expect(facts.exposureTime == Rational(1, 60) && facts.fNumber?.value == 5.6)
    #expect(facts.iso == 125 && facts.size == Size(width: 64, height: 48))
    #expect(facts.camera == "Synthetic" && facts.memory > 64 * 48 * 2)
  }

  /// Frames of any version are identified by their text. Pictures and drawings, and drafts of them,
  /// are not frames.
  @Test(arguments: [
    ("v1 frame x with 9.9 on v4", true), ("v1 draft x with 9.9 on v4", true),
    ("v1 frame x with 9.9 on v4 by cells,rcd", true), ("v1 input 1-2 settings x with 0.1.0", false),
    ("v1 drawing x with 0.1.0", false), ("v1 draft x with 0.1.0", false), ("", false),
  ])
  func framesAreKnownByTheirText(text: String, isFrame: Bool) {
    #expect(StillChoice.isFrame(text: text) == isFrame)
  }
}
