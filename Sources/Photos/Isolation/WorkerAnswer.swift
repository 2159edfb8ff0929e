internal import BromideCodecs
internal import BromideRaw
internal import BromideValues

/// A value that a worker sends. This process checks it, because a manipulated file could control
/// the worker.
///
/// A sound value cannot make later steps crash or read outside an array. However, it may still be
/// wrong.
protocol WorkerAnswer: Codable, Sendable {
  /// Whether a library could have returned this value.
  var isSound: Bool { get }
}

extension Bool: WorkerAnswer { var isSound: Bool { true } }

extension Optional: WorkerAnswer where Wrapped: WorkerAnswer {
  var isSound: Bool { self?.isSound ?? true }
}

// MARK: Raws

extension RawHeader: WorkerAnswer {
  var isSound: Bool {
    Region(size).isPlausible && defaultCrop.isPlausible && userCrop?.isPlausible ?? true
      && (0.01...100).contains(pixelAspect)
      && metadata.isSound
      && (0...RawSource.mostMemory).contains(expectedMemory)
      && (0...RawSource.mostMemory).contains(sampleMemory) && preview?.isSound ?? true
  }
}

extension RawInspection: WorkerAnswer {
  var isSound: Bool { metadata.isSound && readings.isSound && details?.isSound ?? true }
}

extension RawPreview.Content: WorkerAnswer {
  var isSound: Bool {
    switch self {
    case .jpeg: true
    case .rgb(let bytes, let size): size.isPlausible && bytes.count >= size.byteCount(3)
    }
  }
}

extension SampleAnswer: WorkerAnswer {
  var isSound: Bool {
    form.byteCount != nil && form.isSound && description.profile.isSound
      && description.defaultCrop.isSound(in: form.size)
      && (description.userCrop?.isSound(in: form.size) ?? true)
      && (0...16).contains(description.headroom)
      && (0.01...100).contains(description.pixelAspect)
      && description.metadata.isSound && description.embeddedOptics.isSound(of: form.size)
  }
}

extension RawPreview {
  fileprivate var isSound: Bool {
    Region(size).isPlausible && offset.isModest && (0...Int(Int32.max)).contains(byteCount)
  }
}

extension RawDetails {
  fileprivate var isSound: Bool {
    [activeArea, crop, Region(rawSize)].allSatisfy(\.isPlausible)
      && (0.01...100).contains(pixelAspect) && (0...64).contains(bits) && (0...64).contains(colors)
      && compression.isModest && (black + [white, baselineExposure]).allSatisfy(\.isFinite)
      && [linearMaximum, temperature, tint].allSatisfy { $0?.isFinite ?? true }
      && dngVersion?.count ?? 4 == 4 && multipliers?.count ?? 3 == 3 && preview?.isSound ?? true
  }
}

extension PhotoMetadata {
  var isSound: Bool {
    let ratios = [exposureTime, fNumber, exposureBias, focalLength] + (ambient?.ratios ?? [])
    let numbers = [
      iso, exposureProgram, meteringMode, flash, focalLength35mm, rating,
    ]
    return ratios.allSatisfy { $0?.isSound ?? true } && numbers.allSatisfy { $0?.isModest ?? true }
      && captureTime?.isSound ?? true && position?.isSound ?? true
  }
}

extension Rational {
  /// Rational numbers in files have 32 bits.
  fileprivate var isSound: Bool { numerator.isModest && denominator.isModest && denominator != 0 }
}

extension Ambient {
  fileprivate var ratios: [Rational?] {
    [temperature, humidity, pressure, waterDepth, acceleration, elevationAngle]
  }
}

extension Position {
  fileprivate var isSound: Bool {
    [latitude, longitude, altitude, direction].allSatisfy { $0?.isFinite ?? true }
      && time?.allSatisfy(\.isSound) ?? true
  }
}

extension CaptureTime {
  /// Whether the numbers are a calendar date. This allows any year and leap seconds, because
  /// `localtime` can return them.
  fileprivate var isSound: Bool {
    year.magnitude <= 1 << 32 && (1...12).contains(month) && (1...31).contains(day)
      && (0...23).contains(hour) && (0...59).contains(minute) && (0...60).contains(second)
      && CaptureTime(
        year: 2000, month: 1, day: 1, hour: 0, minute: 0, second: 0, subSecond: subSecond,
        zone: zone
      ).isValid
  }
}

