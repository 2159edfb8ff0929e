internal import BromideCodecs
internal import BromideRaw
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

// The jobs of `PictureReading`. Each calls one function of a library's wrapper.

struct PNGHeaderTask: ForeignTask {
  static let library = "libpng"
  let path: FilePath

  func run(_ allocate: PixelAllocator) throws(PictureError) -> PNGInfo {
    try PNGReader.info(path: path)
  }
}

struct PNGPixelsTask: ForeignTask {
  static let library = "libpng"
  let path: FilePath
  let keepsDamage: Bool
  /// The number of rows and columns that become one pixel.
  var side = 1

  struct Answer: Codable, Sendable {
    let info: PNGInfo
    let damage: String?
  }

  func run(_ allocate: PixelAllocator) throws(PictureError) -> Answer {
    if side > 1 {
      let info = try PNGReader.read(path: path, reducedBy: side, allocate: allocate)
      return Answer(info: info, damage: nil)
    }
    if keepsDamage {
      let read = try PNGReader.readDamaged(path: path, allocate: allocate)
      return Answer(info: read.info, damage: read.damage)
    }
    return Answer(info: try PNGReader.read(path: path, allocate: allocate).info, damage: nil)
  }
}

struct PNGPartTask: ForeignTask {
  static let library = "libpng"
  let path: FilePath
  let part: PicturePart
  let keepsDamage: Bool

  struct Answer: Codable, Sendable {
    let info: PNGInfo
    let rows: Int
    let damage: String?
  }

  func run(_ allocate: PixelAllocator) throws(PictureError) -> Answer {
    let read = try PNGReader.read(
      path: path, part: part, keepsDamage: keepsDamage, allocate: allocate)
    return Answer(info: read.info, rows: read.rows, damage: read.damage)
  }
}

struct PNGCheckTask: ForeignTask {
  static let library = "libpng"
  let path: FilePath
  /// The keywords of texts. Without the first, the pixels are not read.
  let keywords: [String]

  /// It is small, because it takes more time to pass on than a small picture does to read.
  struct Answer: Codable, Sendable {
    let texts: [String?]
    let sum: CRC64?
  }

  func run(_ allocate: PixelAllocator) throws(PictureError) -> Answer {
    let start = try PNGReader.info(path: path)
    guard start.text(keywords[0]) != nil else { return Answer(texts: [], sum: nil) }
    let (info, sum) = try PNGReader.check(path: path)
    return Answer(texts: keywords.map(info.text), sum: sum)
  }
}

struct TIFFHeaderTask: ForeignTask {
  static let library = "libtiff"
  let path: FilePath

  func run(_ allocate: PixelAllocator) throws(PictureError) -> TIFFInfo {
    try TIFFReader.info(path: path)
  }
}

struct TIFFPixelsTask: ForeignTask {
  static let library = "libtiff"
  let path: FilePath
  /// The number of rows and columns that become one pixel.
  var side = 1

  func run(_ allocate: PixelAllocator) throws(PictureError) -> TIFFInfo {
    if side > 1 {
      return try TIFFReader.read(path: path, reducedBy: side, allocate: allocate)
    }
    return try TIFFReader.read(path: path, allocate: allocate).info
  }
}

struct WholeHeaderTask: ForeignTask {
  static let library = "libjxl, libavif or libwebp"
  let path: FilePath
  let format: PictureFormat

  func run(_ allocate: PixelAllocator) throws(PictureError) -> WholeInfo {
    try WholeReader.info(path: path, format: format)
  }
}

struct WholePixelsTask: ForeignTask {
  static let library = "libjxl, libavif or libwebp"
  let path: FilePath
  let format: PictureFormat

  func run(_ allocate: PixelAllocator) throws(PictureError) -> WholeInfo {
    try WholeReader.read(path: path, format: format, allocate: allocate).info
  }
}

struct JPEGHeaderTask: ForeignTask {
  static let library = "libjpeg"
  let source: JPEGSource
  var path: FilePath { source.path }
  var readsFile: Bool { source.bytes == nil }

