public import Develop
public import Metadata
public import Pixels

/// What photos of lenses and sensors tell of them, for all others of the same camera, lens, focal length and sensitivity.
public struct LockedOptics: Sendable, Hashable, Codable {
  /// The photos that share a reading.
  public struct Group: Sendable, Hashable, Codable {
    /// The camera's model, as its files write it.
    public var camera: String
    /// The lens's model; empty if files do not name it.
    public var lens: String
    /// In millimetres; nil if files do not state it.
    public var focalLength: Double?
    /// The sensitivity; nil if files do not state it.
    public var iso: Int?
    /// Pixels of the sensor's image, of which some cameras use less at times.
    public var size: Size

    /// The group of a photo.
    public init(_ metadata: PhotoMetadata, size: Size) {
      camera = metadata.model ?? ""
      lens = metadata.lensModel ?? ""
      focalLength = metadata.focalLength.flatMap { $0.value > 0 ? $0.value : nil }
      iso = metadata.iso
      self.size = size
    }

    /// Whether a photo of another group takes this one's reading: all is equal, but for 1 % of the focal length.
    package func takes(_ other: Group) -> Bool {
      guard camera == other.camera, lens == other.lens, iso == other.iso, size == other.size else {
        return false
      }
      guard let own = focalLength, let its = other.focalLength else {
        return focalLength == other.focalLength
      }
      return abs(its - own) <= Self.focalShare * own
    }

    /// Within which a lens draws alike.
    private static let focalShare = 0.01

    /// For a person, such as `Canon EOS 6D, EF50mm f/1.8, 50 mm, ISO 100, 5472×3648`.
    public var text: String {
      var parts = [camera.isEmpty ? "an unnamed camera" : camera]
      if !lens.isEmpty { parts.append(lens) }
      if let focalLength {
        let tenths = Int((min(focalLength, 1e6) * 10).rounded())
        parts.append(tenths % 10 == 0 ? "\(tenths / 10) mm" : "\(Double(tenths) / 10) mm")
      }
      if let iso { parts.append("ISO \(iso)") }
      return (parts + ["\(size.width)×\(size.height)"]).joined(separator: ", ")
    }
  }

  /// What a photo tells, and whom it is for.
  public struct Entry: Sendable, Hashable, Codable {
    /// The photos that it is for.
    public var group: Group
    /// The file name of the photo that it was found on.
    public var photo: String
    /// What was found.
    public var reading: OpticsReading

    /// What a photo tells.
    public init(_ group: Group, photo: String, reading: OpticsReading) {
      self.group = group
      self.photo = photo
      self.reading = reading
    }
  }

  /// One for each group.
  public let entries: [Entry]

  /// Readings, each for a group of its own.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// What is known of a photo's group.
  ///
  /// - Throws: `OpticsOfAnotherCamera` if nothing is.
  func entry(for group: Group) throws(OpticsOfAnotherCamera) -> Entry {
    guard let entry = entries.first(where: { $0.group.takes(group) }) else {
      throw OpticsOfAnotherCamera(known: entries.map(\.group), group: group)
    }
    return entry
  }
}

/// A photo was to be corrected by readings of photos that tell nothing of its camera, lens, focal length or sensitivity.
public struct OpticsOfAnotherCamera: Error, Sendable, Hashable, CustomStringConvertible {
  /// Whom readings are for.
  public let known: [LockedOptics.Group]
  /// The photo's.
  public let group: LockedOptics.Group

  /// Both, in English, for a person.
  public var description: String {
    let others = known.count > 1 ? " and \(known.count - 1) more" : ""
    return
      "optics are locked to \(known.first?.text ?? "no photo")\(others); this photo is by \(group.text)"
  }
}
