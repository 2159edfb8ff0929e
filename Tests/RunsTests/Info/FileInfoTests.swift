import BromidePhotos
import BromideRaw
import BromideRuns
import BromideSystem
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// The information in files, compared with the values from the generator.
@Suite struct FileInfoTests {
  private static func cells(_ info: FileInfo) -> [InfoField: String] {
    info.values.mapValues(\.cell)
  }

  @Test func everyFieldOfAFullPhoto() throws {
    let info = InfoReader.read(
      FilePath(Package.testImages + "/landscape_rggb_gps_ambient_exif.dng"), context: RunContext())
    #expect(info.status == .ok && info.reason == nil)
    let expected: [InfoField: String] = [
      .format: "DNG 1.4", .coding: "lossless JPEG", .decoder: "bromide", .size: "360 240",
      .rawSize: "360 240", .activeArea: "0 0 360 240", .pattern: "RGGB", .bits: "12",
      .black: "256", .white: "4095", .preview: "48 32", .orientation: "1", .make: "Bromide",
      .model: "Synthetic", .serial: "0042", .lensMake: "Bromide Optics", .lens: "35mm f/1.8",
      .exposure: "0.004", .aperture: "5.6", .iso: "400", .program: "3", .metering: "5",
      .flash: "16", .focalLength: "35", .focalLength35mm: "52",
      .time: "2026-07-14T18:30:05.042+02:00", .zone: "+02:00", .artist: "Bromide", .rating: "4",
      .matrixFrom: "dng", .altitude: "-12.5", .heading: "271.25", .headingReference: "true",
      .compass: "W", .placeTime: "2026-07-14T16:30:05Z", .acceleration: "9.80665",
      .accelerationG: "1", .elevation: "-12.5", .ambientTemperature: "-3.5", .humidity: "61.5",
      .pressure: "876.5", .pressureKPa: "87.65", .waterDepth: "-1.5",
    ]
    let cells = Self.cells(info)
    for (field, value) in expected { #expect(cells[field] == value, "\(field)") }
    #expect(info[.exposure]?.text == "1/250 s" && info[.aperture]?.text == "f/5.6")
    #expect(info[.latitude]?.text == "-33.856784°" && info[.accelerationG]?.text == "1 g")
  }

  @Test func picturesAndClips() throws {
    let folder = try TemporaryFolder()
    let block = DNGPreview(size: Size(width: 33, height: 21)) { _, _ in SIMD3(9, 99, 200) }
    let jpeg = InfoReader.read(
      FilePath(try folder.write(block.jpeg, as: "a.jpg")), context: RunContext())
    #expect(Self.cells(jpeg)[.format] == "JPEG" && Self.cells(jpeg)[.size] == "33 21")
    #expect(jpeg[.subsampling] != nil && jpeg.status == .ok)
    let frames = Package.testImages + "/frames/"
    let clip = Self.cells(InfoReader.read(FilePath(frames + "dusk.y4m"), context: RunContext()))
    #expect(clip[.format] == "Y4M" && clip[.frames] != nil)
    let turned = Self.cells(
      InfoReader.read(FilePath(frames + "chart_turned.jpg"), context: RunContext()))
    #expect(turned[.orientation] == "6" || turned[.orientation] == "8")
    let planes = Self.cells(
      InfoReader.read(FilePath(frames + "chart_144x96.nv12"), context: RunContext()))
    #expect(planes[.size] == "144 96")
  }

  /// A truncated file is reported, and still shows its camera.
  @Test func incompletePhotoShowsKnownFields() throws {
    let folder = try TemporaryFolder()
    let whole = try Files.read(Package.testImages + "/landscape_rggb_gps_ambient_exif.dng")
    let half = FilePath(try folder.write(Array(whole[..<(whole.count / 2)]), as: "half.dng"))
    let info = InfoReader.read(half, context: RunContext())
    #expect(info.status == .damaged && info.reason?.contains("end") == true)
    #expect(info[.model]?.text == "Synthetic" && info[.rawSize] != nil)
    for count in [0, 7, 100, 400, 700, 1500, 5000] {
      let path = FilePath(try folder.write(Array(whole[..<count]), as: "cut.dng"))
      #expect(InfoReader.read(path, context: RunContext()).status > .ok, "\(count) bytes")
    }
    let missing = InfoReader.read(FilePath(folder("nothing.dng")), context: RunContext())
    #expect(missing.status == .failed && missing.values.isEmpty)
  }

  @Test func histogramsCountEverySite() throws {
    let path = FilePath(Package.testImages + "/landscape_bggr_tungsten_clipped.dng")
    let photo = try LoadedPhoto(path: path, settings: LoadSettings(RunContext()))
    guard case .mosaic(let mosaic) = photo.raw.image else { return #expect(Bool(false)) }
    var clipped = [0, 0, 0]
    var counts = [0, 0, 0]
    for (x, y) in mosaic.size.places {
      let channel = [CFAColor.red, .green, .blue].firstIndex(of: mosaic.pattern.color(x: x, y: y))!
      counts[channel] += 1
      if Float(mosaic.samples[x, y]) >= mosaic.levels.white { clipped[channel] += 1 }
    }
    let channels = SensorHistogram(photo).channels
    #expect(channels.map(\.name) == ["red", "green", "blue"])
    #expect(channels.map(\.count) == counts && channels.map(\.clipped) == clipped)
    #expect(clipped.max()! > 0)
    var info = InfoReader.read(path, context: RunContext())
    info.addHistogram(context: RunContext(), crew: nil)
    #expect(info[.histogram]?.text.split(separator: "\n").count == 3)
  }

  /// All data survive the way through a worker.
  @Test func inspectionsPassBetweenProcesses() throws {
    let path = FilePath(Package.testImages + "/landscape_rggb_gps_ambient_exif.dng")
    let inspection = RawInspection(path: path, cameras: nil)
    #expect(inspection.details != nil)
    let bytes = BinaryCoding.encode(inspection)
    #expect(try BinaryCoding.decode(RawInspection.self, from: bytes) == inspection)
  }

  @Test func namesOfFields() {
    #expect(InfoField.named("focal-length") == [.focalLength])
    #expect(InfoField.named("ISO") == [.iso])
    #expect(InfoField.named("camera") == [.make, .model, .serial, .software])
    // A field's name has priority over a section's name.
    #expect(InfoField.named("exposure") == [.exposure])
    #expect(InfoField.named("nonsense") == nil)
    #expect(InfoField.focalLength35mm.title == "focal length 35mm")
    for section in InfoField.Section.allCases { #expect(!section.fields.isEmpty) }
  }
}