extension CameraReadings {
  fileprivate var isSound: Bool {
    let numbers = [
      pitch, roll, cameraTemperature, sensorTemperature, lensTemperature, batteryTemperature,
    ]
    return numbers.allSatisfy { $0?.isFinite ?? true }
      && acceleration?.allSatisfy(\.isFinite) ?? true && acceleration?.count ?? 3 == 3
  }
}

// MARK: Finished pictures

extension PNGInfo: WorkerAnswer {
  var isSound: Bool {
    size.isPlausible && (1...4).contains(format.channels) && format.sample != .float32
      && (1...16).contains(bitDepth)
      && gamma?.isFinite ?? true && chromaticities?.count ?? 4 == 4
      && chromaticities?.allSatisfy { $0.x.isFinite && $0.y.isFinite } ?? true
      && pixelsPerMetre.map { $0.width.isModest && $0.height.isModest } ?? true
  }
}

extension PNGPixelsTask.Answer: WorkerAnswer { var isSound: Bool { info.isSound } }

extension PNGPartTask.Answer: WorkerAnswer {
  var isSound: Bool { info.isSound && (0...info.size.height).contains(rows) }
}

extension PNGCheckTask.Answer: WorkerAnswer {
  var isSound: Bool { (sum != nil) == !texts.isEmpty }
}

extension TIFFInfo: WorkerAnswer {
  var isSound: Bool {
    size.isPlausible && (1...4).contains(format.channels) && orientation.isModest
      && compression.isModest
  }
}

extension WholeInfo: WorkerAnswer {
  var isSound: Bool {
    size.isPlausible && (1...4).contains(format.channels) && (1...32).contains(bitDepth)
  }
}

extension JPEGHeader: WorkerAnswer {
  var isSound: Bool {
    size.isPlausible && size.longEdge <= 1 << 16 && adobeTransform?.isModest ?? true
  }
}

extension JPEGPlanesTask.Answer: WorkerAnswer {
  var isSound: Bool {
    header.isSound
      && places.allSatisfy { place in
        [place.start, place.count, place.stride].allSatisfy { $0 >= 0 && $0.isModest }
      }
  }
}

extension JPEGInkTask.Answer: WorkerAnswer { var isSound: Bool { header.isSound } }

extension Size: WorkerAnswer { var isSound: Bool { isPlausible } }

extension ProfiledPixelsTask.Answer: WorkerAnswer {
  var isSound: Bool { size?.isPlausible ?? true && (3...4).contains(channels) }
}

extension RGBSpace: WorkerAnswer {
  var isSound: Bool {
    let numbers = [red, green, blue, white].flatMap { [$0.x, $0.y] }
    func direction(_ c: Chromaticity) -> SIMD3<Double> { SIMD3(c.x, c.y, 1 - c.x - c.y) }
    let primaries = Matrix3x3(direction(red), direction(green), direction(blue))
    return numbers.allSatisfy(\.isFinite) && white.y > 0 && primaries.inverse != nil
      && (0...255).allSatisfy { transfer.decode(Double($0) / 255).isFinite }
  }
}

// MARK: Numbers

extension Size {
  /// Whether both sides are possible in a file, so that their product does not overflow.
  var isPlausible: Bool {
    (1...Int(Int32.max)).contains(width) && (1...Int(Int32.max)).contains(height)
  }
}

extension Region {
  /// Whether sums of the values do not overflow.
  var isPlausible: Bool {
    [x, y, width, height].allSatisfy { (-(1 << 30)...1 << 30).contains($0) } && width >= 0
      && height >= 0
  }
}

extension Region {
  /// Returns whether the region is part of a picture. Its sums are computed only if they cannot
  /// overflow.
  fileprivate func isSound(in size: Size) -> Bool {
    isPlausible && Region(size).contains(self)
  }
}

extension Int {
  /// Whether sums do not overflow: numbers in files have 32 bits, and offsets have 40.
  var isModest: Bool { magnitude <= 1 << 40 }
}
