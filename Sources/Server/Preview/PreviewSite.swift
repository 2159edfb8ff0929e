internal import BromidePhotos
package import BromideSystem
internal import SystemPackage

/// Serves the preview's page and its requests. Their paths start with a secret token.
package final class PreviewSite: Answering {
  package let metrics = ServedMetrics()
  /// Requests have no body.
  package let mostBodyBytes = 1 << 10
  private let preview: Preview
  private let token: String
  private let gate: Gate
  /// Serves the picture and colours of a photo.
  private let photo: PhotoSite?

  /// Creates a site.
  ///
  /// - Parameters:
  ///   - token: The first segment of every path.
  ///   - hosts: Accepted names of the server, or `nil` to accept any.
  /// - Throws: `SystemError` if the photo's folder cannot be read.
  package init(
    _ preview: Preview, token: String, hosts: Set<String>?, threads: Int
  ) throws(SystemError) {
    self.preview = preview
    self.token = token
    var settings = Site.Settings()
    settings.hosts = hosts
    gate = Gate(settings)
    photo =
      preview.subject.kind == .photo
      ? try PhotoSite(preview.subject.path, threads: threads, preview.context) : nil
  }

  /// See ``Answering``.
  package func answer(_ request: ServedRequest) -> ServedResponse {
    let started = Stopwatch()
    var response: ServedResponse
    do throws(Rejection) {
      try gate.admit(request)
      response = try route(request)
    } catch {
      response = Site.response(to: error, request)
    }
    if response.header("Cache-Control") == nil {
      response.headers.append(("Cache-Control", "no-store"))
    }
    response.headers += [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer")]
    metrics.note(status: response.status, bytes: response.body.count, seconds: started.seconds)
    return response
  }

  private func route(_ request: ServedRequest) throws(Rejection) -> ServedResponse {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty, Gate.isEqual(String(parts[1]), token) else {
      throw Rejection(
        403, "open the complete address that bromide preview prints, because it contains a secret")
    }
    try request.allow(["GET"])
    let items = try QueryItems(request.query)
    switch parts[2] {
    case "": return Page.response(PackageResources.preview_html)
    case "state": return Self.json(preview.state())
    case "graph": return Self.json(preview.graph())
    case "changes":
      let version = try items.number("after", 0...Int(Int32.max))
      let now = preview.version(after: version, seconds: Self.longestWait)
      return Self.json(.object([("version", .number("\(now)"))]))
    case "frame": return try frame(items)
    case "color":
      guard let photo else { throw .missing }
      return photo.color(x: try items.share("x"), y: try items.share("y"))
    default: throw .missing
    }
  }

  /// Seconds that a request waits for a change. The page then repeats it. If the page is closed,
  /// its thread is blocked for this time.
  private static let longestWait = 10.0

  private func frame(_ items: QueryItems) throws(Rejection) -> ServedResponse {
    let width = try items.number("width", 16...Preview.widest)
    if let photo {
      return photo.picture(width: width, height: try items.number("height", 16...Preview.widest))
    }
    let frame = try preview.frame(
      try items.number("n", 0...Int(Int32.max)), width: width, page: items["page"] ?? "")
    let remark = frame.remark.map { [("X-Bromide-Remark", PercentText.encoded($0.utf8))] } ?? []
    return ServedResponse(200, "image/jpeg", body: frame.bytes, headers: remark)
  }

  private static func json(_ value: JSONValue) -> ServedResponse {
    ServedResponse(200, "application/json", body: Array(value.text.utf8))
  }
}

/// Serves one picture of a folder, using the server of folders.
private struct PhotoSite: Sendable {
  private let site: Site
  private let name: [UInt8]

  init(_ path: FilePath, threads: Int, _ context: RunContext) throws(SystemError) {
    let path = FileSystem.resolved(path) ?? path
    var settings = Site.Settings()
    settings.jobs = threads
    site = Site(try ServedFolder(path.removingLastComponent(), context: context), settings)
    name = path.lastComponent?.bytes ?? []
  }

  /// Returns the picture within a box.
  func picture(width: Int, height: Int) -> ServedResponse {
    let identifier = PercentText.encoded(name)
    let answer = site.answer(
      ServedRequest("GET", "/iiif/\(identifier)/full/!\(width),\(height)/0/default.jpg"))
    let warning = answer.header(PictureMaker.Made.warningHeader)
    return ServedResponse(
      answer.status, answer.header("Content-Type"), body: answer.body,
      headers: warning.map { [("X-Bromide-Remark", $0.replacing("%0A", with: ".%20"))] } ?? [])
  }

  /// Returns the colour at a point as a `SampleAnswer` message.
  func color(x: Double, y: Double) -> ServedResponse {
    let picture = String(decoding: name, as: UTF8.self)
    let isRaw = (try? site.folder.file(name))?.isRaw ?? false
    var fields: [(String, JSONValue)] = [
      ("picture", .text(picture)),
      ("points", .array([.object([("x", .number("\(x)")), ("y", .number("\(y)"))])])),
      ("spaces", .array(["hex", "srgb", "lab", "camera"].map { .text($0) })),
    ]
    if isRaw { fields.append(("light", .text("convert"))) }
    let answer = site.answer(
      ServedRequest(
        "POST", "/v1/sample", headers: ["content-type": "application/json"],
        body: Array(JSONValue.object(fields).text.utf8)))
    return ServedResponse(answer.status, answer.header("Content-Type"), body: answer.body)
  }
}

extension QueryItems {
  fileprivate subscript(name: String) -> String? { items.first { $0.name == name }?.value }

  fileprivate func number(_ name: String, _ range: ClosedRange<Int>) throws(Rejection) -> Int {
    guard let number = self[name].flatMap({ Int($0) }), range.contains(number) else {
      throw .wrong("\(name): expected a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  fileprivate func share(_ name: String) throws(Rejection) -> Double {
    guard let number = self[name].flatMap({ Double($0) }), (0...1).contains(number) else {
      throw .wrong("\(name): expected a number from 0 to 1")
    }
    return number
  }
}
