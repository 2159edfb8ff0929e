import BromideValues
import TestSupport

/// The colours of a chart's patches by the double-precision formula on what its raw stores.
struct ChartOracle {
  let photo: SyntheticPhoto
  let samples: SensorSamples

  init(_ photo: SyntheticPhoto) {
    self.photo = photo
    samples = photo.samples()
  }

  /// Linear sRGB: the mean of each colour's sites in the patch, with black subtracted, scaled by
  /// white, balanced and clipped to the common white, through the inverse of the camera's matrix.
  func linear(_ stored: Region) -> SIMD3<Double> {
    let (area, layout) = (photo.activeArea, photo.options.layout)
    let (pattern, blacks) = (photo.options.blackPatternSize, photo.options.black)
    let white = Double(photo.options.white)
    let largest = (0..<samples.samplesPerPixel).map { channel in
      stride(from: channel, to: blacks.count, by: samples.samplesPerPixel).map { blacks[$0] }.max()!
    }
    var sums = SIMD3<Double>()
    var counts = SIMD3<Double>()
    for (x, y, channel) in stored.places.channels(samples.samplesPerPixel) {
      let color =
        layout.color(x: modulo(x - area.x, 2), y: modulo(y - area.y, 2))?.rawValue ?? channel
      let site =
        modulo(y - area.y, pattern.height) * pattern.width + modulo(x - area.x, pattern.width)
      let black = blacks[site * samples.samplesPerPixel + channel]
      let value = (Double(samples[x, y, channel]) - black) / (white - largest[channel])
      sums[color] += value
      counts[color] += 1
    }
    let neutral = photo.camera.neutral(photo.light)
    let camera = (sums / counts).clamped(lowerBound: SIMD3(), upperBound: neutral)
    return photo.camera.response(photo.light).inverse! * camera
  }

  private func modulo(_ value: Int, _ divisor: Int) -> Int {
    (value % divisor + divisor) % divisor
  }

  /// sRGB codes of IEC 61966-2-1, 0 … 1.
  static func encode(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    var result = SIMD3<Double>()
    for i in 0..<3 { result[i] = TransferFunction.srgb.encode(min(max(linear[i], 0), 1)) }
    return result
  }

  /// The difference of two encoded colours.
  static func deltaE2000(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    lab(a).deltaE2000(lab(b))
  }

  /// Lab under D65 of an encoded colour.
  static func lab(_ encoded: SIMD3<Double>) -> Lab {
    var linear = SIMD3<Double>()
    for i in 0..<3 { linear[i] = TransferFunction.srgb.decode(encoded[i]) }
    let white = SIMD3(0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290)
    return Lab(xyz: SyntheticCamera.linearSRGBToXYZ * linear, white: Chromaticity(xyz: white))
  }
}
