import BromideCodecs
import BromideKernels
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// Smooth planes with some noise, which survive quality 100 nearly unchanged.
func testJPEG(_ size: Size, _ factors: [(Int, Int)], seed: UInt64 = 1) -> PeerJPEG {
  let most = (factors.map(\.0).max()!, factors.map(\.1).max()!)
  var random = SeededGenerator(seed: seed)
  let planes = factors.enumerated().map { i, factor in
    let own = Size(
      width: (size.width * factor.0 + most.0 - 1) / most.0,
      height: (size.height * factor.1 + most.1 - 1) / most.1)
    let samples = (0..<own.area).map { k -> UInt8 in
      let (x, y) = (k % own.width, k / own.width)
      let wave = 128 + 90 * ((x * (3 + i) + y * (7 - i)) % 64 - 32) / 32
      return UInt8(clamping: wave + Int(random.next() >> 60) - 8)
    }
    return PeerJPEG.Plane(samples, own, across: factor.0, down: factor.1)
  }
  return PeerJPEG(size: size, planes: planes)
}

@Suite struct JPEGPictureTests {
  static let kinds: [(String, [(Int, Int)])] = [
    ("i444", [(1, 1), (1, 1), (1, 1)]), ("i422", [(2, 1), (1, 1), (1, 1)]),
    ("i420", [(2, 2), (1, 1), (1, 1)]), ("i440", [(1, 2), (1, 1), (1, 1)]), ("i400", [(1, 1)]),
    // The same ratio with other factors.
    ("i444", [(1, 2), (1, 2), (1, 2)]), ("i422", [(2, 2), (1, 2), (1, 2)]), ("i400", [(2, 2)]),
    ("i411", [(4, 1), (1, 1), (1, 1)]), ("i4x2", [(4, 2), (1, 1), (1, 1)]),
    ("i441", [(1, 4), (1, 1), (1, 1)]),
  ]
  static let sizes = [
    Size(width: 1, height: 1), Size(width: 17, height: 9), Size(width: 64, height: 48),
    Size(width: 131, height: 77),
  ]

  /// Planes survive within the rounding of quantisation by 1 and two cosine transforms.
  @Test(arguments: kinds.indices, [false, true])
  func planesAreThoseWritten(kind: Int, isProgressive: Bool) throws {
    let (name, factors) = Self.kinds[kind]
    for size in Self.sizes {
      var jpeg = testJPEG(size, factors)
      jpeg.isProgressive = isProgressive
      let picture = try JPEGPicture(bytes: jpeg.encoded())
      #expect(picture.header.layout.name == name)
      #expect(picture.header.size == size && picture.frame.size == size)
      #expect(picture.header.isProgressive == isProgressive)
      #expect(picture.damage == nil && picture.header.tags.matrix == nil)
      for (i, plane) in jpeg.planes.enumerated() {
        let found = picture.frame.planes[i]
        var worst = 0
        for (x, y) in plane.size.places {
          let value = Int(unsafe found.bytes[y * found.stride + x])
          let written = Int(plane.samples[y * plane.size.width + x])
          worst = max(worst, abs(value - written))
        }
        #expect(worst <= 3, "plane \(i)")
      }
    }
  }

  /// Compares with libjpeg-turbo's RGB: within 1 code value if both repeat chroma. When
  /// interpolating, libjpeg rounds chroma first. This causes up to ½ of a chroma code times 1.772,
  /// and ½ for each rounding.
  @Test(arguments: kinds.indices, [false, true])
  func rgbAgreesWithLibjpeg(kind: Int, isInterpolated: Bool) throws {
    for size in Self.sizes {
      let bytes = testJPEG(size, Self.kinds[kind].1, seed: 9).encoded()
      let picture = try JPEGPicture(bytes: bytes)
      let layout = picture.header.layout
      let own = YCbCrConverter(
        coding: YCbCrDescription.jpeg().coding(depth: 8), siting: .center, layout: layout,
        output: .rgb8, upsampling: isInterpolated ? .linear : .nearest
      ).image(picture.frame, of: UInt8.self)
      let rgb = try #require(PeerJPEG.rgb(bytes, size: size, interpolated: isInterpolated))
      let isRounded =
        isInterpolated && (layout.name == "i420" || layout.name == "i422" || layout.name == "i440")
      // libjpeg-turbo does not interpolate columns that are at most 2 wide. Before 3.0, it does not
      // interpolate only rows. It repeats chroma that four pixels share.
      if isInterpolated, max(layout.subsampling.across, layout.subsampling.down) == 4 { continue }
      if isRounded, size.width <= 2 || layout.name == "i440" { continue }
      var worst = 0
      for (x, y, c) in size.places.channels(3) {
        worst = max(worst, abs(Int(own[x, y, c]) - Int(rgb[(y * size.width + x) * 3 + c])))
      }
      #expect(worst <= (isRounded ? 2 : 1), "\(layout.name) \(size)")
    }
  }

