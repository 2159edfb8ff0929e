package import Color
package import PNGCoding
package import Pixels
package import Platform
package import RawDecoding
package import SystemPackage
package import TIFFCoding
package import YCbCr

/// Finished pictures, read by the libraries of others: here, or in a worker, as `PhotoIsolation` has it. Pixels, contents and errors
/// are the same. Whoever opens a file that came from elsewhere opens it by this.
package enum PictureReading {
  /// Everything before a PNG's pixels.
  package static func pngInfo(_ path: FilePath) throws(PNGError) -> PNGInfo {
    try PNGHeaderTask(path: path).perform().answer
  }

  /// A whole PNG.
  ///
  /// - Parameters:
  ///   - keepsDamage: Whether to return a damaged picture as far as it goes, with the reason; only of a picture in its own size.
  ///   - side: Rows and columns of a square that becomes one pixel: see `PNGReader.read(path:reducedBy:allocate:)`.
  package static func png(
    _ path: FilePath, keepsDamage: Bool = false, reducedBy side: Int = 1
  ) throws(PNGError) -> (info: PNGInfo, pixels: PNGPixels, damage: String?) {
    let task = PNGPixelsTask(path: path, keepsDamage: keepsDamage, side: side)
    let (answer, memory) = try task.perform()
    guard let pixels = memory.flatMap({ PNGPixels(answer.info, reducedBy: side, in: $0) }) else {
      throw task.confused()
    }
    return (answer.info, pixels, answer.damage)
  }

  /// A part of a PNG: see `PNGReader.read(path:part:keepsDamage:allocate:)`.
  package static func png(
    _ path: FilePath, part: PicturePart, keepsDamage: Bool
  ) throws(PNGError) -> (info: PNGInfo, pixels: PNGPixels, rows: Int, damage: String?) {
    let task = PNGPartTask(path: path, part: part, keepsDamage: keepsDamage)
    let (answer, memory) = try task.perform()
    guard answer.info.size == part.whole,
      let pixels = memory.flatMap({ PNGPixels(answer.info, part: part, in: $0) })
    else { throw task.confused() }
    return (answer.info, pixels, answer.rows, answer.damage)
  }

  /// Reads a PNG that has a text of the first keyword to its end, strictly: see `PNGReader.check`.
  ///
  /// - Returns: The text of each keyword that the PNG has, and the sum of its pixels; nil for a PNG without the first text, of
  ///   which only the start is read.
  package static func checkPNG(
    _ path: FilePath, with keywords: [String]
  ) throws(PNGError) -> (texts: [String?], sum: CRC64)? {
    let task = PNGCheckTask(path: path, keywords: keywords)
    let answer = try task.perform().answer
    guard let sum = answer.sum else { return nil }
    guard answer.texts.count == keywords.count else { throw task.confused() }
    return (answer.texts, sum)
  }

  /// Everything besides a TIFF's pixels.
  package static func tiffInfo(_ path: FilePath) throws(TIFFError) -> TIFFInfo {
    try TIFFHeaderTask(path: path).perform().answer
  }

  /// A whole TIFF.
  ///
  /// - Parameter side: Rows and columns of a square that becomes one pixel: see `TIFFReader.read(path:reducedBy:allocate:)`.
  package static func tiff(
    _ path: FilePath, reducedBy side: Int = 1
  ) throws(TIFFError) -> (info: TIFFInfo, pixels: TIFFPixels) {
    let task = TIFFPixelsTask(path: path, side: side)
    let (info, memory) = try task.perform()
    guard let pixels = memory.flatMap({ TIFFPixels(info, reducedBy: side, in: $0) }) else {
      throw task.confused()
    }
    return (info, pixels)
  }

  /// The space that an embedded ICC profile describes; nil for those that are not made of three primaries and a curve.
  ///
  /// - Parameter path: The file that it is from.
  package static func space(
    ofProfile bytes: [UInt8], in path: FilePath
  ) throws(RawError) -> RGBSpace? {
    try ProfileTask(path: path, bytes: bytes).perform().answer
  }

  /// A picture as linear light of Rec. 2020, and opacities if it has any, by a profile that `space(ofProfile:in:)` does not
  /// describe; nil if lcms2 does not take it.
  ///
  /// - Parameter part: The part of a PNG that alone is wanted; nil for all.
  package static func profiled(
    _ path: FilePath, _ kind: ProfiledKind, part: PicturePart? = nil, by profile: [UInt8]
  ) throws(RawError) -> ImageBuffer<Float>? {
    let task = ProfiledPixelsTask(path: path, kind: kind, part: part, profile: profile)
    let (answer, memory) = try task.perform()
    guard let size = answer.size else { return nil }
    guard part.map({ $0.size == size }) ?? true,
      let pixels = memory.flatMap({
        ImageBuffer<Float>(size: size, channels: answer.channels, memory: $0)
      })
    else { throw task.confused() }
    return pixels
  }
}

/// A JPEG in a file, or in bytes that a file holds, as a raw its preview.
package struct JPEGSource: Codable, Sendable {
  /// The file that it is, or is in.
  package let path: FilePath
  let bytes: [UInt8]?

  /// The JPEG that a file is.
  package init(path: FilePath) {
    self.path = path
    bytes = nil
  }

  /// A JPEG in bytes that were read from a file.
  package init(_ bytes: [UInt8], in path: FilePath) {
    self.path = path
    self.bytes = bytes
  }

  /// Everything before the pixels.
  package func header() throws(FrameFileError) -> JPEGHeader {
    try JPEGHeaderTask(source: self).perform().answer
  }

  /// The planes.
  ///
  /// - Parameters:
  ///   - part: Pixels of the stored picture, inside it, which alone are wanted; nil for all.
  ///   - keepsDamage: Whether to return a damaged or incomplete picture as far as it goes.
  package func picture(
    part: Region? = nil, keepsDamage: Bool = false
  ) throws(FrameFileError) -> JPEGPicture {
    let task = JPEGPlanesTask(source: self, part: part, keepsDamage: keepsDamage)
    let (answer, memory) = try task.perform()
    guard let picture = memory.flatMap({ answer.picture(in: $0) }) else { throw task.confused() }
    return picture
  }

  /// A JPEG of inks: linear light of Rec. 2020 where its profile says what they look like, else R′G′B′ by a guess.
  ///
  /// - Parameter ignoresProfile: Whether its profile is to be left aside.
  package func inks(
    ignoresProfile: Bool
  ) throws(FrameFileError) -> (pixels: ImageBuffer<Float>, isProfiled: Bool, missesEnd: Bool) {
    let task = JPEGInkTask(path: path, ignoresProfile: ignoresProfile)
    let (answer, memory) = try task.perform()
    let size = answer.header.size
    guard
      let pixels = memory.flatMap({ ImageBuffer<Float>(size: size, channels: 3, memory: $0) })
    else { throw task.confused() }
    return (pixels, answer.isProfiled, answer.missesEnd)
  }

  /// A small picture in R′G′B′: see `JPEGPicture.reduced`.
  package func reduced(atLeast least: Size) throws(FrameFileError) -> ImageBuffer<UInt8> {
    let task = JPEGReducedTask(source: self, least: least)
    let (size, memory) = try task.perform()
    guard
      let picture = memory.flatMap({ ImageBuffer<UInt8>(size: size, channels: 3, memory: $0) })
    else { throw task.confused() }
    return picture
  }
}

extension FrameFileError {
  /// What is wrong with a JPEG in memory, without the name of the file that it is from; nil for problems of files.
  package var ofJPEG: JPEGError? { if case .jpeg(_, let error) = self { error } else { nil } }
}
