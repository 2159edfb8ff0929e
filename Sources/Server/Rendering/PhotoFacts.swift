internal import BromideCodecs
internal import BromidePhotos
internal import BromideSystem

/// The facts about a photo that the page shows: camera, exposure, title and keywords.
struct PhotoFacts: Sendable {
  private let fields: [(String, JSONValue)]
  /// The metadata in the file.
  private let embedded: PhotoDescription
  private let record: XMPProperties?

  init(_ metadata: PhotoMetadata) {
    func number(_ value: Double?) -> JSONValue? {
      value.flatMap { $0.isFinite ? .number("\($0)") : nil }
    }
    let model = metadata.model ?? ""
    let make = metadata.make ?? ""
    // Many models begin with the maker's name.
    let isNamed = model.lowercased().hasPrefix(make.lowercased().prefix { $0 != " " })
    let camera = isNamed ? model : "\(make) \(model)"
    let known: [(String, JSONValue?)] = [
      ("camera", camera.isEmpty ? nil : .text(camera)),
      ("lens", metadata.lensModel.map { .text($0) }),
      ("time", metadata.captureTime.map { .text($0.iso8601Text) }),
      ("exposure", number(metadata.exposureTime?.value)),
      ("aperture", number(metadata.fNumber?.value)),
      ("iso", metadata.iso.map { .number("\($0)") }),
      ("focalLength", number(metadata.focalLength?.value)),
    ]
    fields = known.compactMap { name, value in value.map { (name, $0) } }
    embedded =
      metadata.packet.flatMap { try? PhotoDescription(bytes: Array($0.utf8)) }
      ?? PhotoDescription()
    record = metadata.iptc
  }

  /// Returns the facts, with the title and the keywords of the newest source.
  func json(_ file: ServedFile) -> [(String, JSONValue)] {
    let sidecars = SidecarFile.readAll(for: file.path).compactMap { try? $0.contents.get() }
    let properties = sidecars.reversed().reduce(embedded) { $1.metadata.merged(over: $0) }
      .properties.merged(over: record ?? XMPProperties())
    let title = properties["dc:title"]?.plainText ?? ""
    let keywords = properties["dc:subject"]?.texts ?? []
    var all = fields
    if !title.isEmpty { all.append(("title", .text(title))) }
    if !keywords.isEmpty { all.append(("keywords", .array(keywords.map { .text($0) }))) }
    return all
  }
}
