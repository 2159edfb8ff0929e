internal import BromideSystem
internal import SystemPackage

/// A document type, with its limits and its words for messages.
struct DocumentKind {
  /// The name of the type: `timeline`.
  let noun: String
  /// The minimum content of the document, after "a timeline has".
  let content: String
  /// The maximum size of its file.
  let mostBytes: Int
  /// Whether to accept a pipe or device, which can be read only once and may be endless.
  let takesPipes: Bool

  /// A timeline of 50 000 keys is smaller than 2 MiB.
  static let timeline = DocumentKind(
    noun: "timeline", content: "sources", mostBytes: 2 << 20, takesPipes: true)
  /// A recipe with all parameters has 3 kB.
  static let recipe = DocumentKind(
    noun: "recipe", content: "keys with values, such as exposure and white-balance",
    mostBytes: 1_000_000, takesPipes: false)

  /// Reads the bytes of a document's file.
  func bytes(of path: FilePath) throws(TimelineError) -> [UInt8] {
    let status = try reading(path) { () throws(SystemError) in try FileSystem.status(path) }
    guard takesPipes || status.kind == .file else {
      let found = status.kind == .folder ? "a folder" : "a pipe or device"
      throw TimelineError([problem(path, "is \(found); a \(noun) is an ordinary file")])
    }
    // A file that is not text can be very large.
    guard status.kind != .file || status.size <= mostBytes else {
      throw TimelineError([tooLarge(path, status.size)])
    }
    return try reading(path) { () throws(SystemError) in
      try FileSystem.contents(of: path, limit: mostBytes)
    }
  }

  private func reading<R>(
    _ path: FilePath, _ body: () throws(SystemError) -> R
  ) throws(TimelineError) -> R {
    do throws(SystemError) { return try body() } catch {
      throw TimelineError([problem(path, "cannot be read: \(error.reason)")])
    }
  }

  /// Returns the text of a document without a byte-order mark. It must be UTF-8.
  ///
  /// - Throws: `TimelineError`, also if the memory is not enough to read a large document.
  func text(_ bytes: [UInt8], path: FilePath) throws(TimelineError) -> String {
    let needed = bytes.count * Self.memoryPerByte
    guard bytes.count < Self.large || MemoryShortage.isThere(needed) else {
      throw TimelineError([problem(path, MemoryShortage.words(needed))])
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let reason = "not UTF-8 text, as a \(noun) must be"
      throw TimelineError([problem(path, line: Self.firstBrokenLine(of: bytes), reason)])
    }
    return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
  }

  /// Smaller documents need less memory than the reserve of every run.
  private static let large = 100_000
  /// Bytes of nodes and sources for each byte of a document. With 5000 to 20 000 layers, the peak
  /// is 60 higher.
  private static let memoryPerByte = 60

  func tooLarge(_ path: FilePath, _ bytes: Int) -> TimelineProblem {
    problem(path, "\(bytes) bytes; a \(noun) has at most \(mostBytes)")
  }

  private func problem(_ path: FilePath, line: Int? = nil, _ reason: String) -> TimelineProblem {
    TimelineProblem(path: path, line: line, reason: reason)
  }

  private static func firstBrokenLine(of bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
  }
}