  /// A part's pixels match the full picture, also if they share chroma with others.
  @Test(arguments: kinds.indices, [false, true])
  func partsMatchTheFullPicture(kind: Int, isProgressive: Bool) throws {
    let size = Size(width: 213, height: 150)
    var jpeg = testJPEG(size, Self.kinds[kind].1, seed: 4)
    jpeg.isProgressive = isProgressive
    let bytes = jpeg.encoded()
    let whole = try JPEGPicture(bytes: bytes)
    let converter = YCbCrConverter(
      coding: YCbCrDescription.jpeg().coding(depth: 8), siting: .center,
      layout: whole.header.layout, output: .rgb8)
    let parts = [
      Region(x: 0, y: 0, width: 1, height: 1), Region(x: 212, y: 149, width: 1, height: 1),
      Region(x: 101, y: 67, width: 3, height: 2), Region(x: 17, y: 90, width: 60, height: 33),
      Region(x: 0, y: 120, width: 213, height: 30), Region(x: 150, y: 0, width: 63, height: 9),
    ]
    for part in parts {
      let some = try JPEGPicture(bytes: bytes, part: part)
      #expect(some.header == whole.header)
      var different = 0
      for y in part.y..<part.endY {
        for x in part.x..<part.endX
        where converter.pixel(some.frame, x: x, y: y) != converter.pixel(whole.frame, x: x, y: y) {
          different += 1
        }
      }
      #expect(different == 0, "\(part)")
    }
  }

