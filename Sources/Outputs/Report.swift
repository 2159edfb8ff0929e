public import Platform

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file of JSON lines, one for each input or frame, in the order in which they end. A line is in the file as soon as
/// what it tells of has ended.
public final class Report {
  private let descriptor: Int32
  private let path: String
  /// Why lines are missing; nil as long as all were written.
  public private(set) var failure: String?

  /// Makes the file for a run whose pictures go to these places, or empties the one that is there;
  /// `-` is standard output.
  ///
  /// - Throws: `UsageError` if the path is one of `outputs`, or names a file that is not a report: a
  ///   typing error must not empty a photo.
  public init(path: String, beside outputs: [PictureOutput]) throws(UsageError) {
    if path == "-" {
      guard !outputs.contains(.standardOutput) else {
        throw UsageError("-o - and --report - both want standard output; name a file for one")
      }
      self.path = "standard output"
      descriptor = 1
      return
    }
    self.path = path
    try Self.refuse(path, among: outputs)
    guard Self.mayReplace(path) else {
      throw UsageError(
        "the report would overwrite \(path), which is no report; choose another name")
    }
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw UsageError("the report \(path) cannot be written: \(SystemError.words(errno))")
    }
  }

  deinit { if descriptor != 1 { close(descriptor) } }

  private static func refuse(_ path: String, among outputs: [PictureOutput]) throws(UsageError) {
    let key = Path.collisionKey(path)
    for case .file(let output) in outputs {
      let place = Path.collisionKey(output)
      guard place == key || place.hasPrefix(key + "/") else { continue }
      throw UsageError(
        "the report \(path) would stand where \(output) goes; choose another name")
    }
  }

  /// Whether a file can be replaced: one that is empty or a report, a device or pipe, or none.
  private static func mayReplace(_ path: String) -> Bool {
    guard let status = try? FileSystem.status(path), status.kind == .file, status.size > 0 else {
      return true
    }
    let start = (try? FileSystem.bytes(of: path, at: 0, count: 4096)) ?? []
    let text = String(decoding: start, as: UTF8.self)
    return text.hasPrefix("{\"") && ["\"input\":", "\"frame\":"].contains { text.contains($0) }
  }

  /// Appends the line of an outcome. Where that fails, `failure` says so and later calls do nothing.
  public func add(_ outcome: some Encodable) {
    guard failure == nil else { return }
    do throws(SystemError) {
      let line = [UInt8]((JSONText.encode(outcome) + "\n").utf8)
      try FileSystem.write(line, to: descriptor, name: path)
    } catch {
      failure = "the report \(path) is incomplete: \(error.reason)"
    }
  }
}
