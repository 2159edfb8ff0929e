internal import BromideValues
internal import TestSupport

/// The pictures of the set, committed ones first.
enum TestImageSet {
  static var all: [TestImage] { committed + patterns + storages + blacks + orientations + scenes }

  private static let size = Size(width: 480, height: 320)
  private static let smaller = Size(width: 432, height: 288)
  private static let small = Size(width: 360, height: 240)

  static var committed: [TestImage] {
    [
      TestImage(
        "chart_rggb_12bit.dng", "24 patches, RGGB, 12 bits packed, black 256, white 4095",
        committed: true, photo(.chart) { _ in }),
      TestImage(
        "landscape_rggb_14bit_lossless_jpeg.dng",
        "made-up landscape with sensor noise, 14 bits in lossless-JPEG tiles with odd borders",
        committed: true,
        photo(landscape, size: smaller, noisy: true) { $0.storage = losslessTiles(bits: 14) }),
      TestImage(
        "landscape_gbrg_portrait_orientation6.dng",
        "stored lying, to be turned a quarter clockwise",
        committed: true,
        photo(tall, size: smaller, noisy: true) {
          $0.layout = .bayer(.gbrg)
          $0.orientation = .rightTop
        }),
      TestImage(
        "text_grbg_portrait_orientation8.dng",
        "stored lying, to be turned a quarter counter-clockwise; lossless JPEG",
        committed: true,
        photo(.text) {
          $0.layout = .bayer(.grbg)
          $0.orientation = .leftBottom
          $0.storage = losslessTiles(bits: 12)
        }),
      TestImage(
        "landscape_xtrans_10bit.dng",
        "6×6 colour filter array, 10 bits packed; LibRaw 0.20 requires sides of 512 or more",
        committed: true,
        photo(.landscape(seed: 3, octaves: 6), size: Size(width: 640, height: 512)) {
          $0.layout = .xTrans
          $0.storage.bitsPerSample = 10
          $0.black = [64]
          $0.white = 1023
        }),
      TestImage(
        "gradients_linear_16bit.dng",
        "linear DNG: red, green and blue in every pixel; lossless JPEG",
        committed: true,
        photo(.gradients, size: Size(width: 240, height: 160)) {
          $0.layout = .linear
          $0.storage = losslessTiles(bits: 16)
          $0.storage.blocks = .tiles(Size(width: 128, height: 96))
          $0.black = [0, 0, 0]
          $0.white = 65_535
        }),
      TestImage(
        "landscape_monochrome_12bit.dng", "one sample a pixel without filters", committed: true,
        photo(landscape, size: small, noisy: true) {
          $0.layout = .monochrome
          $0.storage = losslessTiles(bits: 12)
        }),
      TestImage(
        "landscape_bggr_tungsten_clipped.dng",
        "four times over: clipped highlights under the strong white balance of tungsten light",
        committed: true, clipped),
      TestImage(
        "zoneplate_bggr_masked_border_repeating_black.dng",
        "active area inside a masked border, default crop inside that, black level that repeats 2×2",
        committed: true, masked(.zonePlate(Size(width: 360, height: 240)))),
      TestImage(
        "landscape_rggb_gps_ambient_exif.dng",
        "lens, exposure, time with sub-seconds and zone, position, altitude, direction, temperature, "
          + "humidity, pressure, depth, acceleration, angle, rating, copyright; a preview in front",
        committed: true,
        photo(landscape, size: small, noisy: true) {
          $0.storage = losslessTiles(bits: 12)
          $0.storage.hasPreview = true
          $0.metadata = .full
        }),
    ] + night
  }

  /// A time-lapse, in a separate folder.
  private static var night: [TestImage] {
    let night = SyntheticNight()
    return (0..<night.count).map { i in
      TestImage(
        "night/" + night.name(i),
        "photo \(i + 1) of a time-lapse; light \(hundredths(night.light(i))) EV, settings "
          + "\(hundredths(night.setting(i))) EV, flicker \(hundredths(night.flicker(i))) EV",
        committed: true, night.photo(i))
    }
  }

  private static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  private static var patterns: [TestImage] {
    BayerPattern.allCases.map { pattern in
      TestImage(
        "chart_\(pattern.rawValue)_14bit_in_16.dng",
        "14-bit values in 16-bit samples, uncompressed",
        photo(.chart) {
          $0.layout = .bayer(pattern)
          $0.storage.bitsPerSample = 16
          $0.black = [512]
          $0.white = 16_383
        })
    }
  }

  private static var storages: [TestImage] {
    var result: [TestImage] = []
    for bits in [8, 10, 12, 14, 16] {
      for order in ByteOrder.allCases {
        result.append(
          TestImage(
            "landscape_rggb_\(bits)bit_\(order.rawValue)_endian_strips.dng",
            "\(bits) bits a sample, \(order.rawValue) endian, strips of 37 rows, odd size",
            photo(landscape, size: Size(width: 333, height: 221)) {
              $0.storage.bitsPerSample = bits
              $0.storage.byteOrder = order
              $0.storage.blocks = .strips(rows: 37)
              $0.white = (1 << bits) - 1
              $0.black = [Double(1 << (bits - 5))]
            }))
      }
    }
    for predictor in 1...7 {
      result.append(
        TestImage(
          "landscape_rggb_lossless_jpeg_predictor\(predictor).dng", "predictor \(predictor)",
          photo(landscape, size: Size(width: 333, height: 221)) {
            $0.storage = losslessTiles(bits: 14, predictor: predictor)
          }))
    }
    return result
  }

