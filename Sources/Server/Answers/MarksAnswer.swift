internal import BromidePhotos
internal import BromideSystem
internal import Synchronization
internal import SystemPackage

/// Answers paths below `/v1/marks`: the stars and labels of photos, which are in their sidecars.
struct MarksAnswer {
  private let site: Site
  private let request: ServedRequest

  init(_ site: Site, _ request: ServedRequest) {
    self.site = site
    self.request = request
  }

  /// Returns the marks of a picture, or of all marked pictures in a folder.
  ///
  /// - Throws: 404 if the name is missing, 422 if the picture's sidecar is invalid.
  func get(_ name: [UInt8]) throws(Rejection) -> ServedResponse {
    if !name.isEmpty, let file = try? site.folder.file(name) {
      do throws(MarkError) {
        return Self.response(200, try MarkedSidecar.marks(of: file.path))
      } catch {
        throw Self.rejection(error)
      }
    }
    let pictures = try site.folder.list(name).pictures
    let names = Set(
      (try? FileSystem.entries(of: site.folder.path(ofFolder: name)))?.map(\.reversible) ?? [])
    var marked: [(String, JSONValue)] = []
    for file in pictures {
      guard request.isNeeded() else { throw .unwanted }
      // The page shows the reason when the user marks the picture.
      guard let marks = try? MarkedSidecar.marks(of: file.path, among: names), !marks.isEmpty
      else { continue }
      marked.append((file.identifier, Self.json(marks)))
    }
    return ServiceAnswer.json(
      .object([("marks", .object(marked)), ("unmarked", Self.json(PhotoMarks()))]))
  }

  /// Writes marks.
  ///
  /// - Throws: `Rejection`: 403 if the server does not write marks or the folder is read-only, 400
  ///   for an invalid change, 422 if the sidecar cannot be edited, 428 without `If-Match`.
  func put(_ name: [UInt8]) throws(Rejection) -> ServedResponse {
    try check()
    let file = try site.folder.file(name)
    guard request.body.count <= Self.mostBytes else {
      throw Rejection(413, "marks have at most \(Self.mostBytes) bytes")
    }
    let change = try change()
    guard let match = request.headers["if-match"] else {
      throw Rejection(428, "If-Match is missing; send the ETag of the marks that you saw, or *")
    }
    do throws(MarkError) {
      let marks = try site.marking.withLock { _ throws(MarkError) in
        try MarkedSidecar.write(
          change, for: file.path, isPicture: { ServedFolder.isPicture($0) },
          isExpected: { match == "*" || match == Self.tag($0) })
      }
      return Self.response(200, marks)
    } catch {
      // The client sees the other user's marks and can decide.
      if case .conflict(let marks) = error { return Self.response(412, marks) }
      throw Self.rejection(error)
    }
  }

  /// Checks that the server writes marks.
  func check() throws(Rejection) {
    guard site.settings.writesMarks else {
      throw Rejection(
        403, "this server writes no marks and recipes; start it with bromide serve --marks")
    }
  }

  /// The limit of a body.
  private static let mostBytes = 1024

  // MARK: Messages

  private func change() throws(Rejection) -> PhotoMarks {
    let accepted = "expected JSON such as {\"rating\": 4} or {\"label\": \"Red\"}"
    guard let given = JSONText.decode([String: Field].self, from: request.body), !given.isEmpty
    else { throw .wrong("the marks are invalid; \(accepted)") }
    var change = PhotoMarks()
    for (name, value) in given {
      switch (name, value) {
      case ("rating", .number(let rating)):
        guard (-1...5).contains(rating) else {
          throw .wrong("rating \(rating): expected -1 (rejected) to 5")
        }
        change.rating = rating
      case ("label", .text(let label)):
        guard label.utf8.count <= Self.longestLabel,
          label.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else {
          throw .wrong("a label has at most \(Self.longestLabel) bytes without control characters")
        }
        change.label = label
      default: throw .wrong("“\(name)” is not a mark with this value; \(accepted)")
      }
    }
    return change
  }

  private static let longestLabel = 256

  private enum Field: Decodable {
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  private static func json(_ marks: PhotoMarks) -> JSONValue {
    .object([
      ("rating", .number("\(marks.rating ?? 0)")), ("label", .text(marks.label ?? "")),
      ("tag", .text(tag(marks))),
    ])
  }

  private static func response(_ status: Int, _ marks: PhotoMarks) -> ServedResponse {
    ServedResponse(
      status, "application/json", body: Array(json(marks).text.utf8),
      headers: [("Cache-Control", "no-cache"), ("ETag", tag(marks))])
  }

  /// The entity tag of marks. It does not depend on other properties of the sidecar, which other
  /// programs can change meanwhile.
  private static func tag(_ marks: PhotoMarks) -> String {
    "\"\(ContentHash(Array("\(marks.rating ?? 0) \(marks.label ?? "")".utf8)).text)\""
  }

  /// Returns the answer to a client for an error.
  static func rejection(_ error: MarkError) -> Rejection {
    switch error {
    case .sidecar, .link: Rejection(422, error.reason)
    case .conflict, .changing: Rejection(503, error.reason)
    case .system(let failure):
      [.permissionDenied, .notPermitted, .readOnlyFileSystem].contains(
        Errno(rawValue: failure.code))
        ? Rejection(403, "the folder is read-only: \(error.reason)")
        : Rejection(507, error.reason)
    }
  }
}
