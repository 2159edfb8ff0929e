import BromideCodecs
import BromideKernels
import BromideSampling
import BromideValues
import TestSupport
import Testing

@Suite struct FrameSamplingTests {
  /// Biplanar frames with strides of 1984: x 7, y 5 reads bytes 9927, 3974 and 3975.
  @Test func biplanarBytesMatchThePoint() throws {
    let size = Size(width: 1920, height: 1440)
    let memory = PixelMemory(byteCount: 1984 * 1440 * 3 / 2)
    unsafe memory.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    unsafe memory.bytes[9927] = 100
    let chroma = 1984 * 1440
    unsafe memory.bytes[chroma + 3974] = 90
    unsafe memory.bytes[chroma + 3975] = 160
    let bytes = unsafe UnsafeRawBufferPointer(memory.bytes)
    let frame = try unsafe YCbCrFrame(
      layout: .nv12, size: size,
      planes: [
        YCbCrPlane(bytes: UnsafeRawBufferPointer(rebasing: bytes[..<chroma]), stride: 1984),
        YCbCrPlane(bytes: UnsafeRawBufferPointer(rebasing: bytes[chroma...]), stride: 1984),
      ], owner: memory)
    func rgb(_ matrix: YCbCrMatrix) throws -> SIMD3<Double> {
      let converter = YCbCrConverter(
        coding: YCbCrCoding(matrix: matrix, range: .full, depth: 8), layout: .nv12,
        output: .rgbFloat, upsampling: .nearest, arithmetic: .exact)
      let sampler = PointSampler(.frame(frame, converter), space: .srgb)
      let sample = try sampler.sample(at: 7.5 / 1920, 5.5 / 1440)
      #expect(sample.codes == SIMD3(100, 90, 160))
      return 255 * (try sampler.rgb(at: sample.point))
    }
    #expect(difference(try rgb(.bt709), SIMD3(150.394, 92.138, 29.487)) < 0.06)
    #expect(difference(try rgb(.bt601).rounded(.toNearestOrEven), SIMD3(145, 90, 33)) == 0)
  }

  /// The pixels of a window equal the complete conversion.
  @Test(arguments: [YCbCrLayout.nv12, .p010, .i422, .i444, .i400]) func windowsConvertTheirPixels(
    layout: YCbCrLayout
  ) throws {
    let size = Size(width: 21, height: 13)
    let memory = PixelMemory(byteCount: layout.byteCount(size)!)
    for i in 0..<layout.byteCount(size)! {
      unsafe memory.bytes[i] = UInt8(truncatingIfNeeded: i &* 37 &+ i / 11)
    }
    let frame = try unsafe YCbCrFrame(
      layout: layout, size: size, contiguous: UnsafeRawBufferPointer(memory.bytes), owner: memory)
    let converter = YCbCrConverter(
      coding: YCbCrCoding(matrix: .bt709, range: .limited, depth: layout.depth), layout: layout,
      output: .rgbFloat)
    let image = converter.image(frame, of: Float.self)
    let sampler = PointSampler(.frame(frame, converter), space: .rec709Display)
    let sample = try sampler.sample(at: 10.5 / 21, 6.5 / 13, SampleWindow(side: .pixels(5)))
    var sum = SIMD3<Double>()
    for (x, y, c) in Places(x: 8...12, y: 4...8).channels(3) {
      sum[c] += RGBSpace.rec709Display.transfer.decode(Double(image[x, y, c]))
    }
    #expect(sample.count == 25)
    #expect(difference(sample.light, sum / 25) < 1e-5)
  }
}
