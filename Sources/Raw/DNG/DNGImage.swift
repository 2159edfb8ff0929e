internal import BromideValues
internal import CBromideLibRaw
internal import CBromideRawUnpack
internal import SystemPackage

/// Creates the sensor's picture from a DNG's decoded samples, with the standard's levels.
///
/// DNG scales all sites of a mosaic by the same factor, white minus the largest black (DNG 1.7.1,
/// chapter 5). If sites have different black levels, samples are shifted to the largest one. If the
/// differences are fractions, samples get more bits.
@safe
struct DNGImage {
  private let handle: LibRawHandle
  private let dng: DNGPicture
  private let factor: Double
  private let headroom: Double
  private let path: FilePath
  private let levels: DNGLevels
  /// The samples of the active area.
  private let plane: bromide_raw_plane_samples
  /// The memory of a linear picture's pixels, or `nil` for pixels that stay in the decoder's
  /// memory.
  private let memory: PixelMemory?

  init(
    _ handle: LibRawHandle, _ dng: DNGPicture, _ decoded: DNGDecoder.Decoded, _ path: FilePath
  ) throws(RawError) {
    let frame = unsafe bromide_raw_get_frame(handle.raw)
    guard let start = unsafe frame.samples, unsafe Int(frame.width) == dng.size.width,
      unsafe Int(frame.height) == dng.size.height, unsafe Int(frame.channels) >= dng.samples
    else { throw .unsupported(path: path, reason: "LibRaw decoded another picture") }
    self.handle = handle
    self.dng = dng
    self.path = path
    factor = decoded.factor
    headroom = Double(1 << decoded.headroom)
    let step = unsafe Int(frame.channels)
    let first =
      unsafe start + dng.activeArea.y * Int(frame.stride) + dng.activeArea.x * step
    unsafe plane = bromide_raw_plane_samples(
      samples: UnsafeMutablePointer(mutating: first), stride: frame.stride,
      width: UInt32(dng.activeArea.width), height: UInt32(dng.activeArea.height),
      step: UInt32(step))
    levels = unsafe try Self.levels(dng, start: start, stride: Int(frame.stride), factor, path)
    let channels: Int? =
      switch dng.filters {
      case .linear(let channels): channels
      case .four: 3
      case .mosaic, .quad: nil
      }
    if let channels {
      let bytes = dng.activeArea.width * dng.activeArea.height * channels * 2
      guard let memory = PixelMemory(attempting: bytes) else {
        throw .outOfMemory(path: path, bytes: bytes)
      }
      self.memory = memory
    } else {
      memory = nil
    }
  }

  /// The owner of the picture's samples.
  var store: any SampleStore {
    if let memory { return LinearStore(memory) }
    return handle
  }

  func image() throws(RawError) -> SensorImage {
    switch dng.filters {
    case .linear(let channels): return .linear(try linear(channels))
    case .four(let sites):
      guard let four = FourColors(dng, sites: sites) else {
        throw .damaged(path: path, reason: "a ColorMatrix1 of four colours that no sensor has")
      }
      return .linear(try fourColors(four))
    case .mosaic(let filters):
      let levels = try shift()
      return SensorImage(view(dng.activeArea.size), filters, levels)
    case .quad(let pattern, _, _):
      let levels = try shift()
      return .mosaic(bin(pattern, levels))
    }
  }

  /// Returns the levels in samples. Black is measured in masked areas.
  @unsafe private static func levels(
    _ dng: DNGPicture, start: UnsafePointer<UInt16>, stride: Int, _ factor: Double,
    _ path: FilePath
  ) throws(RawError) -> DNGLevels {
    var levels = dng.levels
    levels.black = levels.black.map { $0 * factor }
    levels.columns = levels.columns.map { $0 * factor }
    levels.rows = levels.rows.map { $0 * factor }
    levels.white = levels.white.map { $0 * factor }
    if !dng.measuredAreas.isEmpty, dng.samples == 1 {
      var period = 2
      if case .mosaic(let filters) = dng.filters { period = filters.period }
      if case .linear = dng.filters { period = 1 }
      var (sums, counts) = (
        [Double](repeating: 0, count: period * period),
        [Double](repeating: 0, count: period * period)
      )
      let (left, top) = (dng.activeArea.x, dng.activeArea.y)
      for area in dng.measuredAreas {
        for y in area.y..<area.endY {
          for x in area.x..<area.endX {
            let (column, row) = ((x - left) % period, (y - top) % period)
            let place =
              (row < 0 ? row + period : row) * period
              + (column < 0 ? column + period : column)
            sums[place] += Double(unsafe start[y * stride + x])
            counts[place] += 1
          }
        }
      }
      if counts.allSatisfy({ $0 > 0 }) {
        levels.repeatSize = Size(width: period, height: period)
        levels.black = zip(sums, counts).map { $0 / $1 }
      }
    }
    let largest = levels.largestBlack(of: dng.samples)
    guard zip(largest, levels.white).allSatisfy({ $0 < $1 }) else {
      throw .damaged(
        path: path, reason: "a white level of \(dng.levels.white[0]) at or below the black level")
    }
    return levels
  }

  private func view(_ size: Size) -> PlaneView<UInt16> {
    unsafe PlaneView(
      base: UnsafePointer(plane.samples), width: size.width, height: size.height,
      stride: plane.stride, owner: handle)
  }

  // MARK: Mosaics