  private static var blacks: [TestImage] {
    [
      TestImage(
        "chart_rggb_black_per_channel.dng", "another black level for every site of the cell",
        photo(.chart) {
          $0.blackPatternSize = Size(width: 2, height: 2)
          $0.black = [240, 256, 260, 275]
        }),
      TestImage(
        "chart_rggb_black_fractional.dng", "black levels with fractions",
        photo(.chart) {
          $0.blackPatternSize = Size(width: 2, height: 2)
          $0.black = [240.25, 256.5, 256.75, 275]
        }),
      TestImage(
        "chart_rggb_black_repeating_4x3.dng", "black level that repeats every 4 columns and 3 rows",
        photo(.chart) {
          $0.blackPatternSize = Size(width: 4, height: 3)
          $0.black = [250, 251, 252, 253, 254, 255, 256, 257, 258, 259, 260, 261]
        }),
      TestImage(
        "chart_bggr_masked_border.dng", "masked border and default crop around a chart",
        masked(.chart)),
      TestImage(
        "chart_linear_black_per_channel.dng", "linear DNG with a black level for each channel",
        photo(.chart) {
          $0.layout = .linear
          $0.storage.bitsPerSample = 16
          $0.black = [100, 200, 300]
        }),
      TestImage(
        "chart_rggb_baseline_exposure.dng", "half as bright, and a baseline exposure of +1",
        dim(.chart)),
      TestImage(
        "chart_rggb_one_illuminant_analog_balance.dng", "one matrix, and gains of the camera",
        analogBalance(.chart)),
      TestImage(
        "landscape_rggb_wide_pixels.dng", "pixels twice as wide as high",
        photo(landscape, size: Size(width: 240, height: 320)) { $0.defaultScale = SIMD2(2, 1) }),
    ]
  }

  private static var orientations: [TestImage] {
    Orientation.allCases.map { orientation in
      TestImage(
        "text_rggb_orientation\(orientation.rawValue).dng",
        "upright once EXIF orientation is applied",
        photo(.text) { $0.orientation = orientation })
    }
  }

  private static var scenes: [TestImage] {
    let spot = NormalizedPoint(x: 0.3, y: 0.3)
    return [
      TestImage("zoneplate_rggb_16bit.dng", "zone plate to the finest", zonePlate(noisy: false)),
      TestImage("zoneplate_rggb_16bit_noisy.dng", "the same with noise", zonePlate(noisy: true)),
      TestImage("gradients_rggb_12bit.dng", "gradients", photo(.gradients) { _ in }),
      TestImage("text_rggb_12bit.dng", "text that grows smaller", photo(.text) { _ in }),
      TestImage(
        "landscape_xtrans_12bit_small.dng", "smaller than LibRaw 0.20 interpolates",
        photo(landscape) { $0.layout = .xTrans }),
      TestImage(
        "chart_rggb_12bit_spot.dng", "chart_rggb_12bit.dng with a lamp in it",
        photo(.chart.withSpot(at: spot, radius: 0.02, color: SIMD3(repeating: 20))) { _ in }),
    ]
  }

  private static var landscape: SyntheticScene { .landscape(seed: 3, octaves: 8) }
  /// Another landscape, for upright format.
  private static var tall: SyntheticScene { .landscape(seed: 11, octaves: 8) }

  /// A photo with 12 packed bits unless `change` sets something else.
  private static func photo(
    _ scene: SyntheticScene, size: Size = size, noisy: Bool = false,
    _ change: (inout DNGOptions) -> Void
  ) -> SyntheticPhoto {
    var photo = SyntheticPhoto(scene, size: size)
    photo.pointsPerSite = 3
    photo.exposure = -0.1
    photo.noise = noisy ? SensorNoise() : nil
    photo.options.storage.bitsPerSample = 12
    photo.options.black = [256]
    photo.options.white = 4095
    change(&photo.options)
    if photo.options.storage.bitsPerSample == 14 {
      photo.options.black = [512]
      photo.options.white = 16_383
    }
    return photo
  }

  private static func losslessTiles(bits: Int, predictor: Int = 1) -> DNGStorage {
    var storage = DNGStorage()
    storage.bitsPerSample = bits
    storage.compression = .losslessJPEG(predictor: predictor)
    storage.blocks = .tiles(Size(width: 256, height: 240))
    return storage
  }

  private static var clipped: SyntheticPhoto {
    var result = photo(landscape, noisy: true) {
      $0.layout = .bayer(.bggr)
      $0.storage = losslessTiles(bits: 12)
    }
    result.light = .tungsten
    result.exposure = 2
    return result
  }

  private static func masked(_ scene: SyntheticScene) -> SyntheticPhoto {
    var result = photo(scene, size: Size(width: 412, height: 276)) {
      $0.layout = .bayer(.bggr)
      $0.activeArea = Region(x: 33, y: 17, width: 371, height: 253)
      $0.defaultCrop = Region(x: 6, y: 8, width: 360, height: 240)
      $0.blackPatternSize = Size(width: 2, height: 2)
      $0.black = [240, 256, 260, 275]
    }
    result.noise = SensorNoise(fullWell: 60_000, read: 2)
    return result
  }

  private static func dim(_ scene: SyntheticScene) -> SyntheticPhoto {
    var result = photo(scene) { $0.color.baselineExposure = 1 }
    result.exposure = -1.1
    return result
  }

  private static func analogBalance(_ scene: SyntheticScene) -> SyntheticPhoto {
    var result = photo(scene) { _ in }
    result.recordsColor = true
    result.options.color = result.camera.color(calibratedUnder: [.daylight])
    result.options.color.divide(by: SIMD3(1.25, 1, 1.5))
    return result
  }

  private static func zonePlate(noisy: Bool) -> SyntheticPhoto {
    photo(.zonePlate(size), noisy: noisy) {
      $0.storage.bitsPerSample = 16
      $0.white = 65_535
      $0.black = [1024]
    }
  }
}
