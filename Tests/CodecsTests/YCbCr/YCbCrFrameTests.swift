import BromideCodecs
import BromideKernels
import BromideValues
import Testing

@Suite struct YCbCrFrameTests {
  static func memory(_ count: Int) -> PixelMemory {
    let memory = PixelMemory(byteCount: count)
    for i in 0..<count { unsafe memory.bytes[i] = UInt8(truncatingIfNeeded: i &* 37 &+ i >> 8) }
    return memory
  }

  /// Bytes of a frame by counting samples: ⌈W/2⌉ and ⌈H/2⌉.
  @Test(arguments: [
    ("nv12", 15 + 2 * 3 * 2), ("yv12", 15 + 2 * 3 * 2), ("i422", 15 + 2 * 3 * 3),
    ("i444", 45), ("i400", 15), ("p010", 2 * 27), ("yuv420p10le", 2 * 27), ("P216LE", 2 * 33),
    ("nv24", 45), ("nv42", 45), ("nv61", 15 + 2 * 3 * 3), ("p410le", 2 * 45), ("p416", 2 * 45),
    ("yuv420p9le", 2 * 27), ("yuv444p14le", 2 * 45), ("i440p14", 2 * 35),
    ("yuyv422", 4 * 3 * 3), ("uyvy", 36), ("yvyu422", 36), ("rgb24", 45), ("rgba", 60),
    ("bgr48be", 90),
    ("gbrp", 45), ("gbrap16le", 2 * 60), ("yuva420p", 15 + 12 + 15), ("yuv420p10be", 54),
    ("yuv411p", 15 + 2 * 2 * 3), ("yuv410p", 15 + 2 * 2), ("i4x2", 15 + 2 * 2 * 2),
    ("i441", 15 + 10),
  ])
  func oddFramesHaveAllTheirChroma(name: String, bytes: Int) throws {
    let layout = try #require(YCbCrLayout(name: name))
    #expect(layout.byteCount(Size(width: 5, height: 3)) == bytes)
  }

  @Test func namesAreUnique() {
    #expect(Set(YCbCrLayout.all.map(\.name)).count == YCbCrLayout.all.count)
    for layout in YCbCrLayout.all { #expect(YCbCrLayout(name: layout.name) == layout) }
    #expect(YCbCrLayout(name: "nv13") == nil)
  }

  /// With strides of 1984, x 7, y 5 reads bytes 9927, 3974 and 3975: 5 · 1984 + 7, 2 · 1984 + 6 and
  /// the next.
  @Test func samplesFollowTheStride() throws {
    let size = Size(width: 1920, height: 1440)
    let stride = 1984
    let memory = Self.memory(stride * 1440 + stride * 720)
    let luma = unsafe UnsafeRawBufferPointer(rebasing: memory.bytes[0..<stride * 1440])
    let chroma = unsafe UnsafeRawBufferPointer(rebasing: memory.bytes[(stride * 1440)...])
    let frame = try unsafe YCbCrFrame(
      layout: .nv12, size: size,
      planes: [YCbCrPlane(bytes: luma, stride: stride), YCbCrPlane(bytes: chroma, stride: stride)],
      owner: memory)
    let converter = YCbCrConverter(
      coding: .init(matrix: .bt601, range: .full, depth: 8), layout: .nv12, output: .rgb8,
      upsampling: .nearest)
    let codes = converter.codes(frame, x: 7, y: 5)
    #expect(codes.x == Double(unsafe luma[9927]))
    #expect(codes.y == Double(unsafe chroma[3974]))
    #expect(codes.z == Double(unsafe chroma[3975]))
  }

  @Test func badFramesAreRejected() throws {
    let memory = Self.memory(100)
    let bytes = unsafe UnsafeRawBufferPointer(memory.bytes)
    func make(
      _ layout: YCbCrLayout, _ size: Size, _ planes: [(Range<Int>, Int)]
    ) throws(YCbCrError) {
      _ = try YCbCrFrame(
        layout: layout, size: size,
        planes: planes.map { part, stride in
          unsafe YCbCrPlane(bytes: UnsafeRawBufferPointer(rebasing: bytes[part]), stride: stride)
        }, owner: memory)
    }
    let size = Size(width: 5, height: 3)
    #expect(throws: YCbCrError.badSize(Size(width: 0, height: 3))) {
      try make(.nv12, Size(width: 0, height: 3), [])
    }
    #expect(throws: YCbCrError.badSize(Size(width: 1 << 40, height: 1 << 40))) {
      _ = try unsafe YCbCrFrame(
        layout: .i444, size: Size(width: 1 << 40, height: 1 << 40), contiguous: bytes, owner: memory
      )
    }
    #expect(throws: YCbCrError.planeCount(layout: "nv12", expected: 2, found: 1)) {
      try make(.nv12, size, [(0..<15, 5)])
    }
    #expect(throws: YCbCrError.strideTooSmall(plane: 1, expected: 6, found: 5)) {
      try make(.nv12, size, [(0..<15, 5), (15..<27, 5)])
    }
    #expect(throws: YCbCrError.planeTooShort(plane: 1, expected: 12, found: 11)) {
      try make(.nv12, size, [(0..<15, 5), (15..<26, 6)])
    }
    #expect(throws: YCbCrError.planeTooShort(plane: 0, expected: 27, found: 26)) {
      _ = try unsafe YCbCrFrame(
        layout: .nv12, size: size, contiguous: UnsafeRawBufferPointer(rebasing: bytes[0..<26]),
        owner: memory)
    }
    // No gap is needed after the last row.
    try make(.nv12, size, [(0..<25, 10), (25..<41, 10)])
  }
}
