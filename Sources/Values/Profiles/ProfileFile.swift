/// A camera profile read from a separate file, which replaces the photo's profile.
public struct ProfileFile: Sendable, Codable {
  /// The matrices of one light that the file contains.
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

  /// The file's path as specified, for messages.
  public var path: String
  /// A digest of the file's bytes: two profiles with equal ones are equal.
  public var digest: String
  /// The camera that it is made for (UniqueCameraModel), or `nil` if it does not name a camera.
  public var camera: String?
  /// The reference camera that its matrices are measured with (ProfileCalibrationSignature), or
  /// `nil` if it is missing.
  public var calibrationSignature: String?
  /// The matrices of one or two lights. If the list is empty, the photo's matrices are used.
  public var lights: [Light]
  /// Balanced camera to XYZ under D50 for every light, from an ICC profile, or `nil`. The photo's
  /// other matrices are used, because an ICC profile lacks the camera's values of white.
  public var forwardMatrix: Matrix3x3?
  /// Everything but the matrices.
  public var tables: ProfileTables

  /// Creates a profile from its parts.
  public init(
    path: String, digest: String, camera: String?, lights: [Light],
    forwardMatrix: Matrix3x3? = nil, tables: ProfileTables
  ) {
    self.path = path
    self.digest = digest
    self.camera = camera
    self.lights = lights
    self.forwardMatrix = forwardMatrix
    self.tables = tables
  }
}

extension ProfileFile: Hashable {
  /// Compares the fingerprints of the files. Recipes are compared often, so this avoids comparing
  /// tables of thousands of numbers.
  public static func == (left: ProfileFile, right: ProfileFile) -> Bool {
    left.digest == right.digest
  }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// The profile to develop a photo with.
public enum ProfileChoice: Sendable, Hashable, Codable {
  /// The profile embedded in the photo's file, or the built-in matrices of its camera.
  case embedded
  /// Matrices only.
  case none
  /// One from a file.
  case file(ProfileFile)
}

extension ProfileChoice {
  /// The forms of a choice as text, for messages.
  public static let acceptedForms = "embedded, none, or the path of a .dcp or .icc"

  /// Parses a word. Returns `nil` for any other text, which is a path.
  public init?(word: String) {
    switch word {
    case "embedded": self = .embedded
    case "none": self = .none
    default: return nil
    }
  }

  /// The word for the choice, or `nil` for a file.
  public var word: String? {
    switch self {
    case .embedded: "embedded"
    case .none: "none"
    case .file: nil
    }
  }

  /// Whether the choice contains matrices, so that the camera's matrices are not needed.
  public var bringsMatrices: Bool {
    if case .file(let file) = self { return !file.lights.isEmpty || file.forwardMatrix != nil }
    return false
  }

  /// Returns the name of the profile that a photo is developed with, or `nil` if it only uses the
  /// camera's built-in matrices.
  ///
  /// - Parameter own: The photo's profile.
  public func name(in own: CameraProfile) -> String? {
    switch self {
    case .none: return nil
    case .embedded: return own.tables.isEmpty ? nil : own.tables.name ?? "unnamed"
    case .file(let file): return file.tables.name ?? file.path
    }
  }
}
