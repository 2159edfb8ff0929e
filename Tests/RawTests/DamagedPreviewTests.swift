import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Previews with contradictory directories must not make LibRaw write outside its memory.
@Suite struct DamagedPreviewTests {
  /// A DNG with an 8-bit preview in a separate directory, with changed fields and zeros at the end.
  private func file(
    _ fields: [UInt16: TinyDNG.Value], width: UInt32, height: UInt32, byteCount: UInt32
  ) -> Data {
    var dng = TinyDNG(width: 40, height: 30, red: 300, green: 400, blue: 500)
    dng.fields[330] = .long([0])
    let place = dng.data().count
    dng.fields[330] = .long([UInt32(place)])
    var preview: [UInt16: TinyDNG.Value] = [
      254: .long([1]), 256: .long([width]), 257: .long([height]), 258: .short([8, 8]),
      259: .short([1]), 262: .short([2]), 273: .long([UInt32(place + 1024)]), 277: .short([3]),
      278: .long([height]), 279: .long([byteCount]), 284: .short([1]),
    ]
    preview.merge(fields) { $1 }
    var directory = TinyDNG.little(UInt16(preview.count))
    for (tag, value) in preview.sorted(by: { $0.key < $1.key }) {
      let (count, bytes) = value.encoded
      directory += TinyDNG.little(tag) + TinyDNG.little(value.type) + TinyDNG.little(count)
      directory += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
    }
    directory += [0, 0, 0, 0]
    return dng.data() + directory + [UInt8](repeating: 7, count: 1024 - directory.count)
      + [UInt8](repeating: 90, count: Int(byteCount))
  }

  private func readsWithoutCrash(_ data: Data) throws {
    let folder = try TemporaryFolder()
    let raw = try RawFile(path: FilePath(folder.write(data, as: "a.dng")), cameras: nil)
    #expect(raw.preview != nil)
    // Either answer will do.
    _ = try? raw.readPreview()
    #expect(try raw.decode().damage == [])
  }

  /// Colour layers with fewer pixels than bytes. LibRaw 0.20 reads three times as many bytes as
  /// this field specifies.
  @Test func layersHaveMoreBytesThanPixels() throws {
    try readsWithoutCrash(file([259: .short([0])], width: 36, height: 24, byteCount: 8 << 20))
  }

  /// A preview of 9 bits, read as Kodak's, is larger than the raw picture.
  @Test func previewsAreLargerThanTheRaw() throws {
    try readsWithoutCrash(
      file([258: .short([9, 9])], width: 2000, height: 1500, byteCount: 9_000_000))
  }
}
