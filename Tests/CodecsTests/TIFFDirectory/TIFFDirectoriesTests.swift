import BromideCodecs
import TestSupport
import Testing

/// A TIFF of one directory after another, made by hand.
private struct HandmadeTIFF {
  var isBig = false
  var isBigEndian = false

  func number(_ value: UInt64, _ count: Int) -> [UInt8] {
    (isBigEndian ? ByteOrder.big : .little).bytes(value, count)
  }

  var header: [UInt8] {
    let mark = Array((isBigEndian ? "MM" : "II").utf8)
    return isBig
      ? mark + number(43, 2) + number(8, 2) + number(0, 2) + number(16, 8)
      : mark + number(42, 2) + number(8, 4)
  }

  /// Writes a directory with fields that contain their values.
  func directory(
    _ fields: [(tag: UInt64, type: UInt64, count: UInt64, value: [UInt8])], next: UInt64
  )
    -> [UInt8]
  {
    let size = isBig ? 8 : 4
    var bytes = number(UInt64(fields.count), isBig ? 8 : 2)
    for field in fields {
      bytes += number(field.tag, 2) + number(field.type, 2) + number(field.count, size)
      bytes += field.value + [UInt8](repeating: 0, count: size - field.value.count)
    }
    return bytes + number(next, size)
  }
}

@Suite struct TIFFDirectoriesTests {
  @Test(arguments: [false, true], [false, true])
  func valuesAreReadInBothOrdersAndSizes(isBig: Bool, isBigEndian: Bool) throws {
    let tiff = HandmadeTIFF(isBig: isBig, isBigEndian: isBigEndian)
    let bytes =
      tiff.header
      + tiff.directory(
        [
          (256, 3, 2, tiff.number(40_000, 2) + tiff.number(7, 2)),
          (257, 4, 1, tiff.number(1 << 31, 4)), (258, 9, 1, tiff.number(UInt64(UInt32.max), 4)),
          (259, 11, 1, tiff.number(UInt64(Float(1.5).bitPattern), 4)), (260, 1, 3, [1, 2, 255]),
        ], next: 0)
    let file = try #require(TIFFDirectories(TIFFBytes(bytes)))
    #expect(file.isBigTIFF == isBig && file.isBigEndian == isBigEndian)
    let directory = try #require(file.directory(at: file.first))
    #expect(file.integers(directory[256]) == [40_000, 7])
    #expect(file.integer(directory[257]) == 1 << 31)
    #expect(file.integer(directory[258]) == -1)
    #expect(file.numbers(directory[259]) == [1.5])
    #expect(file.integers(directory[259]) == nil)
    #expect(file.bytes(directory[260]) == [1, 2, 255])
    #expect(file.integers(directory[256], most: 1) == nil)
    #expect(directory[300] == nil)
  }

  @Test func ratiosMayBeUnknownAndNegative() throws {
    let tiff = HandmadeTIFF()
    let place = UInt64(8 + 2 + 2 * 12 + 4)
    let bytes =
      tiff.header
      + tiff.directory(
        [(1, 5, 2, tiff.number(place, 4)), (2, 10, 1, tiff.number(place + 16, 4))], next: 0)
      + tiff.number(3, 4) + tiff.number(4, 4) + tiff.number(1, 4) + tiff.number(0, 4)
      + tiff.number(UInt64(UInt32.max - 2), 4) + tiff.number(2, 4)
    let file = try #require(TIFFDirectories(TIFFBytes(bytes)))
    let directory = try #require(file.directory(at: 8))
    let ratios = try #require(file.numbers(directory[1]))
    #expect(ratios[0] == 0.75 && ratios[1].isNaN)
    #expect(file.numbers(directory[2]) == [-1.5])
  }

  @Test func firstOfTwoEqualTagsCounts() throws {
    let tiff = HandmadeTIFF()
    let bytes = tiff.header + tiff.directory([(256, 4, 1, [5]), (256, 4, 1, [9])], next: 0)
    let file = try #require(TIFFDirectories(TIFFBytes(bytes)))
    #expect(file.integer(try #require(file.directory(at: 8))[256]) == 5)
  }

