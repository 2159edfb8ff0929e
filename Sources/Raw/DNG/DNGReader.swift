internal import BromideCodecs
internal import BromideValues
internal import SystemPackage

/// Reads the description of a DNG's raw picture.
struct DNGReader {
  enum Tag {
    static let subfileType: UInt16 = 254
    static let width: UInt16 = 256
    static let height: UInt16 = 257
    static let bits: UInt16 = 258
    static let compression: UInt16 = 259
    static let photometric: UInt16 = 262
    static let stripOffsets: UInt16 = 273
    static let orientation: UInt16 = 274
    static let samples: UInt16 = 277
    static let rowsPerStrip: UInt16 = 278
    static let stripCounts: UInt16 = 279
    static let planar: UInt16 = 284
    static let predictor: UInt16 = 317
    static let tileWidth: UInt16 = 322
    static let tileHeight: UInt16 = 323
    static let tileOffsets: UInt16 = 324
    static let tileCounts: UInt16 = 325
    static let sampleFormat: UInt16 = 339
    static let repeatDim: UInt16 = 33_421
    static let pattern: UInt16 = 33_422
    static let version: UInt16 = 50_706
    static let oldestVersion: UInt16 = 50_707
    static let cameraName: UInt16 = 50_708
    static let planeColor: UInt16 = 50_710
    static let layout: UInt16 = 50_711
    static let table: UInt16 = 50_712
    static let blackRepeat: UInt16 = 50_713
    static let black: UInt16 = 50_714
    static let blackColumns: UInt16 = 50_715
    static let blackRows: UInt16 = 50_716
    static let white: UInt16 = 50_717
    static let scale: UInt16 = 50_718
    static let cropOrigin: UInt16 = 50_719
    static let cropSize: UInt16 = 50_720
    static let activeArea: UInt16 = 50_829
    static let maskedAreas: UInt16 = 50_830
    static let opcodeLists: [UInt16] = [51_008, 51_009, 51_022]
    static let rowInterleave: UInt16 = 50_975
    static let userCrop: UInt16 = 51_125
    static let columnInterleave: UInt16 = 52_547
  }

  static let mosaic = 32_803
  static let linearRaw = 34_892
  /// The newest version that this reader supports: DNG 1.7.
  private static let newest: [UInt8] = [1, 7]

  let file: TIFFDirectories
  /// All directories. The first one contains the tags for the entire file.
  let directories: [TIFFDirectory]
  /// The directory of the raw picture.
  let raw: TIFFDirectory
  private let version: UInt32

  var main: TIFFDirectory { directories[0] }

  /// Reads the raw picture from a file's directories, or returns `nil` if the file is not a DNG.
  ///
  /// - Throws: `DNGFault`.
  static func picture(_ file: TIFFDirectories) throws(DNGFault) -> DNGPicture? {
    let directories = file.all
    guard let version = directories.first?[Tag.version] else { return nil }
    return try DNGReader(file, directories, version).picture()
  }

