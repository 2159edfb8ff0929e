package import BromideCodecs
package import BromideRaw
package import BromideSystem
package import BromideValues
package import SystemPackage

/// Reads finished pictures with C libraries, here or in a worker, as the context says.
///
/// Pixels, metadata and errors are the same in both cases. Use this for all files that Bromide did
/// not write.
package enum PictureReading {
  /// Reads the data before a PNG's pixels.
  package static func pngInfo(
    _ path: FilePath, context: RunContext
  ) throws(PictureError) -> PNGInfo {
    try PNGHeaderTask(path: path).perform(context).answer
  }

  /// Reads a complete PNG.
  ///
  /// - Parameters:
  ///   - keepsDamage: Whether to return the readable part of a damaged picture with the reason.
  ///     This requires full size.
  ///   - side: The number of rows and columns that become one pixel. See
  ///     `PNGReader.read(path:reducedBy:allocate:)`.
  package static func png(
    _ path: FilePath, keepsDamage: Bool = false, reducedBy side: Int = 1, context: RunContext
  ) throws(PictureError) -> (info: PNGInfo, pixels: PicturePixels, damage: String?) {
    let task = PNGPixelsTask(path: path, keepsDamage: keepsDamage, side: side)
    let (answer, memory) = try task.perform(context)
    let size = BoxReduction.size(of: answer.info.size, side: side)
    guard let pixels = memory.flatMap({ PicturePixels(answer.info.format, size, in: $0) }) else {
      throw task.confused()
    }
    return (answer.info, pixels, answer.damage)
  }

  /// Reads a part of a PNG. See `PNGReader.read(path:part:keepsDamage:allocate:)`.
  package static func png(
    _ path: FilePath, part: PicturePart, keepsDamage: Bool, context: RunContext
  ) throws(PictureError) -> (info: PNGInfo, pixels: PicturePixels, rows: Int, damage: String?) {
    let task = PNGPartTask(path: path, part: part, keepsDamage: keepsDamage)
    let (answer, memory) = try task.perform(context)
    guard answer.info.size == part.whole,
      let pixels = memory.flatMap({ PicturePixels(answer.info.format, part.size, in: $0) })
    else { throw task.confused() }
    return (answer.info, pixels, answer.rows, answer.damage)
  }

  /// Reads a PNG that has a text of the first keyword to its end, strictly: see `PNGReader.check`.
  ///
  /// - Returns: The text of each keyword in the PNG and the checksum of its pixels, or `nil` if the
  ///   first text is missing. Then it reads only the start.
  package static func checkPNG(
    _ path: FilePath, with keywords: [String], context: RunContext
  ) throws(PictureError) -> (texts: [String?], sum: CRC64)? {
    let task = PNGCheckTask(path: path, keywords: keywords)
    let answer = try task.perform(context).answer
    guard let sum = answer.sum else { return nil }
    guard answer.texts.count == keywords.count else { throw task.confused() }
    return (answer.texts, sum)
  }

  /// Reads the data of a TIFF except its pixels.
  package static func tiffInfo(
    _ path: FilePath, context: RunContext
  ) throws(PictureError) -> TIFFInfo {
    try TIFFHeaderTask(path: path).perform(context).answer
  }

  /// Reads a complete TIFF.
  ///
  /// - Parameter side: The number of rows and columns that become one pixel. See
  ///   `TIFFReader.read(path:reducedBy:allocate:)`.
  package static func tiff(
    _ path: FilePath, reducedBy side: Int = 1, context: RunContext
  ) throws(PictureError) -> (info: TIFFInfo, pixels: PicturePixels) {
    let task = TIFFPixelsTask(path: path, side: side)
    let (info, memory) = try task.perform(context)
    let size = BoxReduction.size(of: info.size, side: side)
    guard let pixels = memory.flatMap({ PicturePixels(info.format, size, in: $0) }) else {
      throw task.confused()
    }
    return (info, pixels)
  }

  /// Reads the data of a JPEG XL, AVIF or WebP except its pixels.
  package static func wholeInfo(
    _ path: FilePath, _ format: PictureFormat, context: RunContext
  ) throws(PictureError) -> WholeInfo {
    try WholeHeaderTask(path: path, format: format).perform(context).answer
  }

  /// Reads a complete JPEG XL, AVIF or WebP.
  package static func whole(
    _ path: FilePath, _ format: PictureFormat, context: RunContext
  ) throws(PictureError) -> (info: WholeInfo, pixels: PicturePixels) {
    let task = WholePixelsTask(path: path, format: format)
    let (info, memory) = try task.perform(context)
    guard let pixels = memory.flatMap({ PicturePixels(info.format, info.size, in: $0) }) else {
      throw task.confused()
    }
    return (info, pixels)
  }

  /// Returns the space of an ICC profile, or `nil` if it is not defined by three primaries and a
  /// curve.
  ///
  /// - Parameter path: The file that contains the profile.
  package static func space(
    ofProfile bytes: [UInt8], in path: FilePath, context: RunContext
  ) throws(RawError) -> RGBSpace? {
    try ProfileTask(path: path, bytes: bytes).perform(context).answer
  }

  /// Returns a picture as linear Rec. 2020, with opacity if it has any, or `nil` if lcms2 rejects
  /// it.
  ///
  /// Use this for profiles that `space(ofProfile:in:)` does not support.
  ///
  /// - Parameter part: The part of a PNG to read, or `nil` to read all.
  package static func profiled(
    _ path: FilePath, _ kind: ProfiledKind, part: PicturePart? = nil, by profile: [UInt8],
    context: RunContext
  ) throws(RawError) -> ImageBuffer<Float>? {
    let task = ProfiledPixelsTask(path: path, kind: kind, part: part, profile: profile)
    let (answer, memory) = try task.perform(context)
    guard let size = answer.size else { return nil }
    guard part.map({ $0.size == size }) ?? true,
      let pixels = memory.flatMap({
        ImageBuffer<Float>(size: size, channels: answer.channels, memory: $0)
      })
    else { throw task.confused() }
    return pixels
  }
}

