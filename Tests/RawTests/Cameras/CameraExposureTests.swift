import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

@Suite struct CameraExposureTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let found: CameraExposure
    let stops: Double
    let source: PhotoExposure.Source

    init(_ name: String, _ found: CameraExposure, _ stops: Double, _ source: PhotoExposure.Source) {
      testDescription = name
      self.found = found
      self.stops = stops
      self.source = source
    }
  }

  static let cases = [
    Case("nothing known", CameraExposure(), 0, .none),
    Case("a model", CameraExposure(model: 0.4), 0.4, .model),
    Case("a model measured as 0", CameraExposure(model: 0), 0, .model),
    Case("stated", CameraExposure(baseline: 0.25), 0.25, .file),
    Case("stated, offset", CameraExposure(baseline: 0.25, baselineOffset: -0.1), 0.15, .file),
    Case("stated, model", CameraExposure(baseline: 0.25, model: 0.4), 0.25, .file),
    Case("stated 0", CameraExposure(baseline: 0), 0, .file),
    Case("stated 0, offset", CameraExposure(baseline: 0, baselineOffset: 0.3), 0.3, .file),
    Case(
      "stated 0, model", CameraExposure(baseline: 0, baselineOffset: 0.3, model: 0.4), 0.4, .model),
    Case("DR100", CameraExposure(fujiBias: -0.72), 0, .none),
    Case("DR200", CameraExposure(fujiBias: -1.72), 1, .file),
    Case("DR400", CameraExposure(fujiBias: -2.72), 2, .file),
    Case("DR400, model", CameraExposure(model: -0.25, fujiBias: -2.72), 1.75, .model),
    Case("a bias above 0", CameraExposure(fujiBias: 0.3), 0, .none),
    Case("a bias of nonsense", CameraExposure(fujiBias: -15), 3, .file),
    Case("no priority", CameraExposure(canonPriority: 0), 0, .none),
    Case("priority", CameraExposure(canonPriority: 1), 1, .file),
    Case("enhanced priority", CameraExposure(canonPriority: 2), 1, .file),
    Case("priority, model", CameraExposure(model: 0.4, canonPriority: 1), 1.4, .model),
    // The writer of the DNG already included the mode.
    Case("DNG of DR400", CameraExposure(baseline: 1.5, fujiBias: -2.72), 1.5, .file),
  ]

  @Test(arguments: cases)
  func stopsComeFromTheBestSource(_ expected: Case) {
    let exposure = expected.found.exposure
    #expect(abs(exposure.stops - expected.stops) < 1e-12)
    #expect(exposure.source == expected.source)
    // A preview can provide it if neither a DNG tag nor the table contains it, for any mode.
    #expect(exposure.isUnknown == (expected.found.baseline == nil && expected.found.model == nil))
  }

  private func profile(_ file: [UInt8], as name: String) throws -> CameraProfile {
    let folder = try TemporaryFolder()
    return try RawFile(path: FilePath(folder.write(file, as: name)), cameras: nil).decode().profile
  }

  private func profile(_ dng: TinyDNG) throws -> CameraProfile {
    try profile(Array(dng.data()), as: "test.dng")
  }

  @Test(arguments: [(nil, 0), (-72, 0), (-172, 1), (-272, 2)] as [(Int?, Double)])
  func fujifilmRecordsItsRange(bias: Int?, stops: Double) throws {
    let samples = SensorSamples.varied(Size(width: 768, height: 24), bits: 14)
    var raw = MakerRaw.fuji(samples, .plain, pattern: .bayer)
    if let bias { raw = raw.recording(fujiBias: bias) }
    let exposure = try profile(raw.file(), as: "test.raf").cameraExposure
    #expect(
      exposure == PhotoExposure(stops: stops, source: stops == 0 ? .none : .file, isUnknown: true))
  }

  @Test func modelsHaveTheirStops() throws {
    let samples = SensorSamples.varied(Size(width: 64, height: 48), bits: 14)
    for (model, stops) in [("Canon EOS 30D", 0.4), ("Canon EOS 40D", nil)] as [(String, Double?)] {
      let raw = MakerRaw.canon(samples).taken(by: model)
      let profile = try profile(raw.file(), as: "test.cr2")
      #expect(
        profile.cameraExposure
          == PhotoExposure(
            stops: stops ?? 0, source: stops == nil ? .none : .model, modelStops: stops ?? 0))
      #expect(profile.baselineExposure == 0)
    }
  }

  @Test func modelOverridesZeroInDNG() throws {
    var dng = TinyDNG(width: 32, height: 24, red: 10, green: 20, blue: 30)
    dng.fields[271] = .ascii("Canon")
    dng.fields[272] = .ascii("Canon EOS 30D")
    dng.fields[50730] = .signedRational([(0, 1)])
    #expect(
      try profile(dng).cameraExposure == PhotoExposure(stops: 0.4, source: .model, modelStops: 0.4))
    dng.fields[50730] = .signedRational([(1, 4)])
    #expect(try profile(dng).cameraExposure == PhotoExposure(stops: 0.25, source: .file))
  }

  @Test func dngRecordsBaselineAndItsOffset() throws {
    var dng = TinyDNG(width: 32, height: 24, red: 10, green: 20, blue: 30)
    #expect(try profile(dng).cameraExposure == PhotoExposure(stops: 0, source: .none))
    dng.fields[50730] = .signedRational([(-3, 4)])
    #expect(try profile(dng).cameraExposure == PhotoExposure(stops: -0.75, source: .file))
    dng.fields[51109] = .signedRational([(1, 4)])
    let profile = try profile(dng)
    #expect(profile.cameraExposure == PhotoExposure(stops: -0.5, source: .file))
    // The first look never knew of the offset.
    #expect(profile.baselineExposure == -0.75)
    #expect(profile.exposure(for: .classic) == PhotoExposure(stops: -0.75, source: .file))
    #expect(profile.exposure(for: .standard).stops == -0.5)
  }
}
