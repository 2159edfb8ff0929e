import BromideCodecs
import BromideValues
import Testing

@Suite struct ExifBlockTests {
  func read(_ metadata: PhotoMetadata) throws -> PlainExif {
    try #require(PlainExif(ExifBlock.bytes(for: metadata)))
  }

  @Test func imageDirectory() throws {
    let image = try read(.sample).image
    let texts = [
      0x010E: "Harbour", 0x010F: "Canon", 0x0110: "Canon EOS 6D", 0x0131: "Bromide 1.0",
      0x013B: "Zoë Müller", 0x8298: "© 2024 Zoë Müller, 東京",
    ]
    for (tag, text) in texts {
      let entry = try #require(image[tag])
      #expect(entry.type == 2 && entry.text == text && entry.bytes.last == 0)
    }
    #expect(image[0x0112] == .init(type: 3, count: 1, bytes: [6, 0]))
    #expect(image[0x4746]?.numbers == [4] && image[0x4746]?.type == 3)
    #expect(Set(image.keys) == Set(texts.keys).union([0x0112, 0x4746, 0x8769, 0x8825]))
  }

  @Test func photoDirectory() throws {
    let photo = try read(.sample).photo
    let texts = [
      0x9003: "2024:02:29 07:05:09", 0x9004: "2024:02:29 07:05:09", 0x9011: "+05:30",
      0x9012: "+05:30", 0x9291: "042", 0x9292: "042", 0xA431: "072024001234", 0xA433: "Sigma",
      0xA434: "35mm F1.4 DG HSM | Art 012",
    ]
    for (tag, text) in texts { #expect(photo[tag]?.type == 2 && photo[tag]?.text == text) }
    #expect(photo[0x9000] == .init(type: 7, count: 4, bytes: Array("0232".utf8)))
    let shorts = [0x8822: 3, 0x8827: 400, 0x8830: 2, 0x9207: 5, 0x9209: 16, 0xA405: 56]
    for (tag, value) in shorts { #expect(photo[tag]?.type == 3 && photo[tag]?.numbers == [value]) }
    #expect(photo[0x8832]?.type == 4 && photo[0x8832]?.numbers == [400])
    let ratios = [
      0x829A: [1, 250], 0x829D: [28, 10], 0x920A: [35, 1], 0x9401: [61, 1], 0x9402: [10_132, 10],
      0x9404: [980_665, 1], 0xA432: [35, 1, 35, 1, 14, 10, 0, 0],
    ]
    for (tag, value) in ratios { #expect(photo[tag]?.type == 5 && photo[tag]?.numbers == value) }
    let signed = [0x9204: [-2, 3], 0x9400: [-45, 10], 0x9403: [-3, 2], 0x9405: [-125, 10]]
    for (tag, value) in signed { #expect(photo[tag]?.type == 10 && photo[tag]?.numbers == value) }
    #expect(photo.count == texts.count + 1 + shorts.count + 1 + ratios.count + signed.count)
  }

  @Test func positionDirectory() throws {
    let position = try read(.sample).position
    #expect(position[0x00] == .init(type: 1, count: 4, bytes: [2, 3, 0, 0]))
    #expect(position[0x01]?.text == "S" && position[0x03]?.text == "E")
    #expect(position[0x02]?.numbers == [33, 1, 51, 1, 24_422_400, 1_000_000])
    #expect(position[0x04]?.numbers == [151, 1, 12, 1, 55_069_200, 1_000_000])
    #expect(position[0x05]?.numbers == [1] && position[0x06]?.numbers == [12_345, 1000])
    #expect(position[0x07]?.numbers == [1, 1, 35, 1, 912, 100])
    #expect(position[0x10]?.text == "T" && position[0x11]?.numbers == [27_150, 100])
    #expect(position[0x1D]?.text == "2024:02:29")
    #expect(position.count == 11)
  }

  @Test func isEmptyForEmptyMetadata() throws {
    #expect(ExifBlock.bytes(for: PhotoMetadata()).isEmpty)
    var turned = PhotoMetadata()
    turned.orientation = .leftBottom
    let reader = try read(turned)
    #expect(reader.image[0x0112]?.numbers == [8])
    #expect(reader.photo.keys.sorted() == [0x9000])
    #expect(reader.position.isEmpty)
  }

  @Test func skipsImpossibleValues() throws {
    var photo = PhotoMetadata()
    photo.make = ""
    photo.model = "\0secret"
    photo.artist = "A\0B"
    photo.rating = -1
    photo.flash = 70_000
    photo.exposureTime = Rational(-1, 100)
    photo.captureTime = CaptureTime(year: 2023, month: 2, day: 29, hour: 0, minute: 0, second: 0)
    var position = Position()
    position.latitude = 90.5
    position.longitude = .nan
    position.altitude = .infinity
    position.direction = -1
    position.time = [Rational(1, 1)]
    position.date = "2023:13:01"
    photo.position = position
    let reader = try read(photo)
    #expect(reader.image.keys.sorted() == [0x0112, 0x013B, 0x8769])
    #expect(reader.image[0x013B]?.text == "A")
    #expect(reader.photo.keys.sorted() == [0x9000])
  }

  @Test func roundsPositionsUpToTheNextDegree() throws {
    var photo = PhotoMetadata()
    photo.position = Position()
    photo.position?.latitude = 59.9999999999999
    photo.position?.longitude = -180
    photo.position?.direction = 359.999
    let position = try read(photo).position
    #expect(position[0x02]?.numbers == [60, 1, 0, 1, 0, 1_000_000])
    #expect(position[0x04]?.numbers == [180, 1, 0, 1, 0, 1_000_000] && position[0x03]?.text == "W")
    #expect(position[0x11]?.numbers == [0, 100])
    #expect(position[0x10] == nil && position[0x05] == nil)
  }

  @Test func fitsLargeRatios() throws {
    var photo = PhotoMetadata()
    photo.exposureTime = Rational(10_000_000_000, 30_000_000_000)
    photo.fNumber = Rational(Int.max, Int.max - 1)
    photo.exposureBias = Rational(7, -3)
    photo.focalLength = Rational(.max, 1)
    photo.ambient = Ambient()
    photo.ambient?.temperature = Rational(.min, 1 << 62)
    let entries = try read(photo).photo
    #expect(entries[0x829A]?.numbers == [1, 3])
    let f = try #require(entries[0x829D]?.numbers)
    #expect(abs(Double(f[0]) / Double(f[1]) - 1) < 1e-8)
    #expect(entries[0x9204]?.numbers == [-7, 3])
    #expect(entries[0x920A] == nil)
    #expect(entries[0x9400]?.numbers == [-2, 1])
  }

  @Test(arguments: [(1, 1), (65_535, 65_535), (102_400, 65_535), (3_276_800, 65_535)])
  func largeSensitivityUsesTheLongField(iso: Int, short: Int) throws {
    var photo = PhotoMetadata()
    photo.iso = iso
    let entries = try read(photo).photo
    #expect(entries[0x8827]?.numbers == [short] && entries[0x8832]?.numbers == [iso])
  }

  @Test func positionIsOptional() throws {
    let plain = PhotoMetadata.sample.withoutPlace()
    let reader = try read(plain)
    #expect(reader.position.isEmpty && reader.image[0x8825] == nil)
    #expect(try reader.photo == read(.sample).photo)
    #expect(plain.position == nil && plain.captureTime == PhotoMetadata.sample.captureTime)
  }

  @Test func bytesAreTheSameEveryTime() {
    let bytes = ExifBlock.bytes(for: .sample)
    for _ in 0..<3 { #expect(ExifBlock.bytes(for: .sample) == bytes) }
  }

  @Test(arguments: Orientation.allCases)
  func orientationIsKept(orientation: Orientation) throws {
    var photo = PhotoMetadata.sample
    photo.orientation = orientation
    #expect(try read(photo).image[0x0112]?.numbers == [orientation.rawValue])
  }
}
