internal import BromideDevelop
internal import BromideDrawing
internal import BromideKernels
internal import BromideSampling
internal import BromideValues

extension Watermark {
  /// Returns the logo for the developed rows of a picture.
  ///
  /// - Parameters:
  ///   - size: The size of the picture without its border.
  ///   - space: The space of its samples.
  /// - Throws: `DevelopError.unsupported` if the picture does not support the logo.
  func stamp(
    on size: Size, _ format: PixelFormat, in space: RGBSpace, _ instructionSet: InstructionSet
  ) throws(DevelopError) -> Stamp {
    guard logo.isNeutral || format.colorChannels == 3 else {
      throw .unsupported(
        "the watermark \(logo.path) has colours, but the picture is grey; use a grey logo")
    }
    let region = try region(on: size)
    return Stamp(
      logo.light(at: region.size, in: space), x: region.x, y: region.y, on: size, format: format,
      transfer: space.transfer, instructionSet: instructionSet)
  }

  /// Returns the bytes of the logo for a picture with this number of pixels.
  func memory(pixels: Int) -> Int {
    // Red, green, blue and alpha. A side of a square with these pixels is close enough.
    let side = Double(pixels).squareRoot() * percent / 100
    return Int(side * side) * 16
  }
}
