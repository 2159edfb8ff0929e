public import BromideValues
internal import CBromideKernels

/// A picture placed on the rows of a frame.
public struct ComposedPicture: Sendable {
  /// Two neighbouring levels of the picture, at least two columns wide. Codes are premultiplied
  /// linear red, green, blue and alpha (65535·√v).
  public var levels: (ImageBuffer<UInt16>, ImageBuffer<UInt16>)
  /// The linear scale of each level relative to the picture: 1, ½, ¼ ….
  public var ratios: (Float, Float)
  /// Weight of the second level, 0…1.
  public var share: Float
  /// Width and height of the picture.
  public var size: Size
  /// Frame pixels per pixel of the picture.
  public var scale: Float
  /// Opacity, 0…1.
  public var opacity: Float
  /// The step in the picture from one pixel of the row to the next.
  public var step: SIMD2<Float>

  /// Creates an upright picture with one level at its original size.
  public init(_ picture: ImageBuffer<UInt16>) {
    precondition(picture.channels == 4, "red, green, blue and alpha")
    precondition(picture.width > 1, "neighbours are read together")
    levels = (picture, picture)
    ratios = (1, 1)
    share = 0
    size = picture.size
    scale = 1
    opacity = 1
    step = SIMD2(1, 0)
  }
}

/// Draws pictures over rows of linear light, and prepares finished rows for encoding.
///
/// A drawn pixel is the bilinear mean of the light of four codes. Beyond the picture's edges the
/// edge codes repeat, and `share` mixes two levels. Each pixel is weighted by the opacity and by
/// the covered share of the frame's pixel. For each pair of opposite edges, the distances in pixels
/// plus ½, limited to 0…1, are subtracted. This is exact for upright pictures and within 0.04 for
/// rotated ones. All compiled variants give equal bits.
public struct ComposeKernel: Sendable {
  private let instructionSet: InstructionSet

  /// - Parameter instructionSet: The variant to run. It must be available.
  public init(instructionSet: InstructionSet) { self.instructionSet = instructionSet }

  /// Draws over `count` pixels of premultiplied red, green, blue and alpha.
  ///
  /// - Parameter start: The position in the picture at the centre of the first pixel.
  @unsafe public func draw(
    _ shown: ComposedPicture, from start: SIMD2<Float>, count: Int,
    onto pixels: UnsafeMutablePointer<Float>
  ) {
    guard instructionSet != .reference else {
      for x in 0..<count {
        let light = formula(shown, from: start, x: x)
        for c in 0..<4 {
          let below = Double(unsafe pixels[4 * x + c])
          unsafe pixels[4 * x + c] = Float(below * (1 - light.w) + light[c])
        }
      }
      return
    }
    unsafe shown.levels.0.withUnsafeSamples { first in
      unsafe shown.levels.1.withUnsafeSamples { second in
        var picture = unsafe bromide_placed_picture(
          levels: (
            level(shown.levels.0, shown.ratios.0, first.baseAddress!),
            level(shown.levels.1, shown.ratios.1, second.baseAddress!)
          ), share: shown.share, width: Float(shown.size.width), height: Float(shown.size.height),
          scale: shown.scale, opacity: shown.opacity, u: start.x, v: start.y, du: shown.step.x,
          dv: shown.step.y)
        unsafe bromide_compose_row(instructionSet.code, &picture, count, pixels)
      }
    }
  }

  /// Draws encoded pixels over `count` pixels of premultiplied red, green, blue and alpha.
  ///
  /// - Parameters:
  ///   - codes: Whole pixels with straight alpha.
  ///   - light: The linear value for each code of the format.
  @unsafe public func draw(
    _ codes: UnsafeRawPointer, count: Int, format: PixelFormat, light: [Float],
    onto pixels: UnsafeMutablePointer<Float>
  ) {
    precondition(light.count == format.sample.maximum + 1, "a value for each code")
    unsafe bromide_compose_codes(
      codes, count, Int32(format.channels), Int32(format.sample.byteCount), light, pixels)
  }

  /// Splits a row into planes of linear light.
  ///
  /// - Parameter alpha: Receives alpha. The colours are then divided by alpha. Use `nil` if all
  ///   pixels are opaque.
  @unsafe public func separate(
    _ pixels: UnsafePointer<Float>, count: Int, into row: PlanarRow,
    alpha: UnsafeMutablePointer<Float>?
  ) {
    precondition(count <= row.capacity, "a count within the row")
    unsafe bromide_separate_row(
      instructionSet.code, pixels, count, row.red, row.green, row.blue, alpha)
  }

  /// Writes alpha into `count` encoded pixels of red, green, blue and alpha.
  @unsafe public func put(
    alpha: UnsafePointer<Float>, count: Int, sample: SampleFormat,
    into pixels: UnsafeMutableRawPointer
  ) {
    unsafe bromide_put_alpha(alpha, count, sample.byteCount, pixels)
  }

  /// The formula: returns the premultiplied light that the picture adds to pixel `x` of a row.
  public func formula(_ shown: ComposedPicture, from start: SIMD2<Float>, x: Int) -> SIMD4<Double> {
    let place = SIMD2<Double>(start) + SIMD2<Double>(shown.step) * Double(x)
    func covered(_ place: Double, _ length: Int) -> Double {
      func inside(_ distance: Double) -> Double {
        min(max(distance * Double(shown.scale) + 0.5, 0), 1)
      }
      return inside(place) - inside(place - Double(length))
    }
    let cover = covered(place.x, shown.size.width) * covered(place.y, shown.size.height)
    var light = bilinear(shown.levels.0, at: place * Double(shown.ratios.0))
    if shown.share > 0 {
      let smaller = bilinear(shown.levels.1, at: place * Double(shown.ratios.1))
      light += (smaller - light) * Double(shown.share)
    }
    return light * (cover * Double(shown.opacity))
  }

  private func bilinear(
    _ picture: ImageBuffer<UInt16>, at place: SIMD2<Double>
  ) -> SIMD4<Double> {
    let most = SIMD2(Double(picture.width - 1), Double(picture.height - 1))
    let inside = (place - 0.5).clamped(lowerBound: SIMD2(), upperBound: most)
    let (x, y) = (Int(inside.x), Int(inside.y))
    let share = SIMD2(inside.x - Double(x), inside.y - Double(y))
    func light(_ dx: Int, _ dy: Int) -> SIMD4<Double> {
      var light = SIMD4<Double>()
      for c in 0..<4 {
        let sample = picture[min(x + dx, picture.width - 1), min(y + dy, picture.height - 1), c]
        let root = Double(sample) / 65535
        light[c] = root * root
      }
      return light
    }
    let upper = light(0, 0) + (light(1, 0) - light(0, 0)) * share.x
    let lower = light(0, 1) + (light(1, 1) - light(0, 1)) * share.x
    return upper + (lower - upper) * share.y
  }

  private func level(
    _ picture: ImageBuffer<UInt16>, _ ratio: Float, _ codes: UnsafePointer<UInt16>
  ) -> bromide_picture_level {
    unsafe bromide_picture_level(
      codes: codes, width: Int32(picture.width), height: Int32(picture.height), ratio: ratio)
  }
}
