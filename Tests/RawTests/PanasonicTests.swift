import BromideKernels
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Panasonic's newer formats with Bromide's decoders, compared with the encoded samples.
@Suite struct PanasonicTests {
  static let sets = InstructionSet.available.filter { $0 != .reference }

  @Test(
    arguments: [[48], [30, 22], [2, 40, 36], [20, 20, 20, 20], [24, 30, 22, 2, 40]], [12, 14])
  func stripes(_ widths: [Int], bits: Int) throws {
    let size = Size(width: widths.reduce(0, +), height: 32)
    try MakerRaw.panasonicStripes(.varied(size, bits: bits), bits: bits, widths: widths)
      .expectOurSamples()
  }

  /// Codes of equal length, short codes for long differences, and missing codes for differences
  /// that do not occur.
  @Test(arguments: [
    Array(repeating: 5, count: 17),
    [12, 12, 11, 10, 9, 8, 7, 6, 5, 4, 4, 3, 3, 3, 3, 4, 4],
    [2, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 6, 7, 8, 9, 9, 10],
  ])
  func stripeCodes(_ lengths: [Int]) throws {
    let samples = SensorSamples.varied(Size(width: 64, height: 40), bits: 14)
    try MakerRaw.panasonicStripes(samples, bits: 14, widths: [40, 24], lengths: lengths)
      .expectOurSamples()
  }

  @Test(arguments: [1, 2, 3, 8]) func stripesOnThreads(_ count: Int) throws {
    let crew = Unpacking.threads(count)
    let samples = SensorSamples.varied(Size(width: 500, height: 300), bits: 14, seed: 3)
    try MakerRaw.panasonicStripes(samples, widths: [120, 100, 96, 84, 100]).expectOurSamples(
      crew: crew)
  }

  /// LibRaw repairs zeros of this maker's sites while it decodes, which changes no filter.
  @Test func thePatternIsReported() throws {
    let folder = try TemporaryFolder()
    let raw = MakerRaw.panasonic(.varied(Size(width: 66, height: 32), bits: 14), .scaled)
    let path = FilePath(try folder.write(raw.file(), as: "test.rw2"))
    let details = try #require(RawInspection(path: path, cameras: nil).details)
    #expect(details.pattern == "RGGB")
  }

  /// LibRaw before 0.22 does not open 12-bit files of most widths.
  @Test(arguments: [PanasonicBlocks.scaled, .scaled12], [3, 11, 20])
  func scaled(_ blocks: PanasonicBlocks, count: Int) throws {
    let size = Size(width: blocks.samples * count, height: 32)
    try MakerRaw.panasonic(.varied(size, bits: blocks.bits), blocks).expectOurSamples()
  }

  /// Truncated at any place: an error, never an ordinary success.
  @Test(arguments: [1, 60, 700, 2000]) func truncated(_ missing: Int) throws {
    let samples = SensorSamples.varied(Size(width: 96, height: 32), bits: 14)
    let file = MakerRaw.panasonicStripes(samples, widths: [50, 46]).file()
    // The last word is more than needed, and the one before it filled up.
    #expect((try? decoded(file.dropLast(16 + missing)))?.damage.isEmpty != true)
  }

  /// LibRaw takes an unsupported format for the oldest one. The error names the coding.
  @Test func errorsNameTheCoding() throws {
    let samples = SensorSamples.varied(Size(width: 112, height: 32), bits: 14)
    var file = MakerRaw.panasonicStripes(samples, widths: [112]).file()
    let field: [UInt8] = [0x2D, 0, 3, 0, 1, 0, 0, 0, 8]
    let at = try #require(
      file.indices.first { file[$0...].starts(with: field) }, "the field of the format")
    let folder = try TemporaryFolder()
    for number in [8, 77] as [UInt8] {
      file[at + 8] = number
      // In format 8, more rows than the file has.
      let data = number == 8 ? Array(file.dropLast(600)) : file
      let path = FilePath(try folder.write(data, as: "test.rw2"))
      do throws(RawError) {
        let frame = try RawFrame(path: path)
        Issue.record("\(frame.decoder) decoded \(number)")
      } catch {
        if try number == 8 && knowsStripes(folder) { continue }
        guard case .unsupported(_, let reason) = error else {
          Issue.record("\(error)")
          continue
        }
        // Some LibRaws do not even open a format of the future.
        let isOpened = !reason.hasPrefix("Unsupported")
        let words = "Panasonic's RW2 of a format that this LibRaw does not know"
        #expect(reason == words || !isOpened && number == 77, "\(error)")
      }
    }
  }

  private func knowsStripes(_ folder: TemporaryFolder) throws -> Bool {
    let samples = SensorSamples.varied(Size(width: 112, height: 32), bits: 14)
    let file = MakerRaw.panasonicStripes(samples, widths: [112]).file()
    let path = FilePath(try folder.write(file, as: "sound.rw2"))
    return (try? RawFrame(path: path, unpacking: Unpacking(unpacker: .libraw))) != nil
  }
}
