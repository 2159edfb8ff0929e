internal import BromideSystem

/// The reason for ignoring a sidecar.
public enum SidecarError: Error, Sendable, Hashable {
  /// The path is a folder, pipe or device.
  case notAFile
  /// The system cannot read the file.
  case unreadable(String)
  /// The file is larger than any valid sidecar.
  case tooLarge(Int)
  /// The XML is invalid. The text is the parser's message.
  case notXML(line: Int, String)
  /// The file declares a document type. XMP never needs this, but attacks use it.
  case documentType
  /// The elements are nested too deeply for a sidecar.
  case tooDeep
  /// There are more properties and list items than in any photo's metadata.
  case tooMany
  /// The element `rdf:RDF` is missing.
  case notXMP
  /// A property occurs twice.
  case repeated(String)
  /// A property has an invalid value.
  case value(String, found: String, accepted: String)
  /// The text is not UTF-8 or another coding that contains ASCII.
  case encoding
  /// The element `rdf:Description` is missing.
  case noDescription
  /// A property has a form that Bromide does not edit, such as a structure.
  case form(String)
}

extension SidecarError: CustomStringConvertible {
  /// A sentence about the error, without the file's name and without a full stop.
  public var description: String {
    switch self {
    case .notAFile: "it is not an ordinary file"
    case .unreadable(let reason): "it cannot be read: \(reason)"
    case .tooLarge(let bytes): "\(bytes) bytes; a sidecar has at most \(SidecarFile.mostBytes)"
    case .notXML(let line, let words): "line \(line): not XML: \(words)"
    case .documentType: "it declares a document type (DOCTYPE), which no XMP does"
    case .tooDeep: "it is nested more than \(SidecarPacket.deepest) levels deep"
    case .tooMany: "it has more than \(SidecarPacket.mostItems) properties and list items"
    case .notXMP: "rdf:RDF is missing, so it is not XMP"
    case .repeated(let name): "it contains \(name) twice"
    case .encoding: "it is UTF-16 or contains zero bytes; save it as UTF-8"
    case .noDescription: "rdf:Description is missing"
    case .form(let name): "\(name) has a form that Bromide does not edit"
    case .value(let name, let found, let accepted):
      "\(name) is “\(ByteText.visible(Array(found.prefix(60).utf8), escapesControls: true))”; expected \(accepted)"
    }
  }
}