  @Test func loopsEnd() throws {
    let tiff = HandmadeTIFF()
    // The directory is its own successor and its own subdirectory.
    let itself = tiff.header + tiff.directory([(330, 4, 1, [8])], next: 8)
    #expect(try #require(TIFFDirectories(TIFFBytes(itself))).all.map(\.bytes.lowerBound) == [8])
    let length = UInt64(2 + 12 + 4)
    let pair =
      tiff.header + tiff.directory([(1, 4, 1, [1])], next: 8 + length)
      + tiff.directory([(1, 4, 1, [2])], next: 8)
    let file = try #require(TIFFDirectories(TIFFBytes(pair)))
    #expect(file.all.map(\.bytes.lowerBound) == [8, 8 + Int(length)])
  }

  @Test(arguments: [UInt64.max, 1 << 62, 1 << 32, 1 << 20])
  func countsThatExceedTheFileAreRejected(count: UInt64) throws {
    let tiff = HandmadeTIFF(isBig: true)
    for type: UInt64 in [1, 3, 4, 5, 12, 16, 99] {
      let bytes = tiff.header + tiff.directory([(256, type, count, [1])], next: .max)
      let file = try #require(TIFFDirectories(TIFFBytes(bytes)))
      let directory = try #require(file.all.first)
      #expect(file.integers(directory[256], most: .max) == nil)
      #expect(file.numbers(directory[256], most: .max) == nil)
      #expect(file.bytes(directory[256], most: .max) == nil)
    }
  }

  @Test func everyCutFileIsRead() throws {
    let tiff = HandmadeTIFF()
    let whole = tiff.header + tiff.directory([(256, 4, 1, [5]), (330, 4, 1, [8])], next: 0)
    for length in 0..<whole.count {
      let file = TIFFDirectories(TIFFBytes(Array(whole.prefix(length))))
      #expect((file?.all.first == nil) == (length < whole.count - 4))
    }
  }

  /// Makers write other numbers after the byte order, and parts of directories may be of use.
  @Test func otherNumbersAndCutDirectoriesAreReadOnRequest() throws {
    let tiff = HandmadeTIFF()
    var bytes = tiff.header + tiff.directory([(256, 4, 1, [5]), (257, 4, 1, [9])], next: 0)
    bytes[2] = 0x55
    #expect(TIFFDirectories(TIFFBytes(bytes)) == nil)
    let file = try #require(TIFFDirectories(TIFFBytes(bytes), withAnyNumber: true))
    #expect(file.number == 0x55 && !file.isBigTIFF && file.first == 8)
    let cut = try #require(TIFFDirectories(TIFFBytes(Array(bytes.prefix(30))), withAnyNumber: true))
    #expect(cut.directory(at: 8) == nil)
    let found = try #require(cut.directory(at: 8, evenIfCut: true))
    #expect(cut.integer(found[256]) == 5 && found[257] == nil && found.next == 0)
  }

  /// Offsets show the bytes that values use. Values that do not fit the file do not have an end.
  @Test func offsetsOfValues() throws {
    let tiff = HandmadeTIFF(isBig: true)
    let bytes =
      tiff.header
      + tiff.directory(
        [
          (256, 3, 2, tiff.number(7, 2)), (257, 5, 3, tiff.number(1000, 8)),
          (258, 12, 1 << 61, tiff.number(1000, 8)), (259, 99, 20, tiff.number(500, 8)),
          (260, 4, 0, []),
        ], next: 0)
    let file = try #require(TIFFDirectories(TIFFBytes(bytes)))
    let directory = try #require(file.directory(at: 16))
    #expect(directory[256]?.offsets == 16 + 8 + 12..<16 + 8 + 16)
    #expect(directory[257]?.offsets == 1000..<1024)
    #expect(directory[258]?.offsets == 1000..<Int.max)
    #expect(directory[259]?.offsets == 500..<520)
    #expect(Set(directory.values.map(\.lowerBound)) == [500, 1000] && directory.values.count == 3)
  }
}
