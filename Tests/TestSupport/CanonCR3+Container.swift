internal import BromideValues

/// The boxes around a CR3's frame: no more than LibRaw looks for.
enum CanonContainer {
  /// The file, and where the streams are in it.
  static func file(_ frame: CanonFrame) -> (bytes: [UInt8], streams: Range<Int>) {
    let front = front(frame, offset: 0)
    let start = front.count + 8
    let bytes = self.front(frame, offset: start) + box("mdat", frame.headers + frame.data)
    return (bytes, start + frame.headers.count..<bytes.count)
  }

  /// Where the headers of the frame are.
  static func headers(of file: CanonCR3) -> Range<Int> {
    let mark = Array("mdat".utf8)
    let start = file.file.indices.first { file.file[$0...].starts(with: mark) }!
    return start + 4..<file.streams.lowerBound
  }

  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(8 + content.count, 4) + Array(name.utf8) + content
  }

  /// A box with a version and flags.
  private static func full(_ name: String, _ content: [UInt8]) -> [UInt8] {
    box(name, big(0, 4) + content)
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private static func front(_ frame: CanonFrame, offset: Int) -> [UInt8] {
    let size = big(frame.size.width, 2) + big(frame.size.height, 2)
    let entry = box("CRAW", zeros(24) + size + zeros(54) + box("CMP1", compression(frame)))
    let count = frame.headers.count + frame.data.count
    let table =
      full("stsd", big(1, 4) + entry) + full("stsc", [1, 1, 1, 1].flatMap { big($0, 4) })
      + full("stsz", big(count, 4) + big(1, 4)) + full("co64", big(1, 4) + big(offset, 8))
    let media =
      full("hdlr", zeros(4) + Array("vide".utf8) + zeros(13)) + box("minf", box("stbl", table))
    let canon: [UInt8] = [
      0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A,
      0x48,
    ]
    var root = TIFFDirectory()
    root[271] = .ascii("Canon")
    root[272] = .ascii("Canon EOS R")
    root[274] = .shorts([1])
    let camera = box("uuid", canon + box("CMT1", TIFFWriter.file(root, order: .little)))
    return box("ftyp", Array("crx ".utf8) + big(1, 4) + Array("crx isom".utf8))
      + box("moov", camera + box("trak", box("mdia", media)))
  }

  /// The content of CMP1.
  private static func compression(_ frame: CanonFrame) -> [UInt8] {
    let options = frame.options
    let tile = options.tile ?? frame.size
    let isDivided = [tile.width < frame.size.width, tile.height < frame.size.height]
    var bytes = big(0xFFFF, 2) + big(0x30, 2) + big(options.isNew ? 0x200 : 0x100, 2) + big(0, 2)
    bytes += [frame.size.width, frame.size.height, tile.width, tile.height].flatMap { big($0, 4) }
    bytes += [UInt8(options.bits), UInt8(4 << 4 | options.layout)]
    bytes += [UInt8(options.encoding.rawValue << 4 | options.levels)]
    bytes += [(isDivided[0] ? 0x80 : 0) | (isDivided[1] ? 0x40 : 0)]
    bytes += big(frame.headers.count, 4) + big(options.medianBits == nil ? 0 : 0x8000_0000, 4)
    bytes += [[UInt8]](repeating: [1, 1, 0, 0], count: 4).flatMap { $0 }
    if let bits = options.medianBits { bytes += big(0x28, 4) + [0xC0] + zeros(27) + [UInt8(bits)] }
    return bytes
  }
}
