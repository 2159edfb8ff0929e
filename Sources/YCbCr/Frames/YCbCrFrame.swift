public import Pixels

/// A plane as it is handed over: bytes, and those from one row to the next.
@safe
public struct YCbCrPlane: @unchecked Sendable {
  /// The plane from its first sample on; the gap after the last row may be missing.
  @unsafe public let bytes: UnsafeRawBufferPointer
  /// Bytes between the starts of two rows.
  public let stride: Int

  /// - Parameter stride: Bytes between the starts of two rows.
  public init(bytes: UnsafeRawBufferPointer, stride: Int) {
    unsafe self.bytes = bytes
    self.stride = stride
  }
}

/// A view of a YCbCr picture in memory that somebody else owns: a mapped file, a decoder's buffer.
///
/// A value that copies no sample. Planes may begin at any address, also those of 16-bit samples. Rows of chroma have ⌈width / 2⌉ samples and there are ⌈height / 2⌉ of them where
/// chroma is subsampled. It reads only, so any number of threads may use one frame; whoever owns the memory
/// must not write to it meanwhile.
@safe
public struct YCbCrFrame: @unchecked Sendable {
  /// How samples lie in `planes`.
  public let layout: YCbCrLayout
  /// The size in pixels, which is that of luma in samples.
  public let size: Size
  /// The planes in the layout's order, `layout.planeCount` of them.
  public let planes: [YCbCrPlane]
  /// Keeps the memory alive.
  public let owner: any AnyObject & Sendable

  /// - Parameters:
  ///   - planes: In the layout's order.
  ///   - owner: What keeps their memory alive as long as this frame.
  /// - Throws: `YCbCrError` where the planes do not hold such a frame.
  public init(
    layout: YCbCrLayout, size: Size, planes: [YCbCrPlane], owner: any AnyObject & Sendable
  ) throws(YCbCrError) {
    guard layout.byteCount(size) != nil else { throw .badSize(size) }
    guard planes.count == layout.planeCount else {
      throw .planeCount(layout: layout.name, expected: layout.planeCount, found: planes.count)
    }
    for (i, plane) in planes.enumerated() {
      let (rowBytes, rows) = layout.extent(ofPlane: i, size)
      guard plane.stride >= rowBytes else {
        throw .strideTooSmall(plane: i, expected: rowBytes, found: plane.stride)
      }
      let found = unsafe plane.bytes.count
      guard let before = Checked.product(plane.stride, rows - 1),
        let expected = Checked.sum(before, rowBytes)
      else { throw .badSize(size) }
      guard found >= expected else {
        throw .planeTooShort(plane: i, expected: expected, found: found)
      }
    }
    self.layout = layout
    self.size = size
    self.planes = planes
    self.owner = owner
  }

  /// A frame whose planes follow each other without gaps, as in a raw file.
  ///
  /// - Throws: `YCbCrError.planeTooShort`, which counts all planes together, where `bytes` is too short.
  public init(
    layout: YCbCrLayout, size: Size, contiguous bytes: UnsafeRawBufferPointer,
    owner: any AnyObject & Sendable
  ) throws(YCbCrError) {
    guard let needed = layout.byteCount(size) else { throw .badSize(size) }
    guard bytes.count >= needed else {
      throw .planeTooShort(plane: 0, expected: needed, found: bytes.count)
    }
    var start = 0
    var planes: [YCbCrPlane] = []
    for i in 0..<layout.planeCount {
      let (rowBytes, rows) = layout.extent(ofPlane: i, size)
      let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<start + rowBytes * rows])
      planes.append(unsafe YCbCrPlane(bytes: part, stride: rowBytes))
      start += rowBytes * rows
    }
    try self.init(layout: layout, size: size, planes: planes, owner: owner)
  }

  /// Where a kind of chroma (0 Cb, 1 Cr) lies: plane, first sample, samples from one to the next.
  func chromaPlace(_ kind: Int) -> (plane: Int, first: Int, step: Int) {
    switch layout.arrangement {
    case .planar: (1 + kind, 0, 1)
    case .planarSwapped: (2 - kind, 0, 1)
    case .pairs: (1, kind, 2)
    case .pairsSwapped: (1, 1 - kind, 2)
    }
  }

  /// The start of a row of a plane.
  func row(plane: Int, _ y: Int) -> UnsafeRawPointer {
    unsafe planes[plane].bytes.baseAddress! + y * planes[plane].stride
  }
}

extension YCbCrLayout {
  /// The samples of one kind of chroma, across and down.
  public func chromaSize(_ size: Size) -> Size {
    Size(
      width: (size.width - 1) / subsampling.across + 1,
      height: (size.height - 1) / subsampling.down + 1)
  }

  /// Bytes in a row of a plane, and its rows.
  public func extent(ofPlane plane: Int, _ size: Size) -> (rowBytes: Int, rows: Int) {
    if plane == 0 { return (size.width * bytesPerSample, size.height) }
    let chroma = chromaSize(size)
    return (chroma.width * bytesPerSample * (planeCount == 2 ? 2 : 1), chroma.height)
  }

  /// Bytes of a frame without gaps; nil where `size` has no pixel or the number does not fit.
  public func byteCount(_ size: Size) -> Int? {
    guard size.width > 0, size.height > 0, size.width < 1 << 30, size.height < 1 << 30,
      Checked.product(size.width, size.height, 12) != nil
    else { return nil }
    return (0..<planeCount).reduce(0) { sum, plane in
      let (rowBytes, rows) = extent(ofPlane: plane, size)
      return sum + rowBytes * rows
    }
  }
}
