import Foundation
import Pixels
import Testing

@testable import RawDecoding

/// Outcomes that are no ordinary success.
private func isRefusedOrDamaged(_ path: String) -> Bool {
  do throws(RawError) {
    return try !RawFile(path: path).decode().damage.isEmpty
  } catch {
    return true
  }
}

@Suite(.enabled(if: RawCorpus.isPresent, "no corpus: set BROMIDE_CORPUS to its folder"))
struct DamageTests {
  static let cuts = [10, 50, 90, 99]
  static let names = ExpectedRaw.all.map(\.name)

  @Test(arguments: names, cuts)
  func truncatedIsNeverAnOrdinarySuccess(name: String, percent: Int) throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: RawCorpus.path("raw/\(name)")))
    let scratch = try Scratch()
    let path = try scratch.file(name, whole.prefix(whole.count * percent / 100))
    #expect(isRefusedOrDamaged(path))
  }

  @Test(arguments: RawCorpus.files(below: "malformed") + RawCorpus.files(below: "raw-headers"))
  func malformedIsNeverAnOrdinarySuccess(path: String) {
    #expect(isRefusedOrDamaged(path))
  }

  /// What could not be read does not show what lay in memory before.
  @Test(
    arguments: names + RawCorpus.files(below: "malformed") + RawCorpus.files(below: "raw-headers"))
  func damagedDataGiveTheSamePixelsTwice(name: String) throws {
    let path = name.hasPrefix("/") ? name : RawCorpus.path("raw/\(name)")
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let scratch = try Scratch()
    let cut = name.hasPrefix("/") ? path : try scratch.file(name, whole.prefix(whole.count / 2))
    #expect(try samples(of: cut) == samples(of: cut))
  }

  /// All samples of a photo; none where it is refused.
  private func samples(of path: String) throws -> [UInt16] {
    guard let photo = try? RawFile(path: path).decode() else { return [] }
    let plane =
      switch photo.image {
      case .mosaic(let mosaic): mosaic.samples
      case .linear(let image): image.samples
      }
    return withExtendedLifetime(plane.owner) {
      (0..<plane.height).flatMap { y in
        unsafe Array(
          UnsafeBufferPointer(start: plane.base + y * plane.stride, count: plane.width))
      }
    }
  }

  /// Rows that came before the end are kept.
  @Test func keepsWhatWasDecoded() throws {
    let name = "hdrmerge_D5000_sample1.dng"
    let whole = try Data(contentsOf: URL(fileURLWithPath: RawCorpus.path("raw/\(name)")))
    let scratch = try Scratch()
    let cut = try RawFile(path: scratch.file(name, whole.prefix(whole.count / 2))).decode()
    let sound = try RawFile(path: RawCorpus.path("raw/\(name)")).decode()
    #expect(cut.damage == ["data end early at byte \(whole.count / 2)"])
    guard case .mosaic(let a) = cut.image, case .mosaic(let b) = sound.image else {
      Issue.record("no mosaic")
      return
    }
    #expect((0..<b.size.width).allSatisfy { a.samples[$0, 100] == b.samples[$0, 100] })
  }

  @Test(
    arguments: RawCorpus.files(below: "png") + RawCorpus.files(below: "jpeg")
      + RawCorpus.files(below: "yuv"))
  func otherPicturesAreNoRaws(path: String) {
    #expect(!RawFile.isRaw(path: path))
    #expect(throws: RawError.self) { try RawFile(path: path) }
  }

  @Test func saysWhatItFound() throws {
    let scratch = try Scratch()
    func found(_ path: String) -> String {
      do throws(RawError) {
        _ = try RawFile(path: path)
        return "a raw"
      } catch {
        switch error {
        case .notRaw(_, let found): return found
        case .unreadable(_, let code): return "errno \(code)"
        default: return "\(error)"
        }
      }
    }
    #expect(found(try scratch.file("empty.nef", Data())) == "an empty file")
    #expect(found(try scratch.file("a.nef", Data("hello".utf8))) == "a text")
    #expect(found(try scratch.file("a.png", Data("\u{89}PNG\r\n".utf8))) != "a raw")
    #expect(found(RawCorpus.path("png/libpng-testpngs/gray-8.png")) == "a PNG")
    #expect(found(RawCorpus.path("jpeg/libjpeg-turbo/testorig.jpg")) == "a JPEG")
    #expect(found(scratch.folder.path) == "errno \(EISDIR)")
    #expect(found(scratch.folder.path + "/none.nef") == "errno \(ENOENT)")
    #expect(found("/dev/null") == "no ordinary file")
    guard
      case .unsupported = #expect(
        throws: RawError.self,
        performing: {
          try RawFile(path: RawCorpus.path("raw-undecodable-by-libraw/gopro_GOPR0024.GPR"))
        })
    else {
      Issue.record("a GPR is a raw of an unsupported kind")
      return
    }
  }
}
