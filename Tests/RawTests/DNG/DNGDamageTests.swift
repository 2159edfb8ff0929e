import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// A DNG with damaged fields must not pass for another raw, nor fields for others: LibRaw makes a guess, which may be noise.
@Suite struct DNGDamageTests {
  private let folder = TemporaryFolder.fresh

  /// The reason why a file cannot be opened, or `nil` if it can.
  private func rejection(_ bytes: Data, as name: String) throws -> String? {
    let path = FilePath(try folder.write(bytes, as: name))
    do throws(RawError) {
      _ = try RawFile(path: path, cameras: nil)
      return nil
    } catch {
      guard case .damaged(_, let reason) = error else { return "not damaged: \(error)" }
      return reason
    }
  }

  private func dng(_ fields: [UInt16: TinyDNG.Value] = [:]) -> TinyDNG {
    var dng = TinyDNG(width: 40, height: 30, red: 1000, green: 2000, blue: 3000)
    dng.fields = fields
    return dng
  }

  @Test(arguments: ["a.dng", "a.tif", "a"]) func versionHasFourBytes(name: String) throws {
    #expect(try rejection(dng().data(), as: name) == nil)
    for version: TinyDNG.Value in [
      .bytes([1, 4, 0]), .bytes([1, 4, 0, 0, 0]), .short([1, 4, 0, 0]),
    ] {
      let reason = try rejection(dng([50706: version]).data(), as: name)
      #expect(
        reason?.hasPrefix("DNGVersion has \(version.encoded.count) values") == true,
        "\(reason ?? "")")
      #expect(RawFile.isRaw(path: FilePath(folder(name))))
    }
    // Type 0, which TIFF does not have.
    var bytes = dng().data()
    let place = try #require(bytes.firstRange(of: [0x12, 0xC6, 1, 0])).lowerBound
    bytes[place + 2] = 0
    #expect(try rejection(bytes, as: name)?.contains("of type 0") == true)
  }

  /// DNGBackwardVersion is the oldest version of readers. Without it, DNGVersion is.
  @Test(
    arguments: [
      ([1, 7, 1, 0], nil, true), ([1, 7, 0, 0], [1, 7, 1, 0], true),
      ([2, 0, 0, 0], [1, 1, 0, 0], true), ([1, 7, 0, 0], [1, 8, 0, 0], false),
      ([1, 4, 0, 0], [2, 0, 0, 0], false), ([2, 0, 0, 0], nil, false),
    ] as [(version: [UInt8], oldest: [UInt8]?, isRead: Bool)])
  func filesForLaterReadersAreRejected(version: [UInt8], oldest: [UInt8]?, isRead: Bool) {
    var fields: [UInt16: TinyDNG.Value] = [50706: .bytes(version)]
    if let oldest { fields[50707] = .bytes(oldest) }
    let needed = oldest ?? version
    let words = "a DNG that needs a reader of DNG \(needed[0]).\(needed[1]); Bromide reads DNG 1.7"
    #expect(fault(dng(fields)) == (isRead ? nil : words))
  }

  /// Bromide reports corrections that the file announces but does not contain. LibRaw skips them
  /// silently.
  @Test(arguments: [(51008, 1), (51009, 2), (51022, 3)] as [(UInt16, Int)])
  func missingOpcodeListsAreReported(tag: UInt16, number: Int) throws {
    var bytes = dng([tag: .bytes([0, 0, 0, 0, 0, 0, 0, 0])]).data()
    let start = TinyDNG.little(tag) + [1, 0, 8, 0, 0, 0]
    let place = try #require(bytes.firstRange(of: start)).lowerBound
    // The place of the list, 16 MB behind the end of the file.
    bytes[place + 10] = 0xFF
    let photo = try decoded(bytes)
    #expect(
      photo.embeddedOptics.ignored.map(\.text) == [
        "OpcodeList\(number) (the file does not contain it)"
      ])
  }

  /// Only the name tells such a file from other raws with DNG's tags.
  @Test func filesNamedDNGNeedTheVersion() throws {
    var bytes = dng().data()
    let place = try #require(bytes.firstRange(of: [0x12, 0xC6, 1, 0])).lowerBound
    bytes[place] = 0x22
    for name in ["a.dng", "a.DNG", "a.gpr"] {
      #expect(try rejection(bytes, as: name)?.contains("lacks DNGVersion") == true, "\(name)")
    }
    #expect(try rejection(bytes, as: "a.tif") == nil)
    // A mosaic that has no other tag of DNG is not one.
    #expect(try rejection(dng().data(isDNG: false), as: "a.dng") == nil)
  }

  /// LibRaw does not look at the number after the byte order.
  @Test(arguments: [0, 41, 46, 0xFF]) func headersHaveTIFFsNumber(number: UInt8) throws {
    var bytes = dng().data()
    bytes[2] = number
    let reason = try rejection(bytes, as: "a.dng")
    #expect(reason?.contains("header or first directory") == true, "\(reason ?? "")")
  }

  /// An incomplete part of a directory is not used.
  @Test(arguments: [60, 255] as [UInt8]) func firstDirectoryMustBeComplete(count: UInt8) throws {
    var bytes = dng().data()
    bytes[8] = count
    #expect(try rejection(bytes.prefix(700), as: "a.dng") != nil)
  }

  @Test func onlyMainImagesAreRaws() throws {
    for fields: [UInt16: TinyDNG.Value] in [
      [254: .long([1])], [254: .long([16])], [262: .short([2])],
    ] {
      let reason = try rejection(dng(fields).data(), as: "a.dng")
      #expect(reason?.contains("without a main image") == true, "\(reason ?? "")")
    }
  }

  /// LibRaw reads a matrix from a field of any type and count.
  @Test func matricesHaveNineNumbers() throws {
    for matrix: TinyDNG.Value in [
      .bytes((0..<72).map { $0 * 3 }), .short((0..<9).map { $0 * $0 + 7 }),
    ] {
      let bytes = dng([50721: matrix]).data()
      let photo = try decoded(bytes)
      let isNumbers = if case .short = matrix { true } else { false }
      #expect((photo.matrixSource == .dng) == isNumbers && photo.matrixSource != .file)
    }
  }

  /// Floats of groups of two or four pixels are predicted from the group before.
  @Test(arguments: [34_894, 34_895] as [UInt16]) func predictedGroupsMustBeComplete(
    predictor: UInt16
  )
    throws
  {
    for width in [40, 42, 43] {
      var dng = TinyDNG(width: width, height: 24, samples: [])
      dng.floats = [Float](repeating: 0.5, count: width * 24)
      dng.fields[317] = .short([predictor])
      let isWhole = width % (predictor == 34_894 ? 2 : 4) == 0
      #expect((fault(dng)?.contains("requires groups of") == true) == !isWhole, "\(width)")
    }
  }
}
