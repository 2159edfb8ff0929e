internal import BromideCodecs
internal import BromidePhotos
internal import BromideSampling
internal import BromideValues

extension FuzzTarget {
  /// Picture readers, and the functions that inspect pictures without decoding.
  static let pictures: [FuzzTarget] = [
    FuzzTarget(name: "png") { bytes in
      let path = try file(bytes)
      _ = PictureFile.fingerprint(of: path, context: RunContext())
      _ = PictureFile.isWhole(path, size: bytes.count)
      let damaged = try PNGReader.readDamaged(path: path, maximumBytes: memoryLimit)
      let sound = try? PNGReader.read(path: path, maximumBytes: memoryLimit)
      precondition(
        (sound == nil) == (damaged.damage != nil), "both readers must agree about damage")
    },
    FuzzTarget(name: "tiff") { bytes in
      let path = try file(bytes)
      _ = TIFFReader.isWhole(path: path)
      _ = PictureFile.fingerprint(of: path, context: RunContext())
      _ = try TIFFReader.read(path: path, maximumBytes: memoryLimit)
    },
    FuzzTarget(name: "jpeg") { bytes in
      let path = try file(bytes)
      _ = PictureFile.fingerprint(of: path, context: RunContext())
      _ = PictureFile.isWhole(path, size: bytes.count)
      _ = try? JPEGPicture.reduced(bytes, atLeast: Size(width: 8, height: 8))
      let damaged = try JPEGPicture(bytes: bytes, keepsDamage: true, memoryLimit: memoryLimit)
      let sound = try? JPEGPicture(bytes: bytes, memoryLimit: memoryLimit)
      precondition(
        (sound == nil) == (damaged.damage != nil), "both readers must agree about damage")
    },
    whole("jxl", .jxl), whole("avif", .avif), whole("webp", .webp),
    FuzzTarget(name: "netpbm") { bytes in
      let picture = try NetpbmPicture(bytes)
      precondition((1...65535).contains(picture.white), "the code of white")
    },
    FuzzTarget(name: "icc") { bytes in
      _ = ICCProfile.space(of: bytes)
      let reader = try OutputProfileReader(bytes, intent: .relative, blackPoint: nil)
      precondition((1...79).contains(reader.name.utf8.count), "a name for PNG")
    },
    FuzzTarget(name: "exif") { bytes in _ = ExifOrientation.find(bytes) },
  ]

  private static func whole(_ name: String, _ format: PictureFormat) -> FuzzTarget {
    FuzzTarget(name: name) { bytes in
      let path = try file(bytes)
      _ = PictureFile.fingerprint(of: path, context: RunContext())
      let read = try WholeReader.read(path: path, format: format, maximumBytes: memoryLimit)
      let info = try WholeReader.info(path: path, format: format)
      precondition(read.info == info, "the pixels do not change the header")
    }
  }
}