/// A JPEG in a file, or in bytes from a file, such as a raw's preview.
package struct JPEGSource: Codable, Sendable {
  /// The JPEG file, or the file that contains the bytes.
  package let path: FilePath
  let bytes: [UInt8]?

  /// Creates a source for a JPEG file.
  package init(path: FilePath) {
    self.path = path
    bytes = nil
  }

  /// Creates a source for bytes that were read from a file.
  package init(_ bytes: [UInt8], in path: FilePath) {
    self.path = path
    self.bytes = bytes
  }

  /// Reads the data before the pixels.
  package func header(_ context: RunContext) throws(FrameFileError) -> JPEGHeader {
    try JPEGHeaderTask(source: self).perform(context).answer
  }

  /// Reads the planes.
  ///
  /// - Parameters:
  ///   - part: The pixels of the stored picture to read, or `nil` to read all.
  ///   - keepsDamage: Whether to return the readable part of a damaged or incomplete picture.
  package func picture(
    part: Region? = nil, keepsDamage: Bool = false, context: RunContext
  ) throws(FrameFileError) -> JPEGPicture {
    let task = JPEGPlanesTask(source: self, part: part, keepsDamage: keepsDamage)
    let (answer, memory) = try task.perform(context)
    guard let picture = memory.flatMap({ answer.picture(in: $0) }) else { throw task.confused() }
    return picture
  }

  /// Reads a CMYK JPEG: as linear Rec. 2020 with its profile, or as guessed R′G′B′ without one.
  ///
  /// - Parameter ignoresProfile: Whether to ignore the profile.
  package func inks(
    ignoresProfile: Bool, context: RunContext
  ) throws(FrameFileError) -> (pixels: ImageBuffer<Float>, isProfiled: Bool, missesEnd: Bool) {
    let task = JPEGInkTask(path: path, ignoresProfile: ignoresProfile)
    let (answer, memory) = try task.perform(context)
    let size = answer.header.size
    guard
      let pixels = memory.flatMap({ ImageBuffer<Float>(size: size, channels: 3, memory: $0) })
    else { throw task.confused() }
    return (pixels, answer.isProfiled, answer.missesEnd)
  }

  /// Reads a reduced picture in R′G′B′. See `JPEGPicture.reduced`.
  package func reduced(
    atLeast least: Size, context: RunContext
  ) throws(FrameFileError) -> ImageBuffer<UInt8> {
    let task = JPEGReducedTask(source: self, least: least)
    let (size, memory) = try task.perform(context)
    guard
      let picture = memory.flatMap({ ImageBuffer<UInt8>(size: size, channels: 3, memory: $0) })
    else { throw task.confused() }
    return picture
  }
}

extension FrameFileError {
  /// The error in a JPEG's data without the file's name, or `nil` for file errors.
  package var ofJPEG: JPEGError? { if case .jpeg(_, let error) = self { error } else { nil } }
}
