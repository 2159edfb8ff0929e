internal import Metadata
internal import Pixels

/// What the Exif block of a finished picture states of its making: when, by what, and how it was exposed.
struct StillExif: Equatable {
  private let bytes: [UInt8]
  private let isLittle: Bool

  /// - Parameter bytes: From the TIFF header on; damage leaves out what it hits.
  init?(_ bytes: [UInt8]) {
    isLittle = bytes.starts(with: [0x49, 0x49, 42, 0])
    guard isLittle || bytes.starts(with: [0x4D, 0x4D, 0, 42]) else { return nil }
    self.bytes = bytes
  }

  /// Tags of the Exif specification (CIPA DC-008), 4.6.
  var metadata: PhotoMetadata {
    var metadata = PhotoMetadata()
    let main = number(4, 4)
    let own = value(0x8769, main).flatMap { number($0, 4) }
    metadata.make = text(0x010F, main)
    metadata.model = text(0x0110, main)
    metadata.software = text(0x0131, main)
    metadata.artist = text(0x013B, main)
    metadata.copyright = text(0x8298, main)
    metadata.lensMake = text(0xA433, own)
    metadata.lensModel = text(0xA434, own)
    metadata.exposureTime = rational(0x829A, own)
    metadata.fNumber = rational(0x829D, own)
    metadata.focalLength = rational(0x920A, own)
    metadata.iso = value(0x8827, own).flatMap { number($0, 2) }
    metadata.focalLength35mm = value(0xA405, own).flatMap { number($0, 2) }
    if let time = text(0x9003, own) ?? text(0x9004, own) {
      metadata.captureTime = CaptureTime(
        exif: time, subSecond: text(0x9291, own), zone: text(0x9011, own))
    }
    return metadata
  }

  private func number(_ at: Int, _ count: Int) -> Int? {
    guard at >= 0, at <= bytes.count - count else { return nil }
    return (0..<count).reduce(0) { $0 << 8 | Int(bytes[at + (isLittle ? count - 1 - $1 : $1)]) }
  }

  /// The entry of a tag in a directory.
  private func entry(_ tag: Int, _ directory: Int?) -> Int? {
    guard let directory, let count = number(directory, 2) else { return nil }
    return (0..<count).lazy.map { directory + 2 + 12 * $0 }.first { number($0, 2) == tag }
  }

  /// Where a value of at most 4 bytes stands.
  private func value(_ tag: Int, _ directory: Int?) -> Int? {
    entry(tag, directory).map { $0 + 8 }
  }

  /// Where a longer value stands.
  private func place(_ tag: Int, _ directory: Int?) -> Int? {
    value(tag, directory).flatMap { number($0, 4) }
  }

  private func text(_ tag: Int, _ directory: Int?) -> String? {
    guard let entry = entry(tag, directory), let count = number(entry + 4, 4), count > 0,
      let start = count <= 4 ? entry + 8 : place(tag, directory), start <= bytes.count,
      count <= bytes.count - start
    else { return nil }
    let text = bytes[start..<start + count].prefix { $0 != 0 }
    let trimmed = String(decoding: text, as: UTF8.self).split(separator: " ").joined(separator: " ")
    return trimmed.isEmpty ? nil : trimmed
  }

  private func rational(_ tag: Int, _ directory: Int?) -> Rational? {
    guard let at = place(tag, directory), let above = number(at, 4), let below = number(at + 4, 4),
      below > 0
    else { return nil }
    return Rational(above, below)
  }
}