  /// Damage below a part is not detected, but damage in it and above it is.
  @Test func damageInAPartIsSeen() throws {
    let size = Size(width: 320, height: 320)
    let bytes = testJPEG(size, Self.kinds[2].1).encoded()
    let cut = Array(bytes.prefix(bytes.count / 2))
    let above = Region(x: 100, y: 40, width: 5, height: 5)
    #expect(throws: Never.self) { try JPEGPicture(bytes: cut, part: above) }
    #expect(throws: JPEGError.self) {
      try JPEGPicture(bytes: cut, part: Region(x: 100, y: 280, width: 5, height: 5))
    }
  }

  /// RGB in a JPEG is stored in the order of the identity matrix, and survives unchanged.
  @Test func rgbJPEGsAreRead() throws {
    let size = Size(width: 33, height: 20)
    var jpeg = testJPEG(size, Self.kinds[0].1)
    jpeg.isRGB = true
    let bytes = jpeg.encoded()
    let picture = try JPEGPicture(bytes: bytes)
    #expect(picture.header.isRGB && picture.header.adobeTransform == 0)
    let description = YCbCrDescription.jpeg(tags: picture.header.tags)
    #expect(description.matrix == Sourced(.identity, .tag))
    let own = YCbCrConverter(
      coding: description.coding(depth: 8), layout: .i444, output: .rgb8
    ).image(picture.frame, of: UInt8.self)
    let rgb = try #require(PeerJPEG.rgb(bytes, size: size, interpolated: false))
    for (x, y, c) in Places(x: 0..<33, y: 0..<20).channels(3) {
      #expect(own[x, y, c] == rgb[(y * 33 + x) * 3 + c])
    }
  }

  @Test func markersAreReported() throws {
    // Little- and big-endian directories with one entry. The second has another entry before it.
    let little: [UInt8] = [
      0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0,
    ]
    let big: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 2, 1, 0, 0, 3, 0, 0, 0, 1, 0, 9, 0, 0, 1, 0x12, 0, 3, 0, 0,
      0, 1, 0, 8, 0, 0, 0, 0, 0, 0,
    ]
    let profile = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    var jpeg = testJPEG(Size(width: 16, height: 8), Self.kinds[2].1)
    for (exif, orientation) in [(little, Orientation.rightTop), (big, .leftBottom)] {
      jpeg.exif = Array("Exif\0\0".utf8) + exif
      jpeg.profile = profile
      let header = try JPEGPicture(bytes: jpeg.encoded()).header
      #expect(header.exif == exif && header.orientation == orientation)
      #expect(header.profile == profile)
    }
    // A block cut off at any point has no orientation, or the same one.
    for count in 0..<big.count {
      jpeg.exif = Array("Exif\0\0".utf8) + big[..<count]
      let found = try JPEGPicture(bytes: jpeg.encoded()).header.orientation
      #expect(found == (count < 34 ? nil : .leftBottom), "\(count)")
    }
    jpeg.exif = []
    jpeg.profile = []
    let plain = try JPEGPicture(bytes: jpeg.encoded()).header
    #expect(plain.exif.isEmpty && plain.profile.isEmpty && plain.orientation == nil)
  }

  static func error(_ bytes: [UInt8]) -> JPEGError? {
    do {
      _ = try JPEGPicture(bytes: bytes)
      return nil
    } catch { return error }
  }

  @Test func unreadableJPEGsGiveAReason() throws {
    let size = Size(width: 64, height: 48)
    let whole = testJPEG(size, Self.kinds[2].1).encoded()
    #expect(Self.error([]) == .malformed("it is empty"))
    #expect(Self.error(Array("RIFF".utf8)) == .malformed("Not a JPEG file: starts with 0x52 0x49"))
    let four = [(1, 1), (1, 1), (1, 1), (1, 1)]
    #expect(Self.error(testJPEG(size, four).encoded()) == .unsupportedColor("CMYK"))
    #expect(throws: JPEGError.unsupportedColor("CMYK")) {
      try JPEGPicture.reduced(testJPEG(size, four).encoded(), atLeast: size)
    }
    let wide = [(3, 1), (1, 1), (1, 1)]
    #expect(Self.error(testJPEG(size, wide).encoded()) == .unsupportedSampling("3x1 1x1 1x1"))
    let uneven = [(2, 1), (1, 1), (2, 1)]
    #expect(Self.error(testJPEG(size, uneven).encoded()) == .unsupportedSampling("2x1 1x1 2x1"))
    do {
      _ = try JPEGPicture(bytes: whole, memoryLimit: 1000)
      Issue.record("planes beyond the limit")
    } catch { #expect(error == .tooLarge(byteCount: 64 * 48 * 3 / 2, limit: 1000)) }
  }

  /// A file that ends anywhere is an error, or is decoded up to that point on request.
  @Test(arguments: [false, true])
  func truncatedFilesAreDamaged(isProgressive: Bool) throws {
    var jpeg = testJPEG(Size(width: 64, height: 48), Self.kinds[2].1)
    jpeg.isProgressive = isProgressive
    let whole = jpeg.encoded()
    let complete = try JPEGPicture(bytes: whole)
    for count in stride(from: 0, to: whole.count - 2, by: 7) {
      let part = Array(whole[..<count])
      #expect(Self.error(part) != nil, "\(count) of \(whole.count)")
      if let kept = try? JPEGPicture(bytes: part, keepsDamage: true) {
        #expect(kept.damage != nil)
        #expect(kept.frame.size == complete.frame.size)
      }
    }
    let nearly = Array(whole[..<(whole.count - 40)])
    let kept = try JPEGPicture(bytes: nearly, keepsDamage: true)
    #expect(kept.damage == "Premature end of JPEG file")
    if !isProgressive {
      #expect(unsafe kept.frame.planes[0].bytes[0] == complete.frame.planes[0].bytes[0])
    }
    if case .damaged = Self.error(nearly) {} else { Issue.record("no damage") }
  }

  /// A file without EOI can have all of its samples. If more is missing, it is damaged, also if it
  /// ends between two scans.
  @Test(arguments: [false, true])
  func aMissingEndIsNotDamage(isProgressive: Bool) throws {
    var jpeg = testJPEG(Size(width: 64, height: 48), Self.kinds[2].1)
    jpeg.isProgressive = isProgressive
    let whole = jpeg.encoded()
    let complete = try JPEGPicture(bytes: whole)
    #expect(!complete.missesEnd)
    let endless = Array(whole.dropLast(2))
    for keepsDamage in [false, true] {
      let picture = try JPEGPicture(bytes: endless, keepsDamage: keepsDamage)
      #expect(picture.missesEnd && picture.damage == nil)
      for (a, b) in zip(picture.frame.planes, complete.frame.planes) {
        #expect(unsafe a.bytes.elementsEqual(b.bytes))
      }
    }
    let corner = Region(x: 0, y: 0, width: 8, height: 8)
    #expect(try JPEGPicture(bytes: whole, part: corner).missesEnd == false)
    // A reduced picture only needs an approximation, so callers then decode all of it.
    #expect(throws: JPEGError.damaged("Premature end of JPEG file")) {
      try JPEGPicture.reduced(endless, atLeast: Size(width: 8, height: 6))
    }
    let scans = whole.indices.dropLast().filter { whole[$0] == 0xFF && whole[$0 + 1] == 0xDA }
    #expect((scans.count > 1) == isProgressive)
    for scan in scans.dropFirst() {
      #expect(
        Self.error(Array(whole[..<scan])) == .damaged("Premature end of JPEG file"), "\(scan)")
      let kept = try JPEGPicture(bytes: Array(whole[..<scan]), keepsDamage: true)
      #expect(kept.damage == "Premature end of JPEG file" && !kept.missesEnd)
    }
  }

  /// Orientations of types other than SHORT are accepted, and values other than 1 to 8 are not.
  @Test func orientationsOfAnyType() throws {
    var jpeg = testJPEG(Size(width: 16, height: 8), Self.kinds[2].1)
    for (type, count, value, expected) in [
      (3, 1, 6, Orientation.rightTop), (4, 1, 6, .rightTop), (1, 1, 6, .rightTop),
      (3, 2, 6, .rightTop), (3, 1, 0, nil), (3, 1, 9, nil), (4, 1, 65_536 + 6, nil), (2, 1, 6, nil),
      (3, 0, 6, nil),
    ] as [(UInt8, UInt8, Int, Orientation?)] {
      jpeg.exif =
        Array("Exif\0\0II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, type, 0, count, 0, 0, 0]
        + little(value) + [0, 0, 0, 0]
      #expect(
        try JPEGPicture(bytes: jpeg.encoded()).header.orientation == expected,
        "type \(type), \(value)")
    }
  }

  /// Random bytes in a real file only cause a picture or an error.
  @Test func damagedFilesDoNoHarm() throws {
    let whole = testJPEG(Size(width: 40, height: 40), Self.kinds[2].1).encoded()
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8(
          truncatingIfNeeded: random.next())
      }
      _ = try? JPEGPicture(bytes: bytes, keepsDamage: true, memoryLimit: 1 << 26)
    }
  }

  @Test func filesAreRead() throws {
    let folder = try TemporaryFolder()
    let jpeg = testJPEG(Size(width: 16, height: 8), Self.kinds[2].1)
    let path = try folder.write(jpeg.encoded(), as: "a.jpg")
    #expect(
      try JPEGPicture(path: FilePath(path)).header == JPEGPicture.header(path: FilePath(path)))
    #expect(throws: FrameFileError.io(path: FilePath(folder("b")), operation: "open", code: 2)) {
      try JPEGPicture(path: FilePath(folder("b")))
    }
    #expect(throws: FrameFileError.notAFile(path: FilePath(folder.path))) {
      try JPEGPicture(path: FilePath(folder.path))
    }
    try folder.write([], as: "empty")
    #expect(throws: FrameFileError.jpeg(path: FilePath(folder("empty")), .malformed("it is empty")))
    {
      try JPEGPicture.header(path: FilePath(folder("empty")))
    }
  }
}
