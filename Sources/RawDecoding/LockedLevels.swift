internal import Metadata
public import Pixels
internal import Platform
public import SystemPackage

/// Black and white level of one photo, for all others of the same camera.
public struct LockedLevels: Sendable, Hashable, Codable {
  /// In raw code values.
  public var levels: SensorLevels
  /// The photo they come from.
  public var source: FilePath
  /// That photo's camera model, as its file writes it; photos by another camera fail.
  public var camera: String

  /// The levels of a photo; nil if it has no mosaic.
  ///
  /// - Parameter source: The photo's path.
  public init?(_ photo: RawPhoto, from source: FilePath) {
    switch photo.image {
    case .mosaic(let mosaic): levels = mosaic.levels
    case .xtrans(let mosaic): levels = mosaic.levels
    case .linear: return nil
    }
    self.source = source
    camera = photo.metadata.model ?? ""
  }

  /// The levels of the photo in a file; nil if it has no mosaic.
  ///
  /// Uncompressed samples stay in the file, unread, and only one tile is decoded: decoding all would take half as long as
  /// developing them, while nothing else is done.
  ///
  /// - Throws: The errors of opening and decoding, and `.damaged` if the decoded part is not whole, even if it was damaged
  ///   only meanwhile: masked pixels that the black level is the mean of may be missing.
  public init?(path: FilePath) throws(RawError) {
    let file = try RawFile(path: path)
    try self.init(path: path, size: file.size) { unpacking throws(RawError) in
      try file.decode(unpacking: unpacking)
    }
  }

  /// The same of a file of which only the size is known here.
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

  /// A photo's pixels with these levels in place of its own; a picture without a mosaic keeps those it has.
  ///
  /// - Throws: `LevelsOfAnotherCamera`.
  public func image(of photo: RawPhoto) throws(LevelsOfAnotherCamera) -> SensorImage {
    if case .linear = photo.image { return photo.image }
    let camera = photo.metadata.model ?? ""
    guard camera == self.camera else { throw LevelsOfAnotherCamera(locked: self, camera: camera) }
    switch photo.image {
    case .mosaic(var mosaic):
      mosaic.levels = levels
      return .mosaic(mosaic)
    case .xtrans(var mosaic):
      mosaic.levels = levels
      return .xtrans(mosaic)
    case .linear: return photo.image
    }
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

  /// Writes the path as text, from which it can be read whatever its bytes are.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(levels, forKey: .levels)
    try values.encode(source.reversible, forKey: .source)
    try values.encode(camera, forKey: .camera)
  }
}

/// Levels were to be taken from a photo by another camera, whose numbers mean something else.
public struct LevelsOfAnotherCamera: Error, Sendable, Hashable, CustomStringConvertible {
  /// The levels.
  public let locked: LockedLevels
  /// The camera of the photo that was to have them.
  public let camera: String

  /// Both cameras, in English, for a person.
  public var description: String {
    "levels are locked to \(locked.source), made by “\(locked.camera)”; this photo is by “\(camera)”"
  }
}
