import BromideCodecs
import BromideValues
import Foundation
import TestSupport
import Testing

/// Reads blocks with a foreign reader. The suite is skipped if exiftool is not installed.
@Suite(.enabled(if: ForeignProgram.exiftool != nil, "exiftool is not installed"))
struct ExiftoolTests {
  @Test func readsEverythingBack() throws {
    let read = try Exiftool.read(block: ExifBlock.bytes(for: .sample), arguments: ["-n"])
    let expected: [String: String] = [
      "IFD0:Make": "Canon", "IFD0:Model": "Canon EOS 6D", "IFD0:Orientation": "6",
      "IFD0:Artist": "Zoë Müller", "IFD0:Copyright": "© 2024 Zoë Müller, 東京",
      "IFD0:ImageDescription": "Harbour", "IFD0:Software": "Bromide 1.0", "IFD0:Rating": "4",
      "ExifIFD:ExposureTime": "0.004", "ExifIFD:FNumber": "2.8", "ExifIFD:ISO": "400",
      "ExifIFD:SensitivityType": "2", "ExifIFD:RecommendedExposureIndex": "400",
      "ExifIFD:ExposureProgram": "3", "ExifIFD:MeteringMode": "5",
      "ExifIFD:Flash": "16", "ExifIFD:FocalLength": "35", "ExifIFD:FocalLengthIn35mmFormat": "56",
      "ExifIFD:DateTimeOriginal": "2024:02:29 07:05:09",
      "ExifIFD:CreateDate": "2024:02:29 07:05:09",
      "ExifIFD:SubSecTimeOriginal": "042", "ExifIFD:OffsetTimeOriginal": "+05:30",
      "ExifIFD:LensMake": "Sigma", "ExifIFD:LensModel": "35mm F1.4 DG HSM | Art 012",
      "ExifIFD:LensInfo": "35 35 1.4 undef",
      "ExifIFD:SerialNumber": "072024001234", "ExifIFD:ExifVersion": "0232",
      "ExifIFD:AmbientTemperature": "-4.5", "ExifIFD:Humidity": "61", "ExifIFD:Pressure": "1013.2",
      "ExifIFD:WaterDepth": "-1.5", "ExifIFD:Acceleration": "980665",
      "ExifIFD:CameraElevationAngle": "-12.5", "GPS:GPSLatitudeRef": "S",
      "GPS:GPSAltitudeRef": "1", "GPS:GPSAltitude": "12.345", "GPS:GPSImgDirectionRef": "T",
      "GPS:GPSImgDirection": "271.5", "GPS:GPSDateStamp": "2024:02:29",
      "GPS:GPSTimeStamp": "01:35:09.12",
      "GPS:GPSVersionID": "2 3 0 0",
    ]
    for (name, value) in expected { #expect(read[name] == value, "\(name)") }
    let bias = try #require(read["ExifIFD:ExposureCompensation"].flatMap(Double.init))
    #expect(abs(bias + 2.0 / 3) < 1e-6)
    let latitude = try #require(read["GPS:GPSLatitude"].flatMap(Double.init))
    let longitude = try #require(read["GPS:GPSLongitude"].flatMap(Double.init))
    #expect(abs(latitude - 33.856784) < 1e-9 && abs(longitude - 151.215297) < 1e-9)
  }

  @Test func reportsNeitherWarningsNorErrors() throws {
    // Rating is Microsoft's tag, and -validate prints a remark about it. Programs with stars read
    // this tag.
    var plain = PhotoMetadata.sample
    plain.rating = nil
    for photo in [plain, plain.withoutPlace()] {
      let read = try Exiftool.read(
        block: ExifBlock.bytes(for: photo), arguments: ["-validate", "-warning", "-error"])
      #expect(read["ExifTool:Warning"] == nil && read["ExifTool:Error"] == nil)
      #expect(read["ExifTool:Validate"]?.hasPrefix("OK") == true, "\(read)")
    }
  }
}

enum Exiftool {
  /// `Group:Tag` to value of a block in a PNG of one pixel.
  static func read(block: [UInt8], arguments: [String]) throws -> [String: String] {
    let folder = try TemporaryFolder()
    var png = HandmadePNG(width: 1, height: 1, depth: 8, colorType: 0)
    png.chunks = [("eXIf", block)]
    try folder.write(png.file([0, 0]), as: "pixel.png")
    let output = try #require(ForeignProgram.exiftool).run(
      ["-a", "-G1", "-s", "-charset", "utf8"] + arguments + [folder("pixel.png")])
    var result: [String: String] = [:]
    for line in output.split(separator: "\n") {
      // [Group]         Tag     : value
      guard let close = line.firstIndex(of: "]"), let colon = line.firstIndex(of: ":") else {
        continue
      }
      let group = line[line.index(after: line.startIndex)..<close]
      let tag = line[line.index(after: close)..<colon].trimmingCharacters(in: .whitespaces)
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      result["\(group):\(tag)"] = value
    }
    return result
  }
}
