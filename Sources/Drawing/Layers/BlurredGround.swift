public import BromideValues

extension PlacedPicture {
  /// Creates a background for a picture by enlarging the picture over the frame and blurring it.
  ///
  /// The picture is reduced in linear light to cells of 1/64 of the frame's long edge. Then three
  /// means of seven cells in each direction smooth it, so that no detail competes with the picture.
  /// The centre of the picture fills the frame, and the rest is cropped evenly.
  /// - Parameter frame: The size of the frame.
  public init(groundOf picture: LightPicture, in frame: Size) {
    let codes = picture.levels[0]
    let cell = Double(frame.longEdge) / Double(Self.cells)
    // Add one cell on each side, so that the soft edge of the enlarged picture is outside the
    // frame.
    let size = Size(
      width: Int((Double(frame.width) / cell).rounded(.up)) + 2,
      height: Int((Double(frame.height) / cell).rounded(.up)) + 2)
    let sides = SIMD2(Double(picture.size.width), Double(picture.size.height))
    let scale = (sides / SIMD2(Double(frame.width), Double(frame.height))).min()
    // Returns the pixels of a cell in one direction.
    func pixels(_ index: Int, _ side: Int, _ frameSide: Int) -> Range<Int> {
      let begin = Double(side) / 2 + (Double(index - 1) * cell - Double(frameSide) / 2) * scale
      let first = min(max(Int(begin.rounded(.down)), 0), side - 1)
      let last = min(max(Int((begin + cell * scale).rounded(.up)), first + 1), side)
      return first..<last
    }
    var light = [SIMD3<Float>](repeating: SIMD3(), count: size.area)
    unsafe codes.withUnsafeSamples { samples in
      for y in 0..<size.height {
        let rows = pixels(y, picture.size.height, frame.height)
        for x in 0..<size.width {
          var sum = SIMD3<Float>()
          let columns = pixels(x, picture.size.width, frame.width)
          for row in rows {
            for column in columns {
              let place = (row * codes.size.width + column) * codes.channels
              let root = unsafe SIMD3<Float>(
                Float(samples[place]), Float(samples[place + 1]), Float(samples[place + 2]))
              sum += root * root
            }
          }
          light[y * size.width + x] = sum / Float(rows.count * columns.count)
        }
      }
    }
    for _ in 0..<3 {
      light = Self.smoothed(
        light, count: size.width, step: 1, lines: size.height, stride: size.width)
      light = Self.smoothed(
        light, count: size.height, step: size.width, lines: size.width, stride: 1)
    }
    var ground = ImageBuffer<UInt16>(size: size, channels: 3)
    unsafe ground.withUnsafeMutableSamples { samples in
      for i in 0..<size.area {
        for c in 0..<3 { unsafe samples[3 * i + c] = UInt16(light[i][c].squareRoot().rounded()) }
      }
    }
    self.init(
      LightPicture(codes: ground), Placement(origin: SIMD2(-cell, -cell), scale: cell))
  }

  /// Cells along the frame's long edge.
  private static let cells = 64

  /// Returns the mean of each value and three neighbours on each side. Values outside repeat the
  /// end.
  private static func smoothed(
    _ light: [SIMD3<Float>], count: Int, step: Int, lines: Int, stride: Int
  ) -> [SIMD3<Float>] {
    var result = light
    for line in 0..<lines {
      for i in 0..<count {
        var sum = SIMD3<Float>()
        for other in i - 3...i + 3 {
          sum += light[line * stride + min(max(other, 0), count - 1) * step]
        }
        result[line * stride + i * step] = sum / 7
      }
    }
    return result
  }
}
