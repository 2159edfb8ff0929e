import BromideCodecs
import BromideDevelop
import BromideKernels
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromidePhotos

/// Readings of lenses and sensors in files, and whom they are for.
@Suite struct OpticsFileTests {
  private let folder = TemporaryFolder.fresh
  private static let size = Size(width: 600, height: 400)

  private static func metadata(_ change: (inout PhotoMetadata) -> Void = { _ in }) -> PhotoMetadata
  {
    var metadata = PhotoMetadata()
    metadata.model = "Model „1“"
    metadata.lensModel = "50mm"
    metadata.focalLength = Rational(500, 10)
    metadata.iso = 400
    change(&metadata)
    return metadata
  }

  private static var optics: LockedOptics {
    var reading = OpticsReading()
    reading.noise = NoiseModel(a: 3.3e-5, b: 9.2e-8)
    reading.radius = 0.7
    reading.lateralColor = LateralColor(
      red: LateralShift([-2, 1.3, -0.36, 0.1, 0.05]), blue: .none)
    return LockedOptics([
      .init(LockedOptics.Group(metadata(), size: size), photo: "a.dng", reading: reading)
    ])
  }

  @Test func aFileReadsBack() throws {
    let path = FilePath(folder("a.json"))
    try OpticsFile.write(Self.optics, to: path)
    #expect(try OpticsFile.read(path) == Self.optics)
    #expect(try Files.read(path.string) == Array(OpticsFile.text(Self.optics).utf8))
  }

  private func rejection(_ text: String) throws -> String {
    let path = FilePath(try folder.write(Array(text.utf8), as: "broken.json"))
    do throws(OpticsFileError) {
      _ = try OpticsFile.read(path)
      return ""
    } catch {
      #expect(error.description.hasPrefix("\(path) "))
      return error.reason
    }
  }

  @Test func invalidFilesFailWithAReason() throws {
    let good = OpticsFile.text(Self.optics)
    for (text, reason) in [
      ("", "is not an optics file, or damaged"), ("{}", "is not an optics file"),
      (String(good.prefix(good.count / 2)), "or damaged"),
      (good.replacing("bromide-optics", with: "bromide-look"), "create one with --optics-save"),
      (good.replacing("\"version\":1", with: "\"version\":2"), "version 2; expected version 1"),
      (good.replacing("\"readings\":[", with: "\"reading\":["), "without readings"),
      (#"{"format":"bromide-optics","version":1,"readings":[]}"#, "without readings"),
      (good.replacing("\"radius\":0.7", with: "\"radius\":7"), "no lens and sensor give"),
      (good.replacing("[-2,1.3", with: "[-20,1.3"), "no lens and sensor give"),
      (good.replacing("[-2,1.3,", with: "[-2,"), "no lens and sensor give"),
      (good.replacing("\"a\":3.3e-05", with: "\"a\":-1"), "no lens and sensor give"),
      (good.replacing("\"a\":3.3e-05", with: "\"a\":NaN"), "or damaged"),
      (String(repeating: " ", count: 2 << 20), "larger than 1 MiB"),
    ] {
      let message = try rejection(text)
      #expect(!message.isEmpty && message.contains(reason), "\(message) for \(text.prefix(80))")
    }
    #expect(throws: OpticsFileError.self) { try OpticsFile.read("no-such-file.json") }
    #expect(throws: OpticsFileError.self) { try OpticsFile.read(FilePath(folder.path)) }
    #expect(throws: OpticsFileError.self) {
      try OpticsFile.write(Self.optics, to: FilePath(folder("no/such/folder.json")))
    }
  }

