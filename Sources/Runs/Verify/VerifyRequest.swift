internal import BromideCodecs
public import BromidePhotos
public import BromideSystem
public import SystemPackage

/// The pictures to verify, and their possible photos.
public struct VerifyRequest: Sendable {
  /// Files, folders, `@list` or `-`, as `ArgumentText` returns them.
  public var pictures: [String]
  /// Photos that should have pictures. This adds to the raws in the folders of `pictures`.
  public var inputs: [String] = []
  /// The report of a run, with pictures and their photos.
  public var report: FilePath?
  /// Whether to search subfolders.
  public var isRecursive = false

  /// The means with which pictures are read.
  public var context: RunContext

  /// Creates a request.
  ///
  /// - Parameter pictures: Files, folders, `@list` or `-`.
  public init(pictures: [String], context: RunContext) {
    self.pictures = pictures
    self.context = context
  }
}

/// The reason why a request cannot be verified.
public enum VerifyError: Error, Sendable, Hashable {
  /// The request does not name any pictures.
  case nothing
  /// An argument is invalid.
  case input(InputError)
  /// The report cannot be read.
  case unreadable(FilePath, SystemError)
  /// The file is not a report.
  case notAReport(FilePath)
}

extension VerifyError: CustomStringConvertible {
  /// A sentence about the error, without a full stop.
  public var description: String {
    switch self {
    case .nothing: "no pictures to verify; name files, folders or a report"
    case .input(let error): error.description
    case .unreadable(let path, let error): "the report \(path) cannot be read: \(error.reason)"
    case .notAReport(let path): "\(path) is not a report"
    }
  }
}

/// The pictures of a request.
struct VerifyPlan {
  /// Pictures to read, without duplicates.
  private(set) var pictures: [FilePath] = []
  /// Results that are known without reading a file.
  private(set) var known: [VerifyOutcome] = []
  /// Subfolders that were not searched.
  let skippedFolders: [FilePath]
  let sources: SourceIndex
  let context: RunContext

  init(_ request: VerifyRequest) throws(VerifyError) {
    guard !request.pictures.isEmpty || request.report != nil else { throw .nothing }
    context = request.context
    let search = try Self.search(request.pictures, request, "picture") {
      PictureFormat(suffixOf: $0) != nil
    }
    let inputs = try Self.search(
      request.inputs, request, "raw photo", FileKind.isRawName)
    let lines = try request.report.map { path throws(VerifyError) in
      try ReportLine.all(of: path)
    }
    var photos = inputs.paths + search.leftOut.filter(FileKind.isRawName)
    // You can name a folder that contains only photos, to see which ones have pictures.
    let failures = search.failures.filter { failure in
      !photos.contains { $0.starts(with: failure.input) }
    }
    pictures = search.paths
    skippedFolders = search.unsearchedFolders.outside(failures) + inputs.skippedFolders
    known = (failures + inputs.failures).map { failure in
      var outcome = VerifyOutcome(failure.input, input: nil, .failed, failure.reason)
      if failure.hasUnsearchedFolders { outcome.remedy = .searchSubfolders }
      return outcome
    }
    var given: [String: FilePath] = [:]
    var places = Set(pictures.map(\.collisionKey))
    for line in lines ?? [] {
      guard let output = line.output, output != "-" else { continue }
      let place = output.collisionKey
      given[place] = line.input
      guard places.insert(place).inserted else { continue }
      if FileSystem.exists(output) {
        pictures.append(output)
      } else {
        let reason = line.reason.map { "\(line.status): \($0)" } ?? "its report names it"
        known.append(VerifyOutcome(output, input: line.input, .missing, reason))
      }
    }
    var seen = Set<String>()
    photos = photos.filter { seen.insert($0.collisionKey).inserted }
    sources = SourceIndex(photos, given: given)
  }

  private static func search(
    _ arguments: [String], _ request: VerifyRequest, _ kind: String,
    _ isNamedSo: @escaping (FilePath) -> Bool
  ) throws(VerifyError) -> InputSearch {
    do throws(InputError) {
      return try InputSearch(
        arguments, isRecursive: request.isRecursive, kind: kind, context: request.context,
        isOne: { _ in false },
        isNamedSo: isNamedSo)
    } catch {
      throw .input(error)
    }
  }
}

/// A report line about a picture.
struct ReportLine {
  let output: FilePath?
  let input: FilePath?
  let status: String
  let reason: String?

  /// Reads the lines of a report.
  ///
  /// - Throws: `.unreadable` or `.notAReport`.
  static func all(of path: FilePath) throws(VerifyError) -> [ReportLine] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.contents(of: path, limit: 1 << 30)
    } catch {
      throw .unreadable(path, error)
    }
    var lines: [ReportLine] = []
    // Text after the last line end is incomplete.
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      guard let form = JSONText.decode(Form.self, from: Array(line)) else {
        throw .notAReport(path)
      }
      lines.append(
        ReportLine(
          output: Self.path(form.output, form.outputPathBytes),
          input: Self.path(form.input, form.inputPathBytes), status: form.status,
          reason: form.reason))
    }
    return lines
  }

  private struct Form: Decodable {
    let output: String?
    let outputPathBytes: String?
    let input: String?
    let inputPathBytes: String?
    let status: String
    let reason: String?
  }

  private static func path(_ text: String?, _ digits: String?) -> FilePath? {
    guard let digits else { return text.map { FilePath($0) } }
    let digitsOfBytes = Array(digits.utf8)
    return FilePath(
      bytes: stride(from: 0, to: digitsOfBytes.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digitsOfBytes[$0...$0 + 1], as: UTF8.self), radix: 16)
      })
  }
}
