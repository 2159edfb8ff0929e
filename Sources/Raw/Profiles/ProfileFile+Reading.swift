internal import BromideCodecs
internal import BromideSystem
public import BromideValues
public import SystemPackage

extension ProfileFile {
  /// Reads a camera profile's file, a `.dcp`: TIFF's structure with 0x4352 instead of 42, and one
  /// directory (DNG specification 1.7, appendix "Camera Profile File Format"). It also reads an ICC
  /// profile of linear, white-balanced camera values, which has a matrix.
  ///
  /// - Throws: `ProfileError` with the file's name if the file cannot be read, is not a profile, or
  ///   has an invalid part. Invalid parts are errors, because the user selected this profile.
  public init(path: FilePath) throws(ProfileError) {
    func rejected(_ reason: String) -> ProfileError {
      ProfileError("the camera profile \(path) \(reason)")
    }
    let bytes: [UInt8]
    do throws(OrdinaryFileProblem) {
      bytes = try FileSystem.ordinaryContents(of: path, limit: Self.mostBytes)
    } catch { throw rejected(error.reason) }
    do throws(ProfileError) {
      try self.init(bytes: bytes, path: path.string)
    } catch { throw rejected("cannot be used: \(error.reason)") }
  }

  /// Adobe's profiles have up to 2 megabytes.
  private static let mostBytes = 128 << 20

  /// Reads the bytes of a profile's file.
  ///
  /// - Throws: `ProfileError` with a clause.
  package init(bytes: [UInt8], path: String) throws(ProfileError) {
    let digest = ContentHash.file(of: bytes)
    // ICC.1:2010, 7.2: every profile has this signature.
    if bytes.dropFirst(36).prefix(4).elementsEqual("acsp".utf8) {
      self.init(
        path: path, digest: digest, camera: nil, lights: [],
        forwardMatrix: try Self.matrix(ofICC: bytes),
        tables: ProfileTables())
      return
    }
    guard let fields = TIFFFields(bytes), fields.magic == 0x4352 else {
      throw ProfileError("it does not begin as a .dcp or .icc does")
    }
    let tables = ProfileTables { fields.field($0) }
    if let finding = tables.findings.first { throw ProfileError(finding) }
    let lights = try Self.lights(fields)
    guard !lights.isEmpty || !tables.isEmpty else {
      throw ProfileError("it has neither matrices nor tables")
    }
    self.init(
      path: path, digest: digest,
      camera: fields.field(ProfileTag.uniqueCameraModel)?.text, lights: lights, tables: tables)
    calibrationSignature = fields.field(ProfileTag.profileSignature)?.text
  }

  /// Returns the matrix of an ICC profile: balanced camera to XYZ under D50.
  private static func matrix(ofICC bytes: [UInt8]) throws(ProfileError) -> Matrix3x3 {
    guard let space = ICCProfile.space(of: bytes),
      bytes.dropFirst(16).prefix(4).elementsEqual("RGB ".utf8)
    else {
      throw ProfileError(
        "it has tables or several curves; expected a matrix of linear camera values")
    }
    guard space.transfer.isLinear else {
      throw ProfileError("its curve is not linear; expected a matrix of linear camera values")
    }
    return Matrix3x3.bradford(from: space.white, to: .d50) * space.toXYZ
  }

  private static func lights(_ fields: TIFFFields) throws(ProfileError) -> [Light] {
    var lights: [Light] = []
    for index in 0..<2 {
      guard let color = try matrix(fields.field(ProfileTag.colorMatrices[index])) else { break }
      lights.append(
        Light(
          illuminant: CalibrationLight.chromaticity(index, fields.field) ?? .d65,
          colorMatrix: color,
          forwardMatrix: try matrix(fields.field(ProfileTag.forwardMatrices[index]))))
    }
    return lights
  }

  private static func matrix(_ field: ProfileField?) throws(ProfileError) -> Matrix3x3? {
    guard let field else { return nil }
    let numbers = try field.numbers(9)
    let matrix = Matrix3x3(
      SIMD3(numbers[0], numbers[1], numbers[2]), SIMD3(numbers[3], numbers[4], numbers[5]),
      SIMD3(numbers[6], numbers[7], numbers[8]))
    guard numbers.allSatisfy({ abs($0) < 1000 }), abs(matrix.determinant) > 1e-9 else {
      throw ProfileError("a matrix that no camera has")
    }
    return matrix
  }
}
