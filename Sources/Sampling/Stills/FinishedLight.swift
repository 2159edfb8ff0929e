package import BromideValues

/// Converts R′G′B′ of clips and pictures to the linear light of finished pictures, white at 65535.
///
/// PQ and HLG contain light above the white of finished pictures. The curve of ITU-R BT.2390-11,
/// 5.4.1 (EETF), reduces it: a luminance of 1000 cd/m² becomes white, 203 cd/m² (BT.2408), and
/// luminances up to 88 cd/m² stay. The curve applies to the largest channel. The other channels are
/// scaled by the same factor, so hues stay.
package struct FinishedLight: Sendable {
  /// The luminance that becomes white, in cd/m². It is HLG's reference display, and the usual
  /// display for mastering PQ. Higher luminances are clipped.
  static let peak = HighRangeCurve.hlgDisplay

  /// The finished light of each 16-bit code, for spaces without light above white.
  private let finished: [UInt16]
  /// The light of each 16-bit code, for PQ and HLG.
  private let light: [Double]
  /// The conversion to the light of a display, or `nil` for spaces without light above white.
  private let signal: SignalLight?
  /// The factor of light for each fourth root of the largest channel.
  private let factors: [Double]

  /// - Parameter space: The space of the codes.
  package init(_ space: RGBSpace) {
    let light = (0...65535).map { space.transfer.decode(Double($0) / 65535) }
    guard space.isAbsolute else {
      finished = light.map { UInt16(($0 * 65535).rounded()) }
      (self.light, signal, factors) = ([], nil, [])
      return
    }
    finished = []
    self.light = light
    signal = SignalLight(space)
    factors = (0...Self.steps).map { step in
      let root = Double(max(step, 1)) / Self.stepsPerUnit
      let light = root * root * root * root
      return Self.reduced(light) / light
    }
  }

  /// Converts pixels of three channels in place.
  @unsafe package func convert(_ samples: UnsafeMutableBufferPointer<UInt16>) {
    guard let signal else {
      for index in samples.indices {
        unsafe samples[index] = finished[Int(samples[index])]
      }
      return
    }
    for index in stride(from: 0, to: samples.count - 2, by: 3) {
      let codes = unsafe (samples[index], samples[index + 1], samples[index + 2])
      let shown = signal.shown(
        SIMD3(light[Int(codes.0)], light[Int(codes.1)], light[Int(codes.2)]))
      let finished = (shown * factor(shown.max())).clamped(
        lowerBound: SIMD3(), upperBound: SIMD3(1, 1, 1))
      for c in 0..<3 { unsafe samples[index + c] = UInt16((65535 * finished[c]).rounded()) }
    }
  }

  private func factor(_ light: Double) -> Double {
    guard light > 0 else { return 0 }
    let place = light.squareRoot().squareRoot() * Self.stepsPerUnit
    guard place < Double(Self.steps) else { return 1 / light }
    let step = Int(place)
    return factors[step] + (place - Double(step)) * (factors[step + 1] - factors[step])
  }

  /// Table steps up to the peak.
  private static let steps = 4096
  private static let stepsPerUnit =
    Double(steps) / (peak / HighRangeCurve.white).squareRoot().squareRoot()

  /// The curve itself, in multiples of white.
  static func reduced(_ light: Double) -> Double {
    let quantizer = ColorTransfer.pq.function
    let top = quantizer.encode(peak / HighRangeCurve.white)
    let code = min(quantizer.encode(light) / top, 1)
    let most = quantizer.encode(1) / top
    let knee = 1.5 * most - 0.5
    guard code > knee else { return light }
    let t = (code - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let bent = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee)
    return quantizer.decode(top * (bent + (3 * t2 - 2 * t3) * most))
  }
}

extension RGBSpace {
  /// A message about light above white that `FinishedLight` reduces, or `nil` without it.
  package var toneMapping: String? {
    guard isAbsolute else { return nil }
    return
      "\(ColorTransfer(self).name) is tone-mapped by BT.2390: \(Int(FinishedLight.peak)) cd/m² becomes white"
  }
}
