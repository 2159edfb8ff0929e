public import BromideValues

extension SensorSamples {
  /// Smooth places, edges and any values at all, so that short and long codes occur.
  public static func varied(_ size: Size, bits: Int, seed: UInt64 = 1) -> SensorSamples {
    let noise = SeededNoise(seed: seed)
    let range = 1 << bits
    return SensorSamples(
      size: size,
      values: (0..<size.area).map { i in
        let (x, y) = (i % size.width, i / size.width)
        let any = Int(noise.bits(x, y) >> 40)
        switch (x / 7 + y / 3) % 5 {
        case 0: return UInt16(any % range)
        case 1: return UInt16(range - 1)
        case 2: return UInt16(min(any % 40, range - 1))
        default: return UInt16((x * 5 + y * 3 + any % 9) % range)
        }
      })
  }
}
