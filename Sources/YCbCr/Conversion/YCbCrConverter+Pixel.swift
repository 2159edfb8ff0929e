internal import Color
internal import Kernels
internal import Pixels

extension YCbCrConverter {
  /// R, G and B of one pixel: exactly what `convert` writes there, in that order also for `.bgra8`.
  ///
  /// - Parameters:
  ///   - x: 0…width − 1; anything else is a programming error.
  /// - Returns: Code values of the output's depth, or floats.
  /// - Complexity: O(1); touches no other pixel and allocates nothing.
  public func pixel(_ frame: YCbCrFrame, x: Int, y: Int) -> SIMD3<Double> {
    precondition(frame.layout == layout, "the frame has the converter's layout")
    precondition(
      x >= 0 && x < frame.size.width && y >= 0 && y < frame.size.height, "a pixel of the frame")
    let luma = frame.sample(plane: 0, x: x, y: y)
    let (cb, cr) = chroma(frame, x: x, y: y)
    withExtendedLifetime(frame.owner) {}
    guard let form8 else { return rowForm.codes(luma: luma, cb, cr) }
    let isSwapped = layout.arrangement.isSwapped
    let codes = form8.codes(luma: luma, 16 * (isSwapped ? cr : cb), 16 * (isSwapped ? cb : cr))
    let result = SIMD3<Double>(Double(codes.x), Double(codes.y), Double(codes.z))
    return output == .bgra8 ? SIMD3(result.z, result.y, result.x) : result
  }

  /// The stored Y, Cb and Cr of one pixel as code values, chroma upsampled.
  public func codes(_ frame: YCbCrFrame, x: Int, y: Int) -> SIMD3<Double> {
    let (cb, cr) = chroma(frame, x: x, y: y)
    return SIMD3(
      Double(frame.sample(plane: 0, x: x, y: y)), Double(cb) / 16, Double(cr) / 16)
  }

  /// Cb and Cr of a pixel in sixteenths.
  private func chroma(_ frame: YCbCrFrame, x: Int, y: Int) -> (Int, Int) {
    guard layout.subsampling != .grey else {
      let neutral = Int(16 * coding.offset[1])
      return (neutral, neutral)
    }
    let size = layout.chromaSize(frame.size)
    let across = horizontalTap(x, count: size.width)
    let down = verticalTap(y, count: size.height)
    func value(_ kind: Int) -> Int {
      let place = frame.chromaPlace(kind)
      func sample(_ i: Int, _ j: Int) -> Int {
        frame.sample(plane: place.plane, x: place.first + i * place.step, y: j)
      }
      func row(_ j: Int) -> Int {
        across.weight == 0
          ? 4 * sample(across.index, j)
          : (4 - across.weight) * sample(across.index, j) + across.weight * sample(across.other, j)
      }
      return down.weight == 0
        ? 4 * row(down.index) : (4 - down.weight) * row(down.index) + down.weight * row(down.other)
    }
    return (value(0), value(1))
  }

  /// The chroma sample of a cell, its neighbour and the quarters that one has.
  struct Tap {
    var index: Int
    var other: Int
    var weight: Int
  }

  func horizontalTap(_ x: Int, count: Int) -> Tap {
    let isShared = layout.subsampling.across == 2
    return tap(x, isShared: isShared, isCentered: siting == .center, count: count)
  }

  func verticalTap(_ y: Int, count: Int) -> Tap {
    let isShared = layout.subsampling.down == 2
    return tap(y, isShared: isShared, isCentered: siting != .topLeft, count: count)
  }

  /// Centred samples lie ½ pixel after an even position: ¼ comes from the neighbour on the other side. Co-sited ones
  /// lie on the even positions, and the odd ones have half of each. Beyond the edge the outermost is repeated.
  private func tap(_ position: Int, isShared: Bool, isCentered: Bool, count: Int) -> Tap {
    guard isShared else { return Tap(index: position, other: position, weight: 0) }
    let cell = position / 2
    let isOdd = position % 2 == 1
    guard upsampling == .linear, isOdd || isCentered else {
      return Tap(index: cell, other: cell, weight: 0)
    }
    let other = isOdd ? min(cell + 1, count - 1) : max(cell - 1, 0)
    return Tap(index: cell, other: other, weight: isCentered ? 1 : 2)
  }

  /// Rows by the formula for one pixel.
  @unsafe func convertByPixel(_ frame: YCbCrFrame, _ rows: Range<Int>, _ target: Target) {
    for y in rows {
      for x in 0..<frame.size.width {
        var rgb = pixel(frame, x: x, y: y)
        if output == .bgra8 { rgb = SIMD3(rgb.z, rgb.y, rgb.x) }
        let place = unsafe target.row(y) + x * output.bytesPerPixel
        for channel in 0..<output.channels {
          let value = channel < 3 ? rgb[channel] : output.maximum
          unsafe store(value, at: place + channel * output.bytesPerSample)
        }
      }
    }
  }

  @unsafe private func store(_ value: Double, at place: UnsafeMutableRawPointer) {
    switch output {
    case .rgb8, .rgba8, .bgra8: unsafe place.storeBytes(of: UInt8(value), as: UInt8.self)
    case .rgb16, .rgba16: unsafe place.storeBytes(of: UInt16(value), as: UInt16.self)
    case .rgbFloat: unsafe place.storeBytes(of: Float(value), as: Float.self)
    }
  }
}
