import BromideDrawing
import BromideKernels
import BromideValues
import Foundation
import Testing

@Suite struct StampTests {
  private static let size = Size(width: 23, height: 11)
  private static let region = Region(x: 4, y: 3, width: 15, height: 6)

  /// Light with a transparent column.
  private static func light(_ alpha: Float) -> ImageBuffer<Float> {
    var light = ImageBuffer<Float>(size: region.size, channels: 4)
    for y in 0..<region.height {
      for x in 0..<region.width {
        let own = x == 7 ? 0 : alpha
        for c in 0..<3 { light[x, y, c] = own * (0.2 + 0.3 * Float(c)) }
        light[x, y, 3] = own
      }
    }
    return light
  }

  private static func picture<Sample: FixedWidthInteger>(_ channels: Int) -> [Sample] {
    (0..<size.area * channels).map { Sample(truncatingIfNeeded: $0 * 40_503) }
  }

  private static func stamp(
    _ light: ImageBuffer<Float>, _ format: PixelFormat, _ set: InstructionSet
  )
    -> Stamp
  {
    Stamp(
      light, x: region.x, y: region.y, on: size, format: format, transfer: .srgb,
      instructionSet: set)
  }

  @Test(arguments: InstructionSet.available, [1, 2, 3, 4])
  func lightIsMixed(_ set: InstructionSet, _ channels: Int) {
    let format = PixelFormat(channels: channels, sample: .uint16)
    let before: [UInt16] = Self.picture(channels)
    var codes = before
    let stamp = Self.stamp(Self.light(0.25), format, set)
    unsafe codes.withUnsafeMutableBytes { unsafe stamp.draw(onto: $0, rows: 0..<11) }
    for index in codes.indices {
      let (x, y, c) = (
        index / channels % Self.size.width, index / channels / Self.size.width, index % channels
      )
      let isInside =
        (4..<19).contains(x) && (3..<9).contains(y) && x != 4 + 7
      guard isInside else {
        #expect(codes[index] == before[index])
        continue
      }
      let pixel = index - c
      let own = format.hasAlpha ? Double(before[pixel + channels - 1]) / 65535 : 1
      let opacity = own * 0.75 + 0.25
      let expected: Double
      if format.hasAlpha, c == channels - 1 {
        expected = opacity
      } else {
        let below = TransferFunction.srgb.decode(Double(before[index]) / 65535)
        let above = channels < 3 ? 0.2 : 0.2 + 0.3 * Double(c)
        expected = TransferFunction.srgb.encode(
          (below * own * 0.75 + above * 0.25) / opacity)
      }
      #expect(abs(Double(codes[index]) - 65535 * expected) < 1.5, "\(x) \(y) \(c)")
    }
  }

  /// A row does not depend on the rows drawn together with it.
  @Test func rowsAreDrawnSeparately() {
    let format = PixelFormat(channels: 3, sample: .uint8)
    let stamp = Self.stamp(Self.light(0.6), format, .best)
    let rowBytes = Self.size.width * 3
    var whole: [UInt8] = Self.picture(3)
    var parts = whole
    unsafe whole.withUnsafeMutableBytes { unsafe stamp.draw(onto: $0, rows: 0..<11) }
    unsafe parts.withUnsafeMutableBytes { bytes in
      for rows in [9..<11, 0..<2, 2..<5, 5..<6, 6..<9] {
        unsafe stamp.draw(
          onto: UnsafeMutableRawBufferPointer(
            rebasing: bytes[rows.lowerBound * rowBytes..<rows.upperBound * rowBytes]), rows: rows)
      }
    }
    #expect(parts == whole)
  }

  @Test func floatsStayLinear() {
    let format = PixelFormat(channels: 3, sample: .float32)
    let stamp = Stamp(
      Self.light(0.5), x: 4, y: 3, on: Self.size, format: format, transfer: .linear)
    var values = [Float](repeating: 1.5, count: Self.size.area * 3)
    unsafe values.withUnsafeMutableBytes { unsafe stamp.draw(onto: $0, rows: 0..<11) }
    let first = (3 * Self.size.width + 4) * 3
    for c in 0..<3 {
      #expect(abs(values[first + c] - (0.75 + 0.5 * (0.2 + 0.3 * Float(c)))) < 1e-6)
      #expect(values[first + 21 + c] == 1.5)
      #expect(values[c] == 1.5)
    }
  }
}
