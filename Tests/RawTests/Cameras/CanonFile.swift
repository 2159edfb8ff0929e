import BromideValues
import TestSupport

/// Canon's boxes with everything that LibRaw needs, but without samples.
enum CanonFile {
  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8, 4) + Array(name.utf8) + content
  }

  /// A track with these areas in its sample entry: left, top, right, bottom, including the last
  /// pixel.
  static func track(_ size: Size, kind: Int = 2, _ areas: [[Int]]) -> [UInt8] {
    let words = [size.width, size.height, 1, kind, 1, 0] + areas.flatMap { $0 }
    let iad1 = box("IAD1", big(0, 4) + words.flatMap { big($0, 2) })
    let cdi1 = box("CDI1", big(0, 4) + iad1)
    let (width, height) = (big(size.width, 4), big(size.height, 4))
    // 14 bits, four planes, RGGB, no wavelet, one tile.
    var cmp1: [UInt8] = [0xFF, 0xFF, 0, 0x30, 1, 0, 0, 0]
    cmp1 += width + height + width + height + [14, 0x40, 0, 0] + big(64, 4)
    cmp1 += [UInt8](repeating: 0, count: 20)
    let craw = box("CRAW", [UInt8](repeating: 0, count: 82) + box("CMP1", cmp1) + cdi1)
    let stsd = box("stsd", big(1, 8) + craw)
    let stsc = box(
      "stsc", big(1, 8) + big(1, 4) + big(1, 4) + big(1, 4))
    let stsz = box("stsz", big(0, 4) + big(64, 4) + big(1, 4))
    let co64 = box("co64", big(1, 8) + big(64, 8))
    let hdlr = box("hdlr", big(0, 8) + Array("vide".utf8) + [UInt8](repeating: 0, count: 13))
    return box("trak", box("mdia", hdlr + box("minf", box("stbl", stsd + stsc + stsz + co64))))
  }

  static func note(_ words: [UInt16]) -> [UInt8] {
    var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x01, 0x40, 3, 0]
    bytes += little(words.count, 4)
    bytes += [26, 0, 0, 0, 0, 0, 0, 0]
    return bytes + words.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
  }

  static let canon: [UInt8] = [
    0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
  ]

  /// The areas of an R6 file in its 1.6× mode.
  static let r6 = [
    [156, 108, 3563, 2379], [0, 0, 143, 2383], [144, 0, 3575, 95], [144, 96, 3575, 2383],
  ]

  static func colorData(count: Int, version: UInt16 = 0, black: Int?, balance: Int?) -> [UInt16] {
    var words = (0..<count).map { UInt16(3 + $0 % 5) }
    words[0] = version
    if let black {
      words.replaceSubrange(black..<black + 6, with: [510, 511, 512, 513, 15_000, 16_200])
    }
    if let balance {
      words.replaceSubrange(balance..<balance + 4, with: [2048, 1024, 1024, 1536])
    }
    return words
  }

  /// The contents of `moov`: names, note and one raw track.
  static func moov(_ size: Size, model: String) -> [UInt8] {
    let color = colorData(count: 3973, version: 34, black: 0x27C, balance: 0x69)
    let boxes = box("CMT1", names(model)) + box("CMT3", note(color))
    return box("uuid", canon + boxes) + track(size, r6)
  }

  /// A complete file with an empty frame.
  static func file(_ size: Size, model: String) -> [UInt8] {
    box("ftyp", Array("crx ".utf8) + big(1, 4) + Array("crx isom".utf8))
      + box("moov", moov(size, model: model)) + box("mdat", [UInt8](repeating: 0, count: 64))
  }

  /// A TIFF directory with maker and model.
  private static func names(_ model: String) -> [UInt8] {
    let texts = ["Canon", model].map { Array($0.utf8) + [0] }
    var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0]
    var offset = 38
    for (tag, text) in zip([0x010F, 0x0110], texts) {
      bytes += little(tag, 2) + [2, 0]
      bytes += little(text.count, 4) + little(offset, 4)
      offset += text.count
    }
    return bytes + [0, 0, 0, 0] + texts[0] + texts[1]
  }
}
