internal import BromideDevelop
internal import BromideLibc
internal import BromideValues
internal import TestSupport

/// The pictures that are measured with.
enum Photos {
  /// A landscape with the noise of a sensor at low sensitivity, uncompressed, 16 bits.
  static func noisy(_ size: Size, seed: UInt64 = 3) -> SyntheticPhoto {
    var photo = SyntheticPhoto(.landscape(seed: seed, octaves: 11), size: size)
    photo.exposure = -0.1
    photo.noise = SensorNoise(seed: seed)
    photo.options.black = [1024]
    photo.options.metadata = .full
    return photo
  }

  /// A photo in the form that `Develop` accepts, without a file.
  static func source(_ photo: SyntheticPhoto) -> DevelopSource {
    let samples = photo.samples()
    var image = ImageBuffer<UInt16>(size: samples.size, channels: 1)
    unsafe image.withUnsafeMutableSamples { target in
      _ = unsafe target.update(fromContentsOf: samples.values)
    }
    let levels = SensorLevels(
      black: Float(photo.options.black[0]), white: Float(photo.options.white))
    let mosaic: SensorImage
    switch photo.options.layout {
    case .bayer(let pattern):
      mosaic = .mosaic(Mosaic(samples: image.plane, pattern: pattern, levels: levels))
    case .xTrans:
      let pattern = XTransPattern { SensorLayout.xTrans.color(x: $0, y: $1)! }!
      mosaic = .xtrans(XTransMosaic(samples: image.plane, pattern: pattern, levels: levels))
    case .monochrome, .linear: preconditionFailure("the benchmark requires a mosaic")
    }
    let neutral = photo.camera.neutral(photo.light)
    return DevelopSource(
      image: mosaic,
      profile: CameraProfile(
        calibrations: [
          .init(illuminant: .d65, colorMatrix: photo.camera.daylightMatrix)
        ],
        asShotMultipliers: SIMD3(repeating: neutral.y) / neutral),
      defaultCrop: Region(samples.size))
  }

  /// A folder in memory if possible, or else on disk.
  static func folder() -> TemporaryFolder {
    if Files.isFolder("/dev/shm") { unsafe setenv("TMPDIR", "/dev/shm", 1) }
    do { return try TemporaryFolder() } catch { fail("\(error)") }
  }

  /// Writes the same noisy photo to every path, in a separate process.
  ///
  /// When a process starts a program, the kernel adds the process's memory to the program's peak. A
  /// process that measures programs must therefore stay small.
  static func makeFiles(_ paths: [String], _ size: Size, _ coding: Coding = .plain) {
    let command =
      [
        CommandLine.arguments[0], "photos", "--size", "\(size.width)x\(size.height)",
        "--coding", coding.rawValue,
      ] + paths
    guard Program.run(command).status == 0 else { fail("the photos cannot be written") }
  }

  /// A smaller photo of 14 bits that is packed as cameras do, by lossless JPEG.
  static func makePackedFile(_ path: String, _ size: Size) {
    let command = [
      CommandLine.arguments[0], "packed", "--size", "\(size.width)x\(size.height)", path,
    ]
    guard Program.run(command).status == 0 else { fail("the photo cannot be written") }
  }

  /// The other side of `makePackedFile`.
  static func writePacked(_ options: Options) {
    var photo = noisy(options.photoSize)
    photo.options.white = 16_383
    photo.options.black = [512]
    photo.options.storage.compression = .losslessJPEG(predictor: 1)
    let file = photo.file()
    for path in options.paths { write(file, to: path) }
  }

  /// The other side of `makeFiles`.
  static func write(_ options: Options) {
    let file = options.coding.file(noisy(options.photoSize))
    for path in options.paths { write(file, to: path) }
  }

  static func write(_ bytes: [UInt8], to path: String) {
    do { try Files.write(bytes, to: path) } catch { fail("\(error)") }
  }
}

/// Prints the error and exits.
func fail(_ text: String) -> Never {
  let line = Array("bench: \(text)\n".utf8)
  _ = unsafe write(2, line, line.count)
  exit(1)
}
