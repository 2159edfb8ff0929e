import BromideSampling
import BromideValues
import Foundation
import TestSupport

/// A picture of seeded noise.
func noisePicture(_ size: Size, channels: Int = 3, seed: UInt64 = 7) -> ImageBuffer<UInt8> {
  let noise = SeededNoise(seed: seed)
  let image = ImageBuffer<UInt8>(size: size, channels: channels) { x, y, c in
    UInt8(truncatingIfNeeded: noise.bits(x * channels + c, y))
  }
  return image
}

/// Linear sRGB light of a pixel, by the formula in the standard.
func srgbLight(_ image: ImageBuffer<UInt8>, _ x: Int, _ y: Int) -> SIMD3<Double> {
  var light = SIMD3<Double>()
  for c in 0..<3 { light[c] = SRGBCurve.light(Double(image[x, y, c]) / 255) }
  return light
}

func difference(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
  let d = a - b
  return max(abs(d.x), abs(d.y), abs(d.z))
}

extension PointSampler {
  func sample(
    at x: Double, _ y: Double, _ window: SampleWindow = SampleWindow(), keepsPixels: Bool = false
  ) throws -> Sample {
    try sample(
      at: NormalizedPoint(x: x, y: y), window: window, keepsPixels: keepsPixels,
      scratch: makeScratch())
  }
}
