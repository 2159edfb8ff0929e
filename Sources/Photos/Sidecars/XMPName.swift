internal import BromideCodecs

/// The name of an XMP property, with the URI of its namespace.
struct XMPName: Hashable {
  let namespace: String
  let name: String

  init(_ namespace: String, _ name: String) {
    self.namespace = namespace
    self.name = name
  }

  /// Splits a name in expat's format: URI, separator, name.
  init(expanded: String) {
    let parts = expanded.split(
      separator: Self.separator, maxSplits: 1, omittingEmptySubsequences: false)
    self.init(
      parts.count == 2 ? String(parts[0]) : "", String(parts.count == 2 ? parts[1] : parts[0]))
  }

  /// U+0001, which XML cannot contain. So a URI cannot include the separator.
  static let separator: Character = "\u{1}"

  /// The name with the usual prefix, even if the file uses another one: `crs:Exposure2012`.
  var text: String { (usualPrefix ?? "?") + ":" + name }

  /// The usual prefix of the namespace, or `nil` if it is unknown.
  var usualPrefix: String? { Self.prefixes[namespace] ?? XMPNamespaces.prefix(of: namespace) }

  private static let prefixes = [
    cameraRaw: "crs", tiff: "tiff", darktable: "darktable", rdf: "rdf",
    "http://ns.adobe.com/exif/1.0/aux/": "aux", "http://cipa.jp/exif/1.0/": "exifEX",
    "http://www.metadataworkinggroup.com/schemas/regions/": "mwg-rs",
    "http://www.digikam.org/ns/1.0/": "digiKam", "http://ns.adobe.com/hdr-gain-map/1.0/": "hdrgm",
  ]

  static let cameraRaw = "http://ns.adobe.com/camera-raw-settings/1.0/"
  static let xmp = "http://ns.adobe.com/xap/1.0/"
  static let tiff = "http://ns.adobe.com/tiff/1.0/"
  static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
  static let darktable = "http://darktable.sf.net/"
  static let darktableOperation = XMPName(darktable, "operation")
  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  static let xml = "http://www.w3.org/XML/1998/namespace"
}

/// The value of an XMP property.
enum XMPValue: Hashable {
  case text(String)
  /// The items of an array of texts.
  case list([String])
  /// A structure or an array of structures. Its content is not read.
  case structure
}
