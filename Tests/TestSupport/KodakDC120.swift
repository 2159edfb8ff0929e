internal import BromideValues

/// A KDC of Kodak's DC120 in its JPEG coding: green, and half the differences of blue and red from it, with the bytes of each
/// pair swapped.
public struct KodakDC120: Sendable {
  /// The size of the mosaic, which has a GRBG pattern.
  public static let size = (width: 848, height: 976)

  /// The two greens of each cell, row by row of cells, 848 × 488.
  public var greens: [UInt8]
  /// Blue's and red's half differences, 424 × 488.
  public var differences: (blue: [UInt8], red: [UInt8])
  /// Changes the JPEG before its bytes are swapped.
  public var changing: @Sendable (inout [UInt8]) -> Void = { _ in }

  /// Blocks of one value each, which JPEG of the highest quality keeps.
  public init(seed: UInt64) {
    let noise = SeededNoise(seed: seed)
    func blocks(_ width: Int, _ plane: Int, _ range: ClosedRange<Int>) -> [UInt8] {
      (0..<width * 488).map { i in
        let (y, x) = i.quotientAndRemainder(dividingBy: width)
        return UInt8(
          range.lowerBound + Int(noise.uniform(x / 8 + 1000 * plane, y / 8) * Double(range.count)))
      }
    }
    greens = blocks(848, 0, 0...255)
    differences = (blocks(424, 1, 40...220), blocks(424, 2, 40...220))
  }

  /// The samples computed with Kodak's formula, row by row. White is 510.
  public var expected: [UInt16] {
    var samples = [UInt16](repeating: 0, count: 848 * 976)
    for y in 0..<488 {
      for x in 0..<424 {
        let pair = (Int(greens[y * 848 + 2 * x]), Int(greens[y * 848 + 2 * x + 1]))
        func sum(_ differences: [UInt8]) -> UInt16 {
          UInt16(min(max(pair.0 + pair.1 + 4 * (Int(differences[y * 424 + x]) - 128), 0), 510))
        }
        let place = 2 * y * 848 + 2 * x
        samples[place] = UInt16(2 * pair.0)
        samples[place + 1] = sum(differences.red)
        samples[place + 848] = sum(differences.blue)
        samples[place + 849] = UInt16(2 * pair.1)
      }
    }
    return samples
  }

  /// The JPEG as libjpeg writes it, without JFIF's segment.
  private var jpeg: [UInt8] {
    let half = Size(width: 424, height: 488)
    let whole = Size(width: 848, height: 488)
    var bytes = PeerJPEG(
      size: whole,
      planes: [
        PeerJPEG.Plane(greens, whole, across: 2), PeerJPEG.Plane(differences.blue, half),
        PeerJPEG.Plane(differences.red, half),
      ]
    ).encoded()
    if bytes[3] == 0xe0 { bytes.removeSubrange(2..<4 + Int(bytes[4]) << 8 + Int(bytes[5])) }
    changing(&bytes)
    return bytes
  }

  /// The bytes of the file.
  public func file() -> [UInt8] {
    var root = TIFFDirectory()
    root[254] = .longs([1])
    root[256] = .shorts([80])
    root[257] = .shorts([60])
    root[258] = .shorts([8, 8, 8])
    root[259] = .shorts([1])
    root[262] = .shorts([2])
    root[271] = .ascii("Eastman Kodak Company")
    root[272] = .ascii("Kodak DC120 ZOOM Digital Camera")
    root[277] = .shorts([3])
    root.fillStrips(rows: 60, [[UInt8](repeating: 99, count: 80 * 60 * 3)])
    var raw = TIFFDirectory()
    raw[254] = .longs([0])
    raw[256] = .shorts([1280])
    raw[257] = .shorts([960])
    raw[258] = .shorts([8])
    raw[259] = .shorts([7])
    raw[262] = .shorts([32_803])
    raw[277] = .shorts([1])
    raw[33_421] = .shorts([2, 2])
    raw[33_422] = .bytes([1, 0, 2, 1])
    var swapped = jpeg
    if swapped.count % 2 == 1 { swapped.append(0) }
    for i in stride(from: 0, to: swapped.count, by: 2) { swapped.swapAt(i, i + 1) }
    raw.fillStrips(rows: 960, [swapped])
    root[330] = .directory(raw)
    return TIFFWriter.file(root, order: .big)
  }
}
