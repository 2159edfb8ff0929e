public import BromideCodecs
public import BromideDevelop
public import BromideValues

/// Lens and sensor measurements for photos with the same camera, lens, focal length and ISO.
public struct LockedOptics: Sendable, Hashable, Codable {
  /// Photos that share a measurement.
  public struct Group: Sendable, Hashable, Codable {
    /// The camera model in the files.
    public var camera: String
    /// The lens model, or the numbers of the lens, or an empty string if files contain neither.
    /// Sidecars and other programs do not count, because photos are measured without them.
    public var lens: String
    /// The focal length in millimetres, or `nil` if files do not contain it.
    public var focalLength: Double?
    /// The ISO sensitivity, or `nil` if files do not contain it.
    public var iso: Int?
    /// The size of the sensor image in pixels. Some cameras have modes with fewer pixels.
    public var size: Size

    /// Creates the group of a photo.
    public init(_ metadata: PhotoMetadata, size: Size) {
      camera = metadata.model ?? ""
      let isOfPhoto = ![.sidecar, .exiftool, .exiv2].contains(metadata.lensFrom)
      let name = isOfPhoto ? metadata.lensModel : nil
      lens = name ?? metadata.lensSpecification?.text ?? ""
      focalLength = metadata.focalLength.flatMap { $0.value > 0 ? $0.value : nil }
      iso = metadata.iso
      self.size = size
    }

    /// Returns whether the measurement of this group fits a photo of another group.
    ///
    /// The focal lengths may differ by 1 %. All other values must be equal.
    package func takes(_ other: Group) -> Bool {
      guard camera == other.camera, lens == other.lens, iso == other.iso, size == other.size else {
        return false
      }
      guard let own = focalLength, let its = other.focalLength else {
        return focalLength == other.focalLength
      }
      return abs(its - own) <= Self.focalShare * own
    }

    /// The relative difference of focal lengths with similar lens errors.
    private static let focalShare = 0.01

    /// The text to show to a person, such as `Canon EOS 6D, EF50mm f/1.8, 50 mm, ISO 100,
    /// 5472×3648`.
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

  /// A measurement and its group.
  public struct Entry: Sendable, Hashable, Codable {
    /// The photos to use this for.
    public var group: Group
    /// The file name of the measured photo.
    public var photo: String
    /// The measurement.
    public var reading: OpticsReading

    /// Creates an entry.
    public init(_ group: Group, photo: String, reading: OpticsReading) {
      self.group = group
      self.photo = photo
      self.reading = reading
    }
  }

  /// One entry per group.
  public let entries: [Entry]

  /// Creates a list of measurements, one per group.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// Returns the entry for a photo's group.
  ///
  /// - Throws: `OpticsOfAnotherCamera` if the group is missing.
  func entry(for group: Group) throws(OpticsOfAnotherCamera) -> Entry {
    guard let entry = entries.first(where: { $0.group.takes(group) }) else {
      throw OpticsOfAnotherCamera(known: entries.map(\.group), group: group)
    }
    return entry
  }
}

/// The locked measurements do not fit a photo's camera, lens, focal length or ISO.
public struct OpticsOfAnotherCamera: Error, Sendable, Hashable, CustomStringConvertible {
  /// The groups with measurements.
  public let known: [LockedOptics.Group]
  /// The photo's group.
  public let group: LockedOptics.Group

  /// A sentence with both groups, for a person.
  public var description: String {
    let others = known.count > 1 ? " and \(known.count - 1) more" : ""
    return
      "optics are locked to \(known.first?.text ?? "no photo")\(others); this photo is by \(group.text)"
  }
}