  /// Camera, lens, sensitivity and size are the same, the focal length within 1 %.
  @Test func photosOfOtherGroupsFailWithAReason() throws {
    func entry(
      size: Size = Self.size, _ change: (inout PhotoMetadata) -> Void
    ) throws(OpticsOfAnotherCamera) -> LockedOptics.Entry {
      try Self.optics.entry(for: LockedOptics.Group(Self.metadata(change), size: size))
    }
    #expect(try entry({ _ in }).photo == "a.dng")
    #expect(try entry({ $0.focalLength = Rational(504, 10) }).photo == "a.dng")
    let others: [(inout PhotoMetadata) -> Void] = [
      { $0.model = "Model 2" }, { $0.lensModel = nil }, { $0.iso = 800 }, { $0.iso = nil },
      { $0.focalLength = Rational(52, 1) }, { $0.focalLength = nil },
    ]
    for other in others { #expect(throws: OpticsOfAnotherCamera.self) { try entry(other) } }
    #expect(throws: OpticsOfAnotherCamera.self) {
      try entry(size: Size(width: 400, height: 600)) { _ in }
    }
    do throws(OpticsOfAnotherCamera) {
      _ = try entry { $0.iso = 1600 }
    } catch {
      #expect(
        error.description
          == "optics are locked to Model „1“, 50mm, 50 mm, ISO 400, 600×400; this photo is by Model „1“, 50mm, 50 mm, ISO 1600, 600×400"
      )
    }
  }

  /// A lens without a name has its numbers, and not the name from another program, because photos
  /// are measured without it.
  @Test func numbersDistinguishLensesWithoutName() {
    func group(_ focal: Double, _ name: String? = nil) -> LockedOptics.Group {
      var lens = LensSpecification()
      (lens.leastFocalLength, lens.mostFocalLength) = (focal, 55)
      let metadata = Self.metadata {
        ($0.lensModel, $0.lensFrom) = (name, name == nil ? .specification : .exiftool)
        $0.lensSpecification = lens
      }
      return LockedOptics.Group(metadata, size: Self.size)
    }
    #expect(group(18).lens == "18-55mm" && group(18).takes(group(18, "Acme 18-55mm")))
    #expect(
      !group(18).takes(group(35))
        && !group(18).takes(LockedOptics.Group(Self.metadata(), size: Self.size)))
  }

  /// Locked measurements reach the development of photos with a mosaic.
  @Test func loadedPhotosHaveTheirReading() throws {
    var photo = SyntheticPhoto(.landscape(), size: Size(width: 64, height: 48))
    photo.options.metadata.iso = 400
    let path = FilePath(try folder.write(photo.file(), as: "p.dng"))
    let opened = try OpenedPhoto(path: path, settings: LoadSettings(RunContext()))
    let group = LockedOptics.Group(opened.metadata, size: opened.size)
    let reading = Self.optics.entries[0].reading
    var settings = LoadSettings(RunContext())
    settings.lockedOptics = LockedOptics([.init(group, photo: "first.dng", reading: reading)])
    let loaded = try LoadedPhoto(path: path, settings: settings)
    #expect(loaded.source.lockedOptics == reading && loaded.opticsFrom == "first.dng")
    #expect(try LoadedPhoto(path: path, settings: LoadSettings(RunContext())).opticsFrom == nil)
    settings.lockedOptics = Self.optics
    do throws(PhotoError) {
      _ = try LoadedPhoto(path: path, settings: settings)
      Issue.record("a photo of another camera took the reading")
    } catch {
      #expect(error.reason.hasPrefix("optics are locked to Model"))
    }
    photo.options.layout = .linear
    photo.options.black = [0, 0, 0]
    let linear = FilePath(try folder.write(photo.file(), as: "l.dng"))
    #expect(try LoadedPhoto(path: linear, settings: settings).opticsFrom == nil)
  }

  /// A DNG's NoiseProfile stands above measurements.
  @Test func noiseProfileOverridesMeasurement() throws {
    var photo = SyntheticPhoto(.landscape(), size: Size(width: 64, height: 48))
    photo.options.noiseProfile = [2e-4, 1e-7, 4e-4, 2e-7, 6e-4, 3e-7]
    let path = FilePath(try folder.write(photo.file(), as: "n.dng"))
    let noise = try #require(
      try LoadedPhoto(path: path, settings: LoadSettings(RunContext())).source.optics.noise)
    #expect(abs(noise.a - 4e-4) < 1e-12 && abs(noise.b - 2e-7) < 1e-15)
  }
}
