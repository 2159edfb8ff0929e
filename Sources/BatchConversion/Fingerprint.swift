internal import RawDecoding

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What a picture was made from and how, as a text that the picture carries.
///
/// It depends on the input's content and the settings only, so that equal inputs give equal bytes
/// under any name and on any day. Of the content it covers size, beginning, end and a sample between: enough to tell
/// photos apart. An edit in place that it misses is found by the file's time.
enum Fingerprint {
  /// The keyword of the picture's text.
  static let keyword = "Bromide"

  /// The text for an input and settings.
  static func text(input: String, settings: ConvertSettings) throws(SystemError) -> String {
    var content = FNV()
    let size = try FileSystem.status(input).size
    let descriptor = unsafe open(input, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(operation: "open", path: input, code: errno) }
    defer { close(descriptor) }
    let last = max(size - edge, 0)
    content.add(try FileSystem.bytes(descriptor: descriptor, at: 0, count: min(edge, size)))
    for index in 1..<samples {
      let offset = last / samples * index
      content.add(try FileSystem.bytes(descriptor: descriptor, at: offset, count: sample))
    }
    content.add(try FileSystem.bytes(descriptor: descriptor, at: last, count: min(edge, size)))
    return "v1 input \(size)-\(content.text) settings \(digest(of: settings)) with "
      + BromideVersion.number
  }

  /// The text for a drawing, made from nothing but what was asked for.
  static func text(drawing request: String) -> String {
    var hash = FNV()
    hash.add([UInt8](request.utf8))
    return "v1 drawing \(hash.text) with " + BromideVersion.number
  }

  private static let edge = 64 << 10
  private static let samples = 16
  private static let sample = 4 << 10

  static func digest(of settings: ConvertSettings) -> String {
    // It changes no pixel, so pictures are current whoever unpacked them.
    var settings = settings
    settings.unpacker = .auto
    var hash = FNV()
    hash.add([UInt8](JSONText.encode(settings).utf8))
    return hash.text
  }
}

/// The 64-bit hash FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo). It tells things apart; it resists no attack.
private struct FNV {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
