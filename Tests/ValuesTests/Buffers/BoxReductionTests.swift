import TestSupport
import Testing

@testable import BromideValues

/// Pictures that become smaller row by row, against the plain mean of each square.
@Suite struct BoxReductionTests {
  private func code(_ x: Int, _ y: Int, _ c: Int) -> Int { (x * 31 + y * 57 + c * 101) % 256 }

  @Test(arguments: [(1, 1, 1), (7, 5, 2), (8, 4, 4), (5, 9, 3), (3, 3, 10), (16, 1, 5)])
  func pixelsAreMeans(_ width: Int, _ height: Int, _ side: Int) {
    for (sample, factor) in [(SampleFormat.uint8, 1.0), (.uint16, 257), (.float32, 1.0 / 255)] {
      for channels in 1...4 {
        let whole = Size(width: width, height: height)
        let format = PixelFormat(channels: channels, sample: sample)
        var reduction = BoxReduction(of: whole, format, side: side)
        let size = reduction.size
        #expect(
          size.width == (width + side - 1) / side && size.height == (height + side - 1) / side)
        var rows = 0
        for y in 0..<height {
          let codes = (0..<width).flatMap { x in (0..<channels).map { code(x, y, $0) } }
          let (written, row) = unsafe Self.add(
            codes, factor, sample, to: &reduction, count: size.width * channels,
            isLast: y == height - 1)
          #expect(written == ((y + 1).isMultiple(of: side) || y == height - 1))
          guard written else { continue }
          for (x, c) in product(0..<size.width, 0..<channels) {
            var (sum, count) = (0.0, 0.0)
            for sourceY in rows * side..<min((rows + 1) * side, height) {
              for sourceX in x * side..<min((x + 1) * side, width) {
                sum += Double(code(sourceX, sourceY, c)) * factor
                count += 1
              }
            }
            let mean = sample == .float32 ? sum / count : (sum / count).rounded()
            #expect(abs(row[x * channels + c] - mean) < 1e-6)
          }
          rows += 1
        }
        #expect(rows == size.height)
      }
    }
  }

  @unsafe private static func add(
    _ codes: [Int], _ factor: Double, _ sample: SampleFormat, to reduction: inout BoxReduction,
    count: Int, isLast: Bool
  ) -> (Bool, [Double]) {
    func run<Sample>(_ row: [Sample], _ empty: Sample, _ number: (Sample) -> Double)
      -> (Bool, [Double])
    {
      var output = [Sample](repeating: empty, count: count)
      let written = unsafe row.withUnsafeBytes { row in
        unsafe output.withUnsafeMutableBytes { output in
          unsafe reduction.add(row.baseAddress!, to: output.baseAddress!, isLast: isLast)
        }
      }
      return (written, output.map(number))
    }
    return switch sample {
    case .uint8: run(codes.map { UInt8($0) }, 0) { Double($0) }
    case .uint16: run(codes.map { UInt16($0 * 257) }, 0) { Double($0) }
    case .float32: run(codes.map { Float(Double($0) * factor) }, 0) { Double($0) }
    }
  }

  @Test func sidesCoverTheRequestedSize() {
    let whole = Size(width: 40_000, height: 30_000)
    #expect(BoxReduction.side(of: whole, atLeast: Size(width: 400, height: 400)) == 75)
    #expect(BoxReduction.side(of: whole, atLeast: Size(width: 50_000, height: 10)) == 1)
    #expect(
      BoxReduction.side(of: Size(width: 3, height: 3), atLeast: Size(width: 0, height: 0)) == 3)
  }
}