  private init(
    _ file: TIFFDirectories, _ directories: [TIFFDirectory], _ version: TIFFField
  ) throws(DNGFault) {
    guard let numbers = file.bytes(version, most: 4), numbers.count == 4 else {
      throw .damaged(
        "DNGVersion has \(version.count) values of type \(version.type), and DNG has 4 bytes there")
    }
    // Later versions can give the same fields other meanings.
    let recorded = directories[0][Tag.oldestVersion].flatMap { file.bytes($0, most: 4) }
    let needed = recorded.flatMap { $0.count == 4 ? $0 : nil } ?? numbers
    guard !Self.newest.lexicographicallyPrecedes(needed.prefix(2)) else {
      throw .unsupported(
        "a DNG that needs a reader of DNG \(needed[0]).\(needed[1]); Bromide reads DNG \(Self.newest[0]).\(Self.newest[1])"
      )
    }
    guard let raw = Self.choose(file, directories) else {
      throw .damaged("a DNG without a main image of a mosaic or of linear values")
    }
    self.file = file
    self.directories = directories
    self.raw = raw
    self.version = numbers.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns whether a file contains DNG's version in the right directory.
  static func isDNG(_ path: FilePath) -> Bool {
    guard let source = TIFFFileSource(path), let file = TIFFDirectories(source) else {
      return false
    }
    return file.directory(at: file.first)?[Tag.version] != nil
  }

  /// Returns whether the first directory contains a camera's unique name or the oldest version of
  /// readers, which only DNG has, but not the version.
  static func lacksVersion(_ file: TIFFDirectories) -> Bool {
    guard let main = file.directory(at: file.first), main[Tag.version] == nil else { return false }
    return main[Tag.oldestVersion] != nil || main[Tag.cameraName] != nil
  }

  /// Returns the directory of the raw picture, or `nil`: the largest main image (NewSubFileType 0)
  /// with a mosaic or linear values. Enhanced pictures, depths, masks and previews have other
  /// types.
  private static func choose(
    _ file: TIFFDirectories, _ directories: [TIFFDirectory]
  ) -> TIFFDirectory? {
    let pictures = directories.filter { directory in
      let photometric = file.integer(directory[Tag.photometric])
      return (file.integer(directory[Tag.subfileType]) ?? 0) == 0
        && (photometric == mosaic || photometric == linearRaw)
    }
    func area(_ directory: TIFFDirectory) -> Int {
      let sides = [Tag.width, Tag.height].map { file.integer(directory[$0]) ?? 0 }
      return sides[0].multipliedReportingOverflow(by: sides[1]).partialValue
    }
    return pictures.max { area($0) < area($1) }
  }

  func integer(_ tag: UInt16) -> Int? { file.integer(raw[tag]) }
  func integers(_ tag: UInt16, most: Int = 1 << 20) -> [Int]? {
    file.integers(raw[tag], most: most)
  }
  func numbers(_ tag: UInt16, most: Int = 1 << 16) -> [Double]? {
    file.numbers(raw[tag], most: most)
  }

  private func picture() throws(DNGFault) -> DNGPicture {
    let size = Size(width: integer(Tag.width) ?? 0, height: integer(Tag.height) ?? 0)
    let samples = integer(Tag.samples) ?? 1
    guard (1...Self.mostSide).contains(size.width), (1...Self.mostSide).contains(size.height),
      size.area <= 1 << 31
    else { throw .damaged("a raw picture of \(size.width)×\(size.height) pixels") }
    let active = try activeArea(size)
    let storage = try storage(size, samples: samples)
    let (filters, planes) = try filters(samples: samples, active: active)
    let crop = crop(active.size)
    return DNGPicture(
      version: version, isBigEndian: file.isBigEndian, isBigTIFF: file.isBigTIFF, size: size,
      samples: samples,
      storage: storage, filters: filters, planes: planes, activeArea: active,
      maskedAreas: maskedAreas(size), crop: crop, userCrop: userCrop(crop),
      pixelAspect: pixelAspect, orientation: orientation,
      levels: try levels(storage, samples: samples, active: active),
      colors: colors(planes: planes.count),
      opcodeLists: Set((1...3).filter { (raw[Tag.opcodeLists[$0 - 1]]?.count ?? 0) > 0 }))
  }

  // MARK: Geometry

  private func activeArea(_ size: Size) throws(DNGFault) -> Region {
    guard let edges = integers(Tag.activeArea, most: 4), edges.count == 4 else {
      return Region(size)
    }
    let area = region(edges[...])
    guard let area, area.width > 0, area.height > 0, Region(size).contains(area) else {
      throw .damaged(
        "an active area of \(edges.map(String.init).joined(separator: ", ")) (top, left, bottom, right)"
          + " in a raw picture of \(size.width)×\(size.height) pixels")
    }
    return area
  }

  /// Returns the region between edges at the top, left, bottom and right, or `nil` if it is too
  /// large for a picture.
  private func region(_ edges: ArraySlice<Int>) -> Region? {
    let edges = Array(edges)
    guard edges.allSatisfy({ (0...Self.mostSide).contains($0) }) else { return nil }
    return Region(
      x: edges[1], y: edges[0], width: edges[3] - edges[1], height: edges[2] - edges[0])
  }

  /// More columns or rows than any sensor has.
  static let mostSide = 1 << 20

  private func maskedAreas(_ size: Size) -> [Region] {
    let edges = integers(Tag.maskedAreas, most: 64) ?? []
    return stride(from: 0, to: edges.count / 4 * 4, by: 4).compactMap { index in
      region(edges[index..<index + 4])?.intersection(Region(size))
    }.filter { !$0.isEmpty }
  }

  /// Returns DefaultCropOrigin and DefaultCropSize, rounded to pixels, or the complete active area.
  private func crop(_ active: Size) -> Region {
    func pair(_ tag: UInt16) -> (Int, Int)? {
      guard let values = numbers(tag, most: 2), values.count == 2,
        values.allSatisfy({ $0 >= 0 && $0 < 1e6 })
      else { return nil }
      return (Int(values[0].rounded()), Int(values[1].rounded()))
    }
    guard let origin = pair(Tag.cropOrigin), let size = pair(Tag.cropSize) else {
      return Region(active)
    }
    let crop = Region(x: origin.0, y: origin.1, width: size.0, height: size.1)
      .intersection(Region(active))
    return crop.isEmpty ? Region(active) : crop
  }

  /// Returns DefaultUserCrop: top, left, bottom and right as fractions of the default crop. Returns
  /// `nil` if it keeps everything or is empty.
  private func userCrop(_ crop: Region) -> Region? {
    guard let edges = numbers(Tag.userCrop, most: 4), edges.count == 4,
      edges.allSatisfy({ (0...1).contains($0) }), edges[0] < edges[2], edges[1] < edges[3]
    else { return nil }
    func place(_ part: Double, _ length: Int) -> Int { Int((part * Double(length)).rounded()) }
    let (left, right) = (place(edges[1], crop.width), place(edges[3], crop.width))
    let (top, bottom) = (place(edges[0], crop.height), place(edges[2], crop.height))
    let user = Region(
      x: crop.x + left, y: crop.y + top, width: right - left, height: bottom - top)
    return user.isEmpty || user == crop ? nil : user
  }

  /// DefaultScale. Scales that differ by less than half a percent are treated as equal.
  private var pixelAspect: Double {
    guard let scale = numbers(Tag.scale, most: 2), scale.count == 2 else { return 1 }
    let aspect = scale[0] / scale[1]
    guard aspect.isFinite, aspect > 0.1, aspect < 10 else { return 1 }
    return abs(aspect - 1) < 0.005 ? 1 : Double(Float(aspect))
  }

  /// The orientation in the first directory, or in the raw picture's directory. Values outside 1…8
  /// mean upright.
  private var orientation: Orientation {
    let recorded = file.integer(main[Tag.orientation]) ?? integer(Tag.orientation)
    return recorded.flatMap { Orientation(rawValue: $0) } ?? .upright
  }
}
