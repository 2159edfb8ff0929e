import BromideCodecs
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// Parts of PNGs hold the pixels that the whole picture has there, and damage is found as far as checksums go.
@Suite struct PNGPartTests {
  private static let size = Size(width: 53, height: 97)

  private let folder = TemporaryFolder.fresh

  private func part(_ regions: [Region], size: Size = size) throws -> PicturePart {
    try #require(PicturePart(holding: regions, in: size))
  }

  private func write(_ bytes: [UInt8]) throws -> FilePath {
    FilePath(try folder.write(bytes, as: "a.png"))
  }

  /// The pixel codes of a part, and the codes of the same pixels in the complete picture.
  private func codes(_ part: PicturePart, _ pixels: PicturePixels, _ whole: PicturePixels) -> (
    [Int], [Int]
  ) {
    func codes<Sample: BinaryInteger & BitwiseCopyable & Sendable>(
      _ image: ImageBuffer<Sample>, _ whole: ImageBuffer<Sample>
    ) -> ([Int], [Int]) {
      var (found, expected) = ([Int](), [Int]())
      for (y, x) in product(part.bands.flatMap(\.self), part.columns) {
        for c in 0..<whole.channels {
          found.append(Int(image[x - part.columns.lowerBound, part.row(y), c]))
          expected.append(Int(whole[x, y, c]))
        }
      }
      return (found, expected)
    }
    return switch (pixels, whole) {
    case (.eight(let pixels), .eight(let whole)): codes(pixels, whole)
    case (.sixteen(let pixels), .sixteen(let whole)): codes(pixels, whole)
    default: ([], [1])
    }
  }

  static let regions: [[Region]] = [
    [Region(x: 7, y: 0, width: 1, height: 1)], [Region(x: 52, y: 96, width: 1, height: 1)],
    [
      Region(x: 30, y: 60, width: 5, height: 3), Region(x: 3, y: 12, width: 1, height: 1),
      Region(x: 9, y: 63, width: 2, height: 1),
    ],
    [Region(size)],
  ]

  @Test(arguments: HandmadePNG.kinds.map { [$0.colorType, $0.depth] }, [false, true])
  func pixelsMatchTheCompletePicture(kind: [Int], hasTransparency: Bool) throws {
    var png = HandmadePNG(
      width: Self.size.width, height: Self.size.height, depth: kind[1], colorType: kind[0])
    png.chunkBytes = 500
    png.chunks.append(("gAMA", [0, 0, 0xb1, 0x8f]))
    if kind[0] == 3 { png.addPalette(seed: 3) }
    if hasTransparency {
      switch kind[0] {
      case 0: png.chunks.append(("tRNS", [0, 1]))
      case 2: png.chunks.append(("tRNS", [0, 1, 0, 2, 0, 3]))
      case 3: png.chunks.append(("tRNS", [0, 120]))
      default: return
      }
    }
    let path = try write(png.noise(seed: UInt64(kind[0] * 16 + kind[1])))
    let whole = try PNGReader.read(path: path)
    for regions in Self.regions {
      let part = try part(regions)
      let read = try PNGReader.read(path: path, part: part)
      let (found, expected) = codes(part, read.pixels, whole.pixels)
      #expect(found == expected)
      #expect(read.info == whole.info && read.rows == part.endY && read.damage == nil)
    }
  }

  /// Bytes of a file in chunks of 500, and a part at its top.
  private func sound() throws -> (bytes: [UInt8], part: PicturePart) {
    var png = HandmadePNG(width: Self.size.width, height: Self.size.height, depth: 8, colorType: 2)
    png.chunkBytes = 500
    return (png.noise(seed: 4), try part(Self.regions[0]))
  }

  /// For every truncation, and for every flipped bit in a significant chunk, the file is damaged.
  @Test func damageAfterThePartIsFound() throws {
    let (bytes, part) = try sound()
    for count in stride(from: bytes.count - 1, to: 60, by: -97) {
      let path = try write(Array(bytes[..<count]))
      #expect(
        throws: PictureError.malformed(path: path, format: .png, reason: "the file ends too early")
      ) {
        try PNGReader.read(path: path, part: part)
      }
    }
    for place in stride(from: 33, to: bytes.count, by: 61) {
      var damaged = bytes
      damaged[place] ^= 4
      let path = try write(damaged)
      #expect(throws: PictureError.self, "\(place)") { try PNGReader.read(path: path, part: part) }
    }
    // A length above the format's limit.
    var long = bytes
    long[bytes.count - 12] = 0x80
    let path = try write(long)
    #expect(throws: PictureError.self) { try PNGReader.read(path: path, part: part) }
  }

  /// Chunks that a decoder may pass over may be wrong, as they may when the whole is read.
  @Test func damagedTextAfterThePixelsIsIgnored() throws {
    let (bytes, part) = try sound()
    var text = HandmadePNG.chunk("tEXt", Array("Title\0A".utf8))
    text[text.count - 1] ^= 1
    let path = try write(bytes.dropLast(12) + text + bytes.suffix(12))
    _ = try PNGReader.read(path: path)
    #expect(try PNGReader.read(path: path, part: part).rows == 1)
    // And nothing is read behind IEND.
    _ = try PNGReader.read(path: write(bytes + [1, 2, 3]), part: part)
  }

  @Test func keptDamageMatchesTheCompletePicture() throws {
    let (bytes, _) = try sound()
    let path = try write(Array(bytes[..<(bytes.count / 2)]))
    let whole = try PNGReader.readDamaged(path: path)
    for regions in Self.regions {
      let part = try part(regions)
      let used = PixelMemory(byteCount: part.size.byteCount(3))
      unsafe used.bytes.initializeMemory(as: UInt8.self, repeating: 77)
      let read = try PNGReader.read(path: path, part: part, keepsDamage: true) { _ in used }
      let (found, expected) = codes(part, read.pixels, whole.pixels)
      #expect(found == expected)
      #expect(read.damage == whole.damage && read.damage != nil)
      #expect(read.rows == Self.size.height)
    }
  }

  @Test func interlacedPicturesAndOtherSizesAreRejected() throws {
    var png = HandmadePNG(width: 8, height: 8, depth: 8, colorType: 0)
    png.isInterlaced = true
    let path = try write(png.noise(seed: 1))
    let part = try part([Region(x: 0, y: 0, width: 1, height: 1)], size: Size(width: 8, height: 8))
    #expect(
      throws: PictureError.unsupported(reason: "\(path): of an interlaced PNG no part can be read")
    ) { try PNGReader.read(path: path, part: part) }
    let reason =
      "\(path): 8×8 takes more memory than allowed, because an interlaced PNG requires a complete read"
    #expect(throws: PictureError.unsupported(reason: reason)) {
      try PNGReader.read(path: path, maximumBytes: 9)
    }
    let (bytes, _) = try sound()
    let other = try write(bytes)
    #expect(
      throws: PictureError.malformed(
        path: other, format: .png, reason: "it changed while it was read")
    ) {
      try PNGReader.read(path: other, part: part)
    }
  }

  /// The reader requests memory once, and only for the part.
  @Test func memoryFollowsThePart() throws {
    let (bytes, _) = try sound()
    let path = try write(bytes)
    let part = try part(Self.regions[2])
    #expect(part.size == Size(width: 32, height: 5))
    #expect(throws: PictureError.outOfMemory(path: path, bytes: 32 * 5 * 3)) {
      try PNGReader.read(path: path, part: part) { _ in nil }
    }
  }
}
