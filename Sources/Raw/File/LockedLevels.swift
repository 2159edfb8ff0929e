internal import BromideCodecs
internal import BromideSystem
public import BromideValues
public import SystemPackage

/// The black and white levels of one photo, for all other photos of the same camera.
public struct LockedLevels: Sendable, Hashable, Codable {
  /// The levels in code values of `source`.
  public var levels: SensorLevels
  /// The photo with these levels.
  public var source: FilePath
  /// That photo's camera model, unchanged from its file. Photos by another camera fail.
  public var camera: String

  /// Returns the levels of a photo, or `nil` if it does not have a mosaic.
  ///
  /// - Parameter source: The photo's path.
  public init?(_ photo: RawPhoto, from source: FilePath) {
    guard let levels = photo.image.levels else { return nil }
    self.levels = levels
    self.source = source
    camera = photo.metadata.model ?? ""
  }

  /// Reads the levels of the photo in a file, or returns `nil` if it does not have a mosaic.
  ///
  /// Uncompressed samples stay in the file, unread, and only one tile is decoded. Decoding
  /// everything would take half the time of developing, and no other work could run meanwhile.
  ///
  /// - Parameter cameras: The cameras that the user added, or `nil` without them.
  /// - Throws: The errors of opening and decoding. Also `.damaged` if the decoded part is
  ///   incomplete, even if the damage is new, because masked pixels for the mean black level could
  ///   be missing.
  public init?(path: FilePath, cameras: AddedCameras?) throws(RawError) {
    let file = try RawFile(path: path, cameras: cameras)
    try self.init(path: path, size: file.size) { unpacking throws(RawError) in
      try file.decode(unpacking: unpacking)
    }
  }

  /// Reads the levels with `decode`, for a file of which only the size is known.
  package init?(
    path: FilePath, size: Size, decode: (Unpacking) throws(RawError) -> RawPhoto
  ) throws(RawError) {
    let middle = Region(x: size.width / 2, y: size.height / 2, width: 1, height: 1)
    let photo = try decode(Unpacking(leavesSamplesInFile: true, parts: [middle]))
    let damage = photo.damage + [photo.lostPixels].compactMap(\.self)
    guard damage.isEmpty else {
      throw .damaged(path: path, reason: damage.joined(separator: "; "))
    }
    self.init(photo, from: path)
  }

  /// Returns a photo's pixels with these levels. A picture without a mosaic keeps its levels.
  ///
  /// - Throws: `LevelsOfAnotherCamera`.
  public func image(of photo: RawPhoto) throws(LevelsOfAnotherCamera) -> SensorImage {
    let image = photo.image
    guard let filters = image.filters, let recorded = image.levels else { return image }
    let camera = photo.metadata.model ?? ""
    guard camera == self.camera else { throw LevelsOfAnotherCamera(locked: self, camera: camera) }
    return SensorImage(image.samples, filters, levels.onScale(of: recorded))
  }
}

extension SensorLevels {
  /// Returns these levels in the code values of a photo by the same camera.
  ///
  /// Many cameras record 12 or 14 bits, so the white levels of two photos differ by a factor of
  /// four. The scale is therefore the power of two nearest to their ratio. Smaller differences,
  /// such as a white level that depends on ISO, are the reason for locking.
  /// - Parameter recorded: The levels that the photo records.
  fileprivate func onScale(of recorded: SensorLevels) -> SensorLevels {
    let ratio = recorded.white / white
    guard ratio.isNormal, ratio > 0 else { return self }
    let exponent = (ratio * Float(2).squareRoot()).exponent
    let scale = Float(sign: .plus, exponent: exponent, significand: 1)
    var levels = self
    levels.black = black.map { $0 * scale }
    levels.white *= scale
    levels.linearMaximum = linearMaximum.map { $0 * scale }
    return levels
  }
}

extension LockedLevels {
  private enum CodingKeys: String, CodingKey {
    case levels, source, camera
  }

  /// Reads what `encode` wrote.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    levels = try values.decode(SensorLevels.self, forKey: .levels)
    source = FilePath(reversible: try values.decode(String.self, forKey: .source))
    camera = try values.decode(String.self, forKey: .camera)
  }

  /// Writes the path as reversible text, so that it can contain any bytes.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(levels, forKey: .levels)
    try values.encode(source.reversible, forKey: .source)
    try values.encode(camera, forKey: .camera)
  }
}

/// The levels come from another camera. Its numbers have a different meaning.
public struct LevelsOfAnotherCamera: Error, Sendable, Hashable, CustomStringConvertible {
  /// The levels.
  public let locked: LockedLevels
  /// The camera of the photo to decode.
  public let camera: String

  /// Both cameras as a message.
  public var description: String {
    "levels are locked to \(locked.source), made by “\(locked.camera)”; this photo is by “\(camera)”"
  }
}
