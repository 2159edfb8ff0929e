public import BromideValues

/// The arrangement of frames in a file or stream of samples without a header.
public struct RawPlanes: Sendable, Hashable {
  /// The layout of samples in the planes of a frame.
  public let layout: YCbCrLayout
  /// The size of a frame in pixels.
  public let size: Size
  /// Bytes before the first frame.
  public let offset: Int
  /// Bytes from one row to the next, for each plane.
  public let strides: [Int]
  /// Bytes from one frame to the next.
  public let frameByteCount: Int

  /// - Parameters:
  ///   - stride: Bytes from one row of luma to the next, or `nil` for rows without gaps. Chroma's
  ///     stride follows, in whole samples: ⌈stride / 2⌉ for planes of half the width, and `stride`
  ///     for pairs.
  /// - Throws: `YCbCrError.badSize`, or `.strideTooSmall`.
  public init(
    layout: YCbCrLayout, size: Size, offset: Int = 0, stride: Int? = nil
  ) throws(YCbCrError) {
    precondition(offset >= 0, "an offset into a file")
    guard layout.byteCount(size) != nil else { throw .badSize(size) }
    self.layout = layout
    self.size = size
    self.offset = offset
    let (rowBytes, _) = layout.extent(ofPlane: 0, size)
    let stride = stride ?? rowBytes
    guard stride >= rowBytes else {
      throw .strideTooSmall(plane: 0, expected: rowBytes, found: stride)
    }
    // Reject strides that no real file has, because sums of them would overflow.
    guard stride < 1 << 40 else { throw .badSize(size) }
    // The strides of other planes follow from a picture as wide as the luma stride.
    let wide = Size(width: stride / layout.bytesPerSample, height: 1)
    strides =
      [stride]
      + (0..<layout.planeCount).dropFirst().map { layout.extent(ofPlane: $0, wide).rowBytes }
    var total: Int? = 0
    for (i, stride) in strides.enumerated() {
      let plane = Checked.product(stride, layout.extent(ofPlane: i, size).rows)
      total = total.flatMap { sum in plane.flatMap { Checked.sum(sum, $0) } }
    }
    guard let total, Checked.sum(offset, total) != nil else { throw .badSize(size) }
    frameByteCount = total
  }

  /// Returns the number of frames in a file, or `nil` if its length is not a multiple of the
  /// frame's. The gap after the last row is optional.
  public func frameCount(fileByteCount: Int) -> Int? {
    let bytes = fileByteCount - offset
    let last = strides.count - 1
    let gap = strides[last] - layout.extent(ofPlane: last, size).rowBytes
    guard bytes > 0, bytes % frameByteCount == 0 || (bytes + gap) % frameByteCount == 0 else {
      return nil
    }
    return (bytes + gap) / frameByteCount
  }

  /// Returns the frame at the start of `bytes`. The gap after the last row is optional.
  ///
  /// - Throws: `YCbCrError.planeTooShort` if `bytes` is too short.
  @unsafe public func frame(
    in bytes: UnsafeRawBufferPointer, owner: any AnyObject & Sendable
  ) throws(YCbCrError) -> YCbCrFrame {
    var planes: [YCbCrPlane] = []
    var start = 0
    for (i, stride) in strides.enumerated() {
      let end = start + stride * layout.extent(ofPlane: i, size).rows
      let part = min(start, bytes.count)..<min(end, bytes.count)
      planes.append(
        unsafe YCbCrPlane(bytes: UnsafeRawBufferPointer(rebasing: bytes[part]), stride: stride))
      start = end
    }
    return try YCbCrFrame(layout: layout, size: size, planes: planes, owner: owner)
  }
}

extension RawPlanes {
  /// Returns the number of frames in a file, or `nil` if its length is not a multiple of the
  /// frame's.
  public static func frameCount(
    fileByteCount: Int, layout: YCbCrLayout, size: Size
  ) -> Int? {
    (try? RawPlanes(layout: layout, size: size))?.frameCount(fileByteCount: fileByteCount)
  }

  /// Returns common sizes that fit a file of one or more frames, fewest frames first. Error
  /// messages suggest them.
  public static func fittingSizes(fileByteCount: Int, layout: YCbCrLayout) -> [Size] {
    let fitting = usual.compactMap { size in
      frameCount(fileByteCount: fileByteCount, layout: layout, size: size).map { ($0, size) }
    }
    return fitting.sorted { ($0.0, -$0.1.area) < ($1.0, -$1.1.area) }.map { $0.1 }
  }

  /// Sizes that cameras, decoders and broadcasters use.
  private static let usual: [Size] = [
    (7680, 4320), (5120, 2880), (4096, 3072), (4096, 2160), (4032, 3024), (3840, 2160),
    (2560, 1440), (2048, 1080), (1920, 1440), (1920, 1088), (1920, 1080), (1600, 1200),
    (1440, 1080), (1280, 960), (1280, 720), (1024, 768), (960, 540), (854, 480), (800, 600),
    (720, 576), (720, 480), (704, 576), (640, 480), (640, 360), (480, 360), (352, 288),
    (320, 240), (320, 180), (176, 144), (160, 120),
  ].flatMap { width, height in
    [Size(width: width, height: height), Size(width: height, height: width)]
  }
}
