internal import BromideSystem
internal import SystemPackage

/// Stores uploads in a folder of the served folder.
///
/// Each file is written under a hidden name, which is not served. When it is complete and flushed
/// to the disk, it is renamed. Uploads never replace an existing file.
struct Inbox {
  private let site: Site

  init(_ site: Site) { self.site = site }

  /// Stores a file.
  ///
  /// - Throws: 403 if uploads are off, 400 if the name or the content is not a picture, 409 if the
  ///   name exists, 507 if the disk cannot store the file.
  func take(
    _ file: [UInt8], name: [UInt8], of request: ServedRequest
  ) throws(Rejection) -> ServedResponse {
    let inbox = try folder(for: name)
    guard !file.isEmpty else { throw .wrong("the body is the file; it is empty") }
    let served = inbox + [UInt8(ascii: "/")] + name
    let path = site.folder.root.pushing(FilePath(bytes: served))
    do throws(SystemError) {
      guard
        FileSystem.resolved(path.removingLastComponent())?.starts(with: site.folder.root) == true
      else { throw SystemError(operation: "write", path: path, code: 2) }
      let output = try OutputFile(path, replaces: false, durability: .synced)
      try output.write(file)
      try output.commit()
    } catch {
      if error.isTaken { throw Rejection(409, "a file with this name exists; use another name") }
      throw Rejection(507, "the file cannot be kept: \(error.reason)")
    }
    let id = PercentText.encoded(served)
    let json = JSONValue.object([("id", .text(id)), ("bytes", .number("\(file.count)"))])
    return ServedResponse(
      201, "application/json", body: Array(json.text.utf8),
      headers: [("Location", "\(ForwardedAddress(request).prefix)/iiif/\(id)/info.json")])
  }

  /// Returns the folder for a file with this name.
  ///
  /// - Throws: 403 if uploads are off, 400 if a picture cannot have the name.
  func folder(for name: [UInt8]) throws(Rejection) -> [UInt8] {
    guard let inbox = site.settings.inbox else {
      throw Rejection(
        403, "this server does not accept files; start it with bromide serve --inbox FOLDER")
    }
    try Self.check(name)
    return inbox
  }

  private static func check(_ name: [UInt8]) throws(Rejection) {
    guard let text = String(validating: name, as: UTF8.self),
      (1...longestName).contains(name.count),
      !text.hasPrefix("."), !name.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x2F })
    else {
      throw .wrong(
        "a name has 1 to \(longestName) bytes of UTF-8, no slash, and begins with no dot")
    }
    guard ServedFolder.isPicture(FilePath(bytes: name)) else {
      throw .wrong("a name ends as that of a raw, or in .jpg, .png, .tif, .jxl, .avif or .webp")
    }
  }

  /// File systems allow 255 bytes. The temporary name needs the rest.
  private static let longestName = 200
}