  func run(_ allocate: PixelAllocator) throws(FrameFileError) -> JPEGHeader {
    guard let bytes = source.bytes else { return try JPEGPicture.header(path: path) }
    return try FrameFileError.ofJPEG(path) { () throws(JPEGError) in
      try JPEGPicture.header(bytes: bytes)
    }
  }
}

struct JPEGPlanesTask: ForeignTask {
  static let library = "libjpeg"
  let source: JPEGSource
  let part: Region?
  let keepsDamage: Bool
  var path: FilePath { source.path }
  var readsFile: Bool { source.bytes == nil }

  /// The position of a plane in the memory.
  struct Place: Codable, Sendable {
    let start, count, stride: Int
  }

  struct Answer: Codable, Sendable {
    let header: JPEGHeader
    let places: [Place]
    let damage: String?
    let missesEnd: Bool
  }

  func run(_ allocate: PixelAllocator) throws(FrameFileError) -> Answer {
    let picture: JPEGPicture
    if let bytes = source.bytes {
      picture = try FrameFileError.ofJPEG(path) { () throws(JPEGError) in
        try JPEGPicture(bytes: bytes, part: part, keepsDamage: keepsDamage, allocate: allocate)
      }
    } else {
      picture = try JPEGPicture(
        path: path, part: part, keepsDamage: keepsDamage, allocate: allocate)
    }
    guard let memory = picture.frame.owner as? PixelMemory else {
      preconditionFailure("the planes lie in the memory that was given")
    }
    let places = picture.frame.planes.map { plane in
      unsafe Place(
        start: plane.bytes.baseAddress! - UnsafeRawPointer(memory.bytes.baseAddress!),
        count: plane.bytes.count, stride: plane.stride)
    }
    return Answer(
      header: picture.header, places: places, damage: picture.damage,
      missesEnd: picture.missesEnd)
  }
}

extension JPEGPlanesTask.Answer {
  /// Returns the picture with planes in memory, or `nil` if the positions are invalid.
  func picture(in memory: PixelMemory) -> JPEGPicture? {
    let bytes = unsafe UnsafeRawBufferPointer(memory.bytes)
    var planes: [YCbCrPlane] = []
    for place in places {
      guard place.start >= 0, place.count > 0, place.count <= bytes.count,
        place.start <= bytes.count - place.count
      else { return nil }
      let part = unsafe UnsafeRawBufferPointer(
        rebasing: bytes[place.start..<place.start + place.count])
      planes.append(unsafe YCbCrPlane(bytes: part, stride: place.stride))
    }
    let frame = try? YCbCrFrame(
      layout: header.layout, size: header.size, planes: planes, owner: memory)
    return frame.map {
      JPEGPicture(header: header, frame: $0, damage: damage, missesEnd: missesEnd)
    }
  }
}

struct JPEGReducedTask: ForeignTask {
  static let library = "libjpeg"
  let source: JPEGSource
  let least: Size
  var path: FilePath { source.path }
  var readsFile: Bool { source.bytes == nil }

  func run(_ allocate: PixelAllocator) throws(FrameFileError) -> Size {
    let bytes = try FrameFileError.calling { () throws(SystemError) in
      if let bytes = source.bytes { bytes } else { try FileSystem.contents(of: path) }
    }
    return try FrameFileError.ofJPEG(path) { () throws(JPEGError) in
      try JPEGPicture.reduced(bytes, atLeast: least, allocate: allocate).size
    }
  }
}

extension FrameFileError {
  /// Runs a step on a JPEG in memory, and adds the file's name to its errors.
  static func ofJPEG<R>(
    _ path: FilePath, _ body: () throws(JPEGError) -> R
  ) throws(FrameFileError) -> R {
    do throws(JPEGError) { return try body() } catch { throw .jpeg(path: path, error) }
  }
}

struct ProfileTask: ForeignTask {
  static let library = "lcms2"
  let path: FilePath
  let bytes: [UInt8]
  var readsFile: Bool { false }

  func run(_ allocate: PixelAllocator) throws(RawError) -> RGBSpace? {
    ICCProfile.space(of: bytes)
  }
}
