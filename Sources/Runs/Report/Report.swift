package import BromidePhotos
public import BromideSystem
internal import BromideValues
public import SystemPackage

/// A file of JSON lines, one per input or frame. A line is written as soon as the input or frame
/// ends.
public final class Report {
  private let file: OutputFile
  /// The write error, or `nil` if all lines were written.
  public private(set) var failure: String?

  /// Creates or empties the report of a run with these outputs. `-` is standard output.
  ///
  /// - Throws: `ReportError` if the path is one of `outputs`, cannot be written, or is not a
  ///   report. So a typing error cannot empty a photo.
  public init(path: FilePath, nextTo outputs: [PictureOutput]) throws(ReportError) {
    try Self.check(path, nextTo: outputs)
    if path == "-" {
      file = OutputFile(descriptor: 1, name: "standard output")
      return
    }
    do throws(SystemError) {
      file = try OutputFile(growing: path)
    } catch {
      throw error.isLock ? .inUse(path) : .unwritable(path, error)
    }
  }

  /// Checks whether you can create the report, without creating it.
  ///
  /// - Throws: `ReportError` if the path is one of `outputs`, or the file is not a report. `-` is
  ///   standard output.
  public static func check(_ path: FilePath, nextTo outputs: [PictureOutput]) throws(ReportError) {
    if path == "-" {
      guard !outputs.contains(.standardOutput) else { throw .standardOutputTaken }
      return
    }
    try reject(path, among: outputs)
    guard mayReplace(path) else { throw .notAReport(path) }
  }

  private static func reject(_ path: FilePath, among outputs: [PictureOutput]) throws(ReportError) {
    let key = path.collisionKey
    for case .file(let output) in outputs {
      let place = output.collisionKey
      guard place == key || place.hasPrefix(key + "/") else { continue }
      throw .inTheWay(path, output: output)
    }
  }

  /// Returns whether you can replace a file: it is missing, empty, a report, a device or a pipe.
  private static func mayReplace(_ path: FilePath) -> Bool {
    guard let status = try? FileSystem.status(path), status.kind == .file, status.size > 0 else {
      return true
    }
    let start = (try? FileSystem.bytes(of: path, at: 0, count: 1 << 16)) ?? []
    var lines = start.split(separator: 0x0A, omittingEmptySubsequences: false)
    // Text after the last line end is empty or incomplete.
    if lines.count > 1 { lines.removeLast() }
    return lines.allSatisfy { isLine(String(decoding: $0, as: UTF8.self)) }
  }

  /// Returns whether a line looks like a report's line.
  private static func isLine(_ text: String) -> Bool {
    text.hasPrefix("{\"") && text.hasSuffix("}") && text.contains("\"status\":\"")
      && ["\"input\":", "\"frame\":", "\"costs\":", "\"run\":", "\"looks\":"]
        .contains { text.contains($0) }
  }

  /// Appends the line of an outcome. After a write error, `failure` is set and later calls have no
  /// effect.
  public func add(_ outcome: some Encodable) { add(line: JSONText.encode(outcome)) }

  /// Appends the costs of the run as the last line: `{"costs":{…},"status":"costs"}`.
  package func add(costs: JSONValue) {
    add(line: JSONValue.object([("costs", costs), ("status", .text("costs"))]).text)
  }

  /// Appends the run's share and the number of inputs as the first line.
  package func add(shard: InputShare, inputs: Int) {
    let run: [(String, JSONValue)] = [
      ("shard", .number("\(shard.index)")), ("shards", .number("\(shard.count)")),
      ("inputs", .number("\(inputs)")),
    ]
    add(line: JSONValue.object([("run", .object(run)), ("status", .text("run"))]).text)
  }

  /// Appends the fitted looks that all frames or tiles of a run use, unless the list is empty.
  package func add(looks: [CameraLook]) {
    guard !looks.isEmpty else { return }
    let list = looks.map { look in
      JSONValue.object(
        [
          ("camera", look.camera.isEmpty ? nil : .text(look.camera)),
          ("look", .text(look.look.name)), ("lookFrom", .text(look.photo)),
          ("lookOffset", look.offset.map { .number("\(($0 * 100).rounded() / 100)") }),
          ("lookReason", look.obstacle.map { .text($0) }),
        ].compactMap { key, value in value.map { (key, $0) } })
    }
    add(line: JSONValue.object([("looks", .array(list)), ("status", .text("looks"))]).text)
  }

  private func add(line: String) {
    guard failure == nil else { return }
    do throws(SystemError) {
      try file.write([UInt8]((line + "\n").utf8))
    } catch {
      failure = "the report \(file.path) is incomplete: \(error.reason)"
    }
  }
}

/// The reason for a report error.
public enum ReportError: Error, Sendable, Hashable {
  /// The report and a picture would both use standard output.
  case standardOutputTaken
  /// The report would overwrite a file that is not a report.
  case notAReport(FilePath)
  /// The report would replace an output or a folder of an output.
  case inTheWay(FilePath, output: FilePath)
  /// Another run writes the file.
  case inUse(FilePath)
  /// The file cannot be written.
  case unwritable(FilePath, SystemError)
}

extension ReportError: CustomStringConvertible {
  /// A sentence about the error, without a full stop.
  public var description: String {
    switch self {
    case .standardOutputTaken:
      "the picture and the report both want standard output; name a file for one"
    case .notAReport(let path):
      "the report would overwrite \(path), which is not a report; choose another name"
    case .inTheWay(let path, let output):
      "the report \(path) would replace \(output); choose another name"
    case .inUse(let path):
      "another run is writing the report \(path); choose another name"
    case .unwritable(let path, let error):
      "the report \(path) cannot be written: \(error.reason)"
    }
  }
}
