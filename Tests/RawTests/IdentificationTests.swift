import BromideCodecs
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Identification of files written here, and the metadata that it reads.
@Suite struct IdentificationTests {
  @Test func metadata() throws {
    var dng = TinyDNG(width: 32, height: 24, red: 10, green: 20, blue: 30)
    dng.fields[270] = .ascii("A test  ")
    dng.fields[305] = .ascii("Writer 1.0")
    dng.fields[306] = .ascii("2001:01:01 01:01:01")
    dng.fields[315] = .ascii("Zoë")
    dng.fields[33432] = .ascii("© 2026 Zoë")
    dng.fields[0x4746] = .short([4])
    dng.exif = [
      0x829a: .rational([(10, 2500)]), 0x829d: .rational([(28, 10)]), 0x8822: .short([3]),
      0x8827: .short([1600]), 0x9003: .ascii("2026:03:29 02:30:15"), 0x9011: .ascii("+02:00"),
      0x9291: .ascii("042"), 0x9204: .signedRational([(-2, 3)]), 0x9207: .short([5]),
      0x9209: .short([16]), 0x920a: .rational([(50, 1)]), 0x9400: .signedRational([(-35, 10)]),
      0x9401: .rational([(455, 10)]), 0x9402: .rational([(10132, 10)]),
      0x9403: .signedRational([(-12, 10)]), 0x9404: .rational([(980_665, 1)]),
      0x9405: .signedRational([(-3005, 100)]), 0xa405: .short([75]), 0xa431: .ascii("SN 42"),
      0xa433: .ascii("Lensmaker"), 0xa434: .ascii("50mm f/1.4"),
    ]
    dng.gps = [
      1: .ascii("S"), 2: .rational([(33, 1), (51, 1), (3600, 100)]), 3: .ascii("E"),
      4: .rational([(151, 1), (12, 1), (0, 1)]), 5: .bytes([1]), 6: .rational([(125, 10)]),
      7: .rational([(12, 1), (34, 1), (565, 10)]), 16: .ascii("M"), 17: .rational([(3600, 10)]),
      29: .ascii("2026:03:29"),
    ]
    let scratch = try TemporaryFolder()
    let m = try RawFile(path: FilePath(scratch.write(dng.data(), as: "test.dng")), cameras: nil)
      .metadata
    #expect(m.make == "Bromide" && m.model == "Test" && m.software == "Writer 1.0")
    #expect(m.imageDescription == "A test" && m.artist == "Zoë" && m.copyright == "© 2026 Zoë")
    #expect(m.rating == 4 && m.bodySerial == "SN 42")
    #expect(m.lensMake == "Lensmaker" && m.lensModel == "50mm f/1.4")
    #expect(m.exposureTime == Rational(10, 2500) && m.fNumber == Rational(28, 10))
    #expect(m.iso == 1600 && m.exposureBias == Rational(-2, 3))
    #expect(m.exposureProgram == 3 && m.meteringMode == 5 && m.flash == 16)
    #expect(m.focalLength == Rational(50, 1) && m.focalLength35mm == 75)
    // An hour that Central Europe's clocks skip: no zone may touch it.
    #expect(
      m.captureTime
        == CaptureTime(
          year: 2026, month: 3, day: 29, hour: 2, minute: 30, second: 15, subSecond: "042",
          zone: "+02:00"))
    let ambient = try #require(m.ambient)
    #expect(ambient.temperature == Rational(-35, 10) && ambient.humidity == Rational(455, 10))
    #expect(ambient.pressure == Rational(10132, 10) && ambient.waterDepth == Rational(-12, 10))
    #expect(ambient.acceleration == Rational(980_665, 1))
    #expect(ambient.elevationAngle == Rational(-3005, 100))
    let position = try #require(m.position)
    #expect(abs((position.latitude ?? 0) + 33.86) < 1e-9)
    #expect(abs((position.longitude ?? 0) - 151.2) < 1e-9)
    #expect(position.altitude == -12.5 && position.direction == 0)
    #expect(position.isDirectionTrue == false && position.date == "2026:03:29")
    #expect(position.time == [Rational(12, 1), Rational(34, 1), Rational(565, 10)])
  }

  /// TIFF pictures that no sensor made: LibRaw takes some for raws.
  @Test func ordinaryTIFFsAreNotRaws() throws {
    let scratch = try TemporaryFolder()
    for (name, channels, make) in [
      ("rgb", 3, nil), ("grey", 1, nil), ("camera-rgb", 3, "NIKON"), ("scanner", 3, "EPSON"),
    ] {
      let path = try scratch.write(
        Self.plainTIFF(width: 64, height: 48, channels: channels, make: make), as: "\(name).tif")
      #expect(!RawFile.isRaw(path: FilePath(path)), "\(name)")
      #expect(throws: RawError.self, "\(name)") { try RawFile(path: FilePath(path), cameras: nil) }
    }
  }

  private static func plainTIFF(width: Int, height: Int, channels: Int, make: String?) -> Data {
    var dng = TinyDNG(width: width, height: height, samples: [])
    dng.samples = Array(repeating: 0x4040, count: width * height * channels / 2)
    dng.channels = channels
    dng.pattern = []
    dng.fields = [
      258: .short(Array(repeating: 8, count: channels)), 262: .short([channels == 3 ? 2 : 1]),
    ]
    if let make {
      dng.fields[271] = .ascii(make)
      dng.fields[272] = .ascii("\(make) X")
    }
    return dng.data(isDNG: false, hasMake: make != nil)
  }

  @Test func isRawByContent() throws {
    let scratch = try TemporaryFolder()
    let dng = TinyDNG(width: 32, height: 24, red: 10, green: 20, blue: 30)
    #expect(RawFile.isRaw(path: FilePath(try scratch.write(dng.data(), as: "picture.txt"))))
    #expect(!RawFile.isRaw(path: FilePath(try scratch.write("no raw".utf8, as: "text.dng"))))
    #expect(!RawFile.isRaw(path: FilePath(scratch.path)))
    #expect(!RawFile.isRaw(path: FilePath(scratch.path + "/missing.dng")))
  }
}
