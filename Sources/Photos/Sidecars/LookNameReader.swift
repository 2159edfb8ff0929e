/// Reads the name of a profile of Camera Raw: the field `crs:Name` of `crs:Look`.
///
/// The field is an attribute or an element of the property, or of the `rdf:Description` in it. The
/// settings of the profile are another structure in it, with different fields.
struct LookNameReader {
  static let property = XMPName(XMPName.cameraRaw, "Look")
  private static let field = XMPName(XMPName.cameraRaw, "Name")

  /// The name, or `nil` without one.
  private(set) var name: String?
  private var hasDescription = false
  private var fieldLevel: Int?

  /// An element begins.
  ///
  /// - Parameter level: 0 for the property, 1 for its children, and so on.
  mutating func start(
    _ element: XMPName, _ attributes: [(name: XMPName, value: String)], level: Int
  ) {
    switch level {
    case 0: hasDescription = false
    case 1: hasDescription = element == XMPName(XMPName.rdf, "Description")
    default: break
    }
    if level == 0 || level == 1 && hasDescription,
      let found = attributes.first(where: { $0.name == Self.field })
    {
      name = found.value
    } else if element == Self.field, level == (hasDescription ? 2 : 1) {
      (name, fieldLevel) = ("", level)
    }
  }

  mutating func characters(_ characters: String) {
    if fieldLevel != nil { name?.append(characters) }
  }

  mutating func end(level: Int) {
    if fieldLevel == level { fieldLevel = nil }
  }
}
