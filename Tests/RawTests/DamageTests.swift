import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Returns whether a file is rejected or reported as damaged.
private func isRejectedOrDamaged(_ path: String) -> Bool {
  do throws(RawError) {
    return try !RawFile(path: FilePath(path), cameras: nil).decode().damage.isEmpty
  } catch {
    return true
  }
}

@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))
struct DamageTests {
  static let cuts = [10, 50, 90, 99]
  static let names = ExpectedRaw.all.map(\.name)

  @Test(arguments: names, cuts)
  func truncatedIsNeverAnOrdinarySuccess(name: String, percent: Int) throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: Corpus.path("raw/\(name)")))
    let scratch = try TemporaryFolder()
    let path = try scratch.write(whole.prefix(whole.count * percent / 100), as: name)
    #expect(isRejectedOrDamaged(path))
  }

  @Test(arguments: Corpus.files("malformed") + Corpus.files("raw-headers"))
  func malformedIsNeverAnOrdinarySuccess(path: String) {
    #expect(isRejectedOrDamaged(path))
  }

  /// LibRaw stops silently at a tile that it cannot read: at its start (tiles 31 and 128 of this
  /// file), or at a wrong header.
  @Test(arguments: [2_467_719, 8_637_016])
  func aTileCutAtItsBeginningIsMissing(length: Int) throws {
    let whole = try Data(
      contentsOf: URL(fileURLWithPath: Corpus.path("raw/hdrmerge_D5000_sample1.dng")))
    let scratch = try TemporaryFolder()
    let cut = try RawFile(
      path: FilePath(scratch.write(whole.prefix(length), as: "a.dng")), cameras: nil
    ).decode()
    #expect(cut.damage.contains { $0.hasSuffix("of its pixels are missing") }, "\(cut.damage)")
    var wrong = whole
    wrong[2_467_677] = 0
    let broken = try RawFile(path: FilePath(scratch.write(wrong, as: "b.dng")), cameras: nil)
      .decode()
    #expect(broken.damage.contains { $0.hasSuffix("of its pixels are missing") })
  }

  @Test(arguments: [1, 2, 16])
  func theLastByteOfSamplesCounts(missing: Int) throws {
    let name = "hsexif_RAW_NIKON_D1.NEF"
    let whole = try Data(contentsOf: URL(fileURLWithPath: Corpus.path("raw/\(name)")))
    let scratch = try TemporaryFolder()
    #expect(isRejectedOrDamaged(try scratch.write(whole.dropLast(missing), as: name)))
  }

  /// Missing samples do not show previous memory content. This only uses uncompressed files,
  /// because some of LibRaw's decoders (a truncated ARW of the malformed ones, sometimes) compute
  /// with stale memory.
  @Test(arguments: ["hsexif_RAW_NIKON_D1.NEF", "tinydng_colorchart.dng"])
  func damagedDataGiveTheSamePixelsTwice(name: String) throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: Corpus.path("raw/\(name)")))
    let scratch = try TemporaryFolder()
    let cut = try scratch.write(whole.prefix(whole.count / 2), as: name)
    #expect(try samples(of: cut) == samples(of: cut))
  }

  /// Returns all samples of a photo, or an empty list if it is rejected.
  private func samples(of path: String) throws -> [UInt16] {
    guard let photo = try? RawFile(path: FilePath(path), cameras: nil).decode() else { return [] }
    let plane = photo.image.samples
    return withExtendedLifetime(plane.owner) {
      (0..<plane.height).flatMap { y in
        unsafe Array(UnsafeBufferPointer(start: plane.base + y * plane.stride, count: plane.width))
      }
    }
  }

  /// Rows that came before the end are kept.
  @Test func keepsDecodedSamples() throws {
    let name = "hdrmerge_D5000_sample1.dng"
    let whole = try Data(contentsOf: URL(fileURLWithPath: Corpus.path("raw/\(name)")))
    let scratch = try TemporaryFolder()
    let cut = try RawFile(
      path: FilePath(scratch.write(whole.prefix(whole.count / 2), as: name)), cameras: nil
    )
    .decode()
    let sound = try RawFile(path: FilePath(Corpus.path("raw/\(name)")), cameras: nil).decode()
    #expect(cut.damage.first == "data end early at byte \(whole.count / 2)")
    let a = try #require(cut.image.asMosaic)
    let b = try #require(sound.image.asMosaic)
    #expect((0..<b.size.width).allSatisfy { a.samples[$0, 100] == b.samples[$0, 100] })
  }

  @Test(
    arguments: Corpus.files("png") + Corpus.files("jpeg") + Corpus.files("yuv"))
  func otherPicturesAreNotRaws(path: String) {
    #expect(!RawFile.isRaw(path: FilePath(path)))
    #expect(throws: RawError.self) { try RawFile(path: FilePath(path), cameras: nil) }
  }

  @Test func errorsNameTheFileType() throws {
    let scratch = try TemporaryFolder()
    func found(_ path: String) -> String {
      do throws(RawError) {
        _ = try RawFile(path: FilePath(path), cameras: nil)
        return "a raw"
      } catch {
        switch error {
        case .notRaw(_, let found): return found
        case .rejected: return "refused"
        case .unreadable(_, let code): return "errno \(code)"
        default: return "\(error)"
        }
      }
    }
    #expect(found(try scratch.write("hello".utf8, as: "a.nef")) == "refused")
    #expect(found(Corpus.path("png/libpng-testpngs/gray-8.png")) == "refused")
    #expect(found(scratch.path) == "errno \(EISDIR)")
    #expect(found(scratch.path + "/none.nef") == "errno \(ENOENT)")
    #expect(found("/dev/null") == "no ordinary file")
  }
}

/// A header with fields after the samples, as in files from this package's generator.
@Suite struct HeaderDamageTests {
  @Test(arguments: ["chart_rggb_12bit.dng", "landscape_xtrans_10bit.dng"], [0, 1, 16, 100])
  func fieldsOutsideTheFileAreDamage(name: String, missing: Int) throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: Package.testImages + "/" + name))
    let scratch = try TemporaryFolder()
    let path = try scratch.write(whole.dropLast(missing), as: name)
    #expect(isRejectedOrDamaged(path) == (missing > 0))
  }

  /// LibRaw 0.20 ends the process at 36 colours that are not said to be 6 × 6.
  @Test(arguments: [(0, 0), (7, 0xFF), (8, 5), (10, 7)])
  func patternWithWrongDimensionsIsRejected(offset: Int, value: UInt8) throws {
    var bytes = try Data(
      contentsOf: URL(fileURLWithPath: Package.testImages + "/landscape_xtrans_10bit.dng"))
    // CFARepeatPatternDim is field 15 of the directory at byte 8: tag, type, count, two numbers.
    let field = 8 + 2 + 15 * 12
    #expect(Array(bytes[field...field + 11]) == [0x8D, 0x82, 3, 0, 2, 0, 0, 0, 6, 0, 6, 0])
    bytes[field + offset] = value
    let scratch = try TemporaryFolder()
    let path = try scratch.write(bytes, as: "a.dng")
    #expect(isRejectedOrDamaged(path))
  }
}
