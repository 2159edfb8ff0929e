internal import BromideCodecs
internal import BromideLibc

/// The name of an XMP property, with the URI of its namespace.
struct XMPName: Hashable {
  let namespace: String
  let name: String

  init(_ namespace: String, _ name: String) {
    self.namespace = namespace
    self.name = name
  }

  /// Reads a name in expat's format: URI, separator, name.
  @unsafe init(expanded letters: UnsafePointer<CChar>) {
    guard let end = unsafe strchr(letters, Int32(Self.separator.asciiValue ?? 1)) else {
      unsafe self.init("", String(cString: letters))
      return
    }
    let uri = unsafe UnsafeRawBufferPointer(start: letters, count: UnsafePointer(end) - letters)
    unsafe self.init(Self.namespace(uri), String(cString: end + 1))
  }

  /// Returns the text of a namespace. A known one shares its memory, which also makes comparisons
  /// fast.
  @unsafe private static func namespace(_ uri: UnsafeRawBufferPointer) -> String {
    for known in known where known.utf8.count == uri.count {
      let isEqual = unsafe known.utf8.withContiguousStorageIfAvailable {
        unsafe memcmp($0.baseAddress!, uri.baseAddress!, uri.count) == 0
      }
      if isEqual == true { return known }
    }
    return unsafe String(decoding: uri, as: UTF8.self)
  }

  /// The frequent ones come first.
  private static let known =
    [rdf, xml] + XMPNamespaces.all.map(\.uri) + prefixes.keys.sorted()

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
