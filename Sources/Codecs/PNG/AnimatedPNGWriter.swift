internal import BromideSystem
internal import BromideValues
public import SystemPackage

/// Writes an animated PNG (PNG third edition, 11.3.6). All frames have the same size, and each
/// replaces the previous one.
///
/// The file gets its final name in `finish`. Programs without support for animation show the first
/// frame.
public final class AnimatedPNGWriter {
  /// The number of frames written so far.
  public private(set) var frameCount = 0
  private let file: OutputFile
  private let size: Size
  private let announced: Int
  private let plays: Int
  private let delay: (numerator: UInt16, denominator: UInt16)
  /// The offset of acTL.
  private let control: Int
  private var sequence: UInt32 = 0

  /// Opens a temporary file in the folder of `path` and writes everything before the first frame.
  ///
  /// - Parameters:
  ///   - description: The description of every frame.
  ///   - frameCount: The expected number of frames, at least 1. You can write fewer.
  ///   - rate: The frame rate per second as a fraction.
  ///   - plays: The number of times to play the animation. 0 repeats it forever.
  /// - Throws: `PictureFileError.unsupported` if a PNG cannot contain the picture or its
  ///   description, `.io` if the file cannot be written.
  public init(
    path: FilePath, description: PNGDescription, frameCount: Int, rate: (Int, Int), plays: Int = 0
  ) throws(PictureFileError) {
    precondition(frameCount > 0 && rate.0 > 0 && rate.1 > 0, "frames, and a rate")
    let header = try PNGHeader.bytes(description)
    size = description.size
    announced = frameCount
    self.plays = plays
    delay = Self.delay(rate)
    control = header.count
    let start = header + Self.control(frames: frameCount, plays: plays)
    file = try PictureFileError.calling { () throws(SystemError) in
      let file = try OutputFile(path)
      try file.write(start)
      return file
    }
  }

  /// Writes the next frame.
  ///
  /// - Parameter bands: All bands of the frame in order, with the description's size and format.
  /// - Throws: `PictureFileError.io` if writing failed.
  public func append(_ bands: [PNGBand]) throws(PictureFileError) {
    precondition(frameCount < announced, "no more frames than were announced")
    let shape = [size.width, size.height, 0, 0].map { UInt32($0) }
    let times = [delay.numerator, delay.denominator].flatMap {
      [UInt8($0 >> 8), UInt8($0 & 255)]
    }
    // Dispose 0: the frame stays. Blend 0: it replaces the previous one.
    let data = ([sequence] + shape).flatMap(PNGChunk.bigEndian) + times + [0, 0]
    try PictureFileError.calling { () throws(SystemError) in
      try file.write(PNGChunk.bytes("fcTL", data))
    }
    var pixels = PixelChunks(
      height: size.height, sequence: frameCount == 0 ? nil : sequence + 1)
    for band in bands { try pixels.append(band, to: file) }
    precondition(pixels.isComplete, "a frame has all its rows")
    sequence = pixels.sequence ?? sequence + 1
    frameCount += 1
  }

  /// Completes and renames the file. Returns its size in bytes.
  ///
  /// - Parameter description: A final description with as many bytes as the first one, or `nil` to
  ///   keep the first one.
  /// - Throws: `PictureFileError.io` if writing, closing or renaming failed, or `.unsupported` for
  ///   the new description.
  @discardableResult
  public func finish(saying description: PNGDescription? = nil) throws(PictureFileError) -> Int {
    precondition(frameCount > 0, "an animation has a frame")
    let header = try description.map { description throws(PictureFileError) in
      try PNGHeader.bytes(description)
    }
    precondition(header.map { $0.count == control } ?? true, "as many bytes as before")
    try PictureFileError.calling { () throws(SystemError) in
      if let header { try file.rewrite(header, at: 0) }
      if frameCount < announced {
        try file.rewrite(Self.control(frames: frameCount, plays: plays), at: control)
      }
      try file.write(PNGChunk.end)
      try file.commit()
    }
    return file.byteCount
  }

  /// Removes the incomplete file. Releasing the writer before `finish` has the same effect.
  public func cancel() { file.discard() }

  private static func control(frames: Int, plays: Int) -> [UInt8] {
    PNGChunk.bytes("acTL", [UInt32(frames), UInt32(plays)].flatMap(PNGChunk.bigEndian))
  }

  /// Returns the duration of a frame as a fraction of two 16-bit numbers, exact if possible.
  ///
  /// Otherwise it is the last convergent of the continued fraction with 16 bits. At 119.88 frames
  /// per second, its error is 3e-8. If both numbers are scaled instead, it is 6e-4.
  private static func delay(_ rate: (Int, Int)) -> (UInt16, UInt16) {
    var (a, b) = (rate.1, rate.0)
    var (previous, found) = ((0, 1), (1, 0))
    while b != 0 {
      let next = (a / b * found.0 + previous.0, a / b * found.1 + previous.1)
      guard max(next.0, next.1) <= 65535 else { break }
      (a, b) = (b, a % b)
      (previous, found) = (found, next)
    }
    if found.1 == 0 { return (65535, 1) }
    return found.0 == 0 ? (1, 65535) : (UInt16(found.0), UInt16(found.1))
  }
}
