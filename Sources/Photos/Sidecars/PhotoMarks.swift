/// The marks that people set when they choose photos.
public struct PhotoMarks: Sendable, Hashable {
  /// 0 to 5 stars, −1 for rejected, or `nil` if it is not set.
  public var rating: Int?
  /// The label's text, such as `Red`, or `nil` if it is not set. An empty text removes a label.
  public var label: String?

  /// Creates marks.
  public init(rating: Int? = nil, label: String? = nil) {
    (self.rating, self.label) = (rating, label)
  }

  /// Returns these marks, with the marks of an older source for missing ones.
  package func merged(over older: PhotoMarks) -> PhotoMarks {
    PhotoMarks(rating: rating ?? older.rating, label: label ?? older.label)
  }

  /// Whether there are neither stars nor a label.
  package var isEmpty: Bool { (rating ?? 0) == 0 && (label ?? "").isEmpty }

  /// Returns whether a change to these marks has no effect.
  func has(_ change: PhotoMarks) -> Bool {
    (change.rating ?? rating) == rating && (change.label ?? label ?? "") == (label ?? "")
  }
}

/// A property of a sidecar that a change of marks edits.
enum MarkProperty: CaseIterable {
  case rating
  case label
  /// The time of the last change. Other programs compare it with their catalogue.
  case date

  var name: XMPName {
    switch self {
    case .rating: XMPName(XMPName.xmp, "Rating")
    case .label: XMPName(XMPName.xmp, "Label")
    case .date: XMPName(XMPName.xmp, "MetadataDate")
    }
  }

  /// Returns the property with a name, or `nil` for all others.
  static func named(_ name: XMPName) -> MarkProperty? { allCases.first { $0.name == name } }
}
