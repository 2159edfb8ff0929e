internal import BromideValues

extension MakerRaw {
  /// Sony's blocks (ARW 2) with 16 samples of one colour in 16 bytes. The brightest and the darkest
  /// have 11 bits, and the others are 7-bit distances from the darkest.
  ///
  /// - Parameters:
  ///   - codes: Codes of 11 bits each. Rows must have a multiple of 32 samples.
  ///   - curve: The four points where the steps between code values double, in quarters of 0 …
  ///     16383.
  public static func sonyBlocks(
    _ codes: SensorSamples, curve points: [Int] = [8000, 10_400, 12_900, 14_100]
  ) -> MakerRaw {
    precondition(codes.size.width % 32 == 0 && points.count == 4, "pairs of blocks")
    let curve = sonyCurve(points)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(codes.values.count)
    var decoded = codes.values
    for start in stride(from: 0, to: codes.values.count, by: 32) {
      for parity in 0..<2 {
        let places = (0..<16).map { start + parity + 2 * $0 }
        let block = sonyBlock(places.map { Int(codes.values[$0]) })
        bytes += block.bytes
        for (place, code) in zip(places, block.codes) { decoded[place] = UInt16(curve[2 * code]) }
      }
    }
    var raw = MakerRaw(
      codes.withValues(decoded), make: "SONY", model: "ILCE-7M2", compression: 32_767,
      bitsPerSample: 8, strips: [bytes])
    raw.fields[0x7010] = .shorts(points)
    return raw
  }

  private static func sonyCurve(_ points: [Int]) -> [Int] {
    let ends = [0] + points.map { $0 >> 2 & 0xFFF } + [4095]
    var curve = [0]
    for (segment, end) in ends.dropFirst().enumerated() {
      while curve.count <= end { curve.append(curve.last! + 1 << segment) }
    }
    return curve
  }

  /// A block, and the codes that decoding it gives.
  private static func sonyBlock(_ values: [Int]) -> (bytes: [UInt8], codes: [Int]) {
    let (high, low) = (values.max()!, values.min()!)
    let highest = values.firstIndex(of: high)!
    // If all are equal, any other position.
    let lowest = values.indices.first { values[$0] == low && $0 != highest }!
    let shift = (0..<4).first { high - low < 0x80 << $0 } ?? 4
    var codes = values
    var (word, place, bytes) = (high | low << 11 | highest << 22 | lowest << 26, 30, [UInt8]())
    for i in values.indices where i != highest && i != lowest {
      let distance = min((values[i] - low) >> shift, 0x7F)
      codes[i] = min(distance << shift + low, 0x7FF)
      word |= distance << place
      place += 7
      while place >= 32 {
        bytes += (0..<4).map { UInt8(word >> (8 * $0) & 255) }
        word >>= 32
        place -= 32
      }
    }
    return (bytes, codes)
  }
}
