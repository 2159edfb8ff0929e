import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideRaw

/// DNG's NoiseProfile.
@Suite struct NoiseProfileTests {
  private let folder = TemporaryFolder.fresh

  private func optics(_ profile: [Double], bigEndian: Bool = false) throws -> EmbeddedOptics {
    var options = DNGOptions()
    options.noiseProfile = profile
    options.storage.byteOrder = bigEndian ? .big : .little
    options.storage.hasPreview = bigEndian
    let file = DNGWriter.file(SensorSamples.varied(Size(width: 32, height: 24), bits: 14), options)
    return try decoded(file, in: folder).embeddedOptics
  }

  @Test func pairsAreRead() throws {
    #expect(try optics([3.3e-5, 9.2e-8]).noise == SIMD2(3.3e-5, 9.2e-8))
    #expect(try optics([3.3e-5, 9.2e-8], bigEndian: true).noise == SIMD2(3.3e-5, 9.2e-8))
    #expect(try optics([0.25, 0, 0.5, 0.125]).noise == SIMD2(0.375, 0.0625))
    #expect(try optics([]).noise == nil)
    #expect(try optics([3.3e-5, 9.2e-8]).isEmpty)
  }

  /// An invalid variance causes a warning, and the noise is measured.
  @Test(arguments: [
    [1e-4], [1e-4, 1e-7, 1e-4], [-1e-4, 0], [.nan, 0], [.infinity, 1], [2, 0], [0, 0],
    Array(repeating: 1e-4, count: 10),
  ])
  func damagedProfilesCauseWarning(_ profile: [Double]) throws {
    let optics = try optics(profile)
    #expect(optics.noise == nil)
    #expect(optics.ignored.map(\.text) == ["NoiseProfile (damaged)"])
  }

  /// As another reader finds it.
  @Test(.enabled(if: ForeignProgram.exiftool != nil, "exiftool is not installed"))
  func exiftoolReadsTheSame() throws {
    let noise = try #require(try optics([3.3e-5, 9.2e-8]).noise)
    let message = try ForeignProgram.exiftool?.run(["-s3", "-n", "-NoiseProfile", folder("a.dng")])
    let numbers = (message ?? "").split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
    #expect(numbers == [noise.x, noise.y])
  }
}