  /// Gives all sites the same black level, and returns the new levels.
  private func shift() throws(RawError) -> SensorLevels {
    let most = levels.largestBlack(of: 1)[0]
    let white = levels.white[0]
    guard !levels.isUniform else { return sensorLevels(black: most, white: white) }
    let numbers = levels.black + levels.columns + levels.rows
    let isWhole = numbers.allSatisfy { $0 == $0.rounded() }
    var finer = 1.0
    while !isWhole, finer < 64, white * finer * 2 < 65_536 { finer *= 2 }
    let pattern = levels.black.map { Float((most - $0) * finer) }
    let isDone = unsafe withPlaces(
      pattern, columns: levels.columns.map { Float(-$0 * finer) },
      rows: levels.rows.map { Float(-$0 * finer) }
    ) { places in
      unsafe withUnsafePointer(to: plane) { plane in
        unsafe withUnsafePointer(to: places) {
          unsafe bromide_raw_shift(plane, Float(finer), $0)
        }
      }
    }
    guard isDone else { throw .outOfMemory(path: path, bytes: 4 * dng.activeArea.width) }
    return sensorLevels(black: most * finer, white: white * finer)
  }

  private func sensorLevels(black: Double, white: Double) -> SensorLevels {
    let top = black + (white - black) * headroom
    return SensorLevels(black: Float(black), white: max(Float(top), Float(black) + 1))
  }

  /// Sums blocks of 2×2 sites, with as many bits as fit.
  private func bin(_ pattern: BayerPattern, _ levels: SensorLevels) -> Mosaic {
    let part = dng.developed
    var divisor: UInt32 = 1
    while divisor < 4, levels.white * 4 > 65_535 * Float(divisor) { divisor *= 2 }
    let blocks = unsafe bromide_raw_plane_samples(
      samples: plane.samples + part.y * plane.stride + part.x, stride: plane.stride,
      width: UInt32(part.width), height: UInt32(part.height), step: 1)
    unsafe withUnsafePointer(to: blocks) { unsafe bromide_raw_bin($0, divisor) }
    let samples = unsafe PlaneView(
      base: UnsafePointer(blocks.samples), width: part.width / 2, height: part.height / 2,
      stride: plane.stride, owner: handle)
    let gain = 4 / Float(divisor)
    return Mosaic(
      samples: samples, pattern: pattern,
      levels: SensorLevels(black: levels.black[0] * gain, white: levels.white * gain))
  }

  // MARK: Pictures without a mosaic

  private func linear(_ channels: Int) throws(RawError) -> LinearImage {
    let largest = levels.largestBlack(of: channels)
    for channel in 0..<channels {
      let black = stride(from: channel, to: levels.black.count, by: channels)
        .map { Float(levels.black[$0]) }
      let scale = Float(65_535 / ((levels.white[channel] - largest[channel]) * headroom))
      let isDone = unsafe withOutput { out in
        unsafe withPlaces(
          black, columns: levels.columns.map(Float.init), rows: levels.rows.map(Float.init)
        ) { places in
          let channelPlane = unsafe bromide_raw_plane_samples(
            samples: plane.samples + channel, stride: plane.stride, width: plane.width,
            height: plane.height, step: plane.step)
          return unsafe withUnsafePointer(to: channelPlane) { plane in
            unsafe withUnsafePointer(to: places) {
              unsafe bromide_raw_scale(
                plane, scale, $0, out + channel, UInt32(channels),
                dng.activeArea.width * channels)
            }
          }
        }
      }
      guard isDone else { throw .outOfMemory(path: path, bytes: 4 * dng.activeArea.width) }
    }
    return linearImage(channels)
  }

  private func fourColors(_ four: FourColors) throws(RawError) -> LinearImage {
    let levels = try shift()
    unsafe withOutput { out in
      unsafe four.demosaic(plane, levels: levels, into: out)
    }
    return linearImage(3)
  }

  @unsafe private func withOutput<R>(_ body: (UnsafeMutablePointer<UInt16>) -> R) -> R {
    unsafe body(memory!.bytes.baseAddress!.assumingMemoryBound(to: UInt16.self))
  }

  private func linearImage(_ channels: Int) -> LinearImage {
    let width = dng.activeArea.width * channels
    let samples = unsafe PlaneView(
      base: UnsafePointer(memory!.bytes.baseAddress!.assumingMemoryBound(to: UInt16.self)),
      width: width, height: dng.activeArea.height, stride: width, owner: memory!)
    return LinearImage(samples: samples, channels: channels, white: 65_535)
  }

  /// Calls `body` with C's form of the levels.
  private func withPlaces<R>(
    _ pattern: [Float], columns: [Float], rows: [Float], _ body: (bromide_raw_by_place) -> R
  ) -> R {
    let size = levels.repeatSize
    return unsafe pattern.withUnsafeBufferPointer { pattern in
      unsafe columns.withUnsafeBufferPointer { columns in
        unsafe rows.withUnsafeBufferPointer { rows in
          unsafe body(
            bromide_raw_by_place(
              pattern: pattern.baseAddress, pattern_width: UInt32(size.width),
              pattern_height: UInt32(size.height),
              columns: columns.isEmpty ? nil : columns.baseAddress,
              rows: rows.isEmpty ? nil : rows.baseAddress))
        }
      }
    }
  }
}

/// The owner of pixels in separate memory.
private final class LinearStore: SampleStore {
  let memory: PixelMemory
  init(_ memory: PixelMemory) { self.memory = memory }
  var hasLostSamples: Bool { false }
}
