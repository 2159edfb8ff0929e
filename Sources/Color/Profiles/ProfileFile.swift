/// A camera profile that was read from a file of its own, and takes the place of the photo's.
public struct ProfileFile: Sendable, Codable {
  /// The matrices of one light, as far as the file has them.
  public struct Light: Sendable, Hashable, Codable {
    /// The light's chromaticity.
    public var illuminant: Chromaticity
    /// XYZ to camera.
    public var colorMatrix: Matrix3x3
    /// Balanced camera to XYZ under D50.
    public var forwardMatrix: Matrix3x3?

    /// The matrices of a light.
    public init(
      illuminant: Chromaticity, colorMatrix: Matrix3x3, forwardMatrix: Matrix3x3? = nil
    ) {
      self.illuminant = illuminant
      self.colorMatrix = colorMatrix
      self.forwardMatrix = forwardMatrix
    }
  }

  /// The file's path as it was given, for messages.
  public var path: String
  /// A digest of the file's bytes: two profiles with equal ones are equal.
  public var digest: String
  /// The camera that it is made for (UniqueCameraModel); nil if it names none.
  public var camera: String?
  /// The matrices of one or two lights; none if the photo's own stay.
  public var lights: [Light]
  /// Everything but the matrices.
  public var tables: ProfileTables

  /// A profile of these parts.
  public init(
    path: String, digest: String, camera: String?, lights: [Light], tables: ProfileTables
  ) {
    self.path = path
    self.digest = digest
    self.camera = camera
    self.lights = lights
    self.tables = tables
  }
}

extension ProfileFile: Hashable {
  /// Whether both were read from equal bytes. Tables of thousands of numbers need not be compared, as a
  /// recipe is often.
  public static func == (left: ProfileFile, right: ProfileFile) -> Bool {
    left.digest == right.digest
  }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// Whose profile a photo is developed with.
public enum ProfileChoice: Sendable, Hashable, Codable {
  /// The one that the photo's file embeds, or the matrices that are known for its camera.
  case embedded
  /// Matrices only.
  case none
  /// One from a file.
  case file(ProfileFile)
}

extension ProfileChoice {
  /// The forms of a choice as text, for messages.
  public static let acceptedForms = "embedded, none, or the path of a .dcp"

  /// The choice that a word names; nil for any other text, which is a path.
  public init?(word: String) {
    switch word {
    case "embedded": self = .embedded
    case "none": self = .none
    default: return nil
    }
  }

  /// The word that names the choice; nil for a file.
  public var word: String? {
    switch self {
    case .embedded: "embedded"
    case .none: "none"
    case .file: nil
    }
  }

  /// Whether it brings matrices of its own, so that none need be known for the camera.
  public var bringsMatrices: Bool {
    if case .file(let file) = self { return !file.lights.isEmpty }
    return false
  }

  /// The name of the profile that a photo is developed with; nil if it has nothing but the matrices that
  /// are known for its camera.
  ///
  /// - Parameter own: The photo's own profile.
  public func name(in own: CameraProfile) -> String? {
    switch self {
    case .none: return nil
    case .embedded: return own.tables.isEmpty ? nil : own.tables.name ?? "unnamed"
    case .file(let file): return file.tables.name ?? file.path
    }
  }
}
