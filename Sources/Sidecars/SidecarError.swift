internal import Platform

/// The reason why a sidecar is not used.
public enum SidecarError: Error, Sendable, Hashable {
  /// It is a folder, pipe or device.
  case notAFile
  /// The system cannot read it.
  case unreadable(String)
  /// It is larger than any sidecar.
  case tooLarge(Int)
  /// It is not well-formed XML, in the parser's words.
  case notXML(line: Int, String)
  /// It declares a document type, which XMP never needs and attacks do.
  case documentType
  /// Its elements are nested deeper than those of any sidecar.
  case tooDeep
  /// It holds no `rdf:RDF`.
  case notXMP
  /// A property is stated twice.
  case repeated(String)
  /// A property has a value that it cannot have.
  case value(String, found: String, accepted: String)
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
    case .tooDeep: "it is nested more than \(XMPPacket.deepest) levels deep"
    case .notXMP: "rdf:RDF is missing, so it is not XMP"
    case .repeated(let name): "it contains \(name) twice"
    case .value(let name, let found, let accepted):
      "\(name) is “\(ByteText.visible(Array(found.prefix(60).utf8), escapesControls: true))”; expected \(accepted)"
    }
  }
}
