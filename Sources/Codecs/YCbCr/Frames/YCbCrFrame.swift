public import BromideValues

/// A plane of a frame: its bytes and the distance between rows.
@safe
public struct YCbCrPlane: @unchecked Sendable {
  /// The plane's bytes, starting at the first sample. The gap after the last row is optional.
  @unsafe public let bytes: UnsafeRawBufferPointer
  /// Bytes between the starts of two rows.
  public let stride: Int

  /// - Parameter stride: Bytes between the starts of two rows.
  public init(bytes: UnsafeRawBufferPointer, stride: Int) {
    unsafe self.bytes = bytes
    self.stride = stride
  }
}

/// A view of a YCbCr picture in another object's memory, for example a mapped file or a decoder's
/// buffer.
///
/// Copying a frame does not copy samples. Planes can begin at any address, even with 16-bit
/// samples. Subsampled chroma has ⌈width / 2⌉ columns and ⌈height / 2⌉ rows, each if the layout
/// shares samples in that direction. With 4:1:1 and similar layouts, a quarter instead of a half.
///
/// A frame only reads, so any number of threads can use it. Do not write to its memory meanwhile.
@safe
public struct YCbCrFrame: @unchecked Sendable {
  /// The layout of the samples in `planes`.
  public let layout: YCbCrLayout
  /// The size in pixels, which is the size of luma in samples.
  public let size: Size
  /// The planes in the layout's order. Their number is `layout.planeCount`.
  public let planes: [YCbCrPlane]
  /// Whether even and odd rows are two fields, which do not share chroma. Each field is then a
  /// separate picture with every second row of the planes.
  public var hasFields = false
  /// Keeps the memory alive.
  public let owner: any AnyObject & Sendable

  /// - Parameters:
  ///   - planes: The planes, in the layout's order.
  ///   - owner: An object that keeps their memory alive while this frame exists.
  /// - Throws: `YCbCrError.badSize`, `.planeCount`, `.strideTooSmall`, `.strideTooLarge` or
  ///   `.planeTooShort`.
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
      else { throw .strideTooLarge(plane: i, found: plane.stride) }
      guard found >= expected else {
        throw .planeTooShort(plane: i, expected: expected, found: found)
      }
    }
    self.layout = layout
    self.size = size
    self.planes = planes
    self.owner = owner
  }

  /// Creates a frame from consecutive planes without gaps, as in a raw file.
  ///
  /// - Throws: `YCbCrError.badSize`, or `.planeTooShort` with the sum of all planes if `bytes` is
  ///   too short.
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

  /// Returns the location of a kind of chroma (0 Cb, 1 Cr).
  func chromaPlace(_ kind: Int) -> SamplePlace {
    switch layout.arrangement {
    case .planar: SamplePlace(plane: 1 + kind)
    case .planarSwapped: SamplePlace(plane: 2 - kind)
    case .pairs: SamplePlace(plane: 1, first: kind, step: 2)
    case .pairsSwapped: SamplePlace(plane: 1, first: 1 - kind, step: 2)
    case .yuyv, .uyvy, .yvyu: packedPlace(kind == 0 ? "u" : "v")
    case .rgb, .bgr, .rgba, .bgra, .argb, .abgr: packedPlace(kind == 0 ? "b" : "r")
    }
  }

  /// The location of luma, or green for RGB.
  var lumaPlace: SamplePlace {
    guard layout.arrangement.isPacked else { return SamplePlace(plane: 0) }
    guard layout.isRGB else {
      var place = packedPlace("y")
      place.step = 2
      return place
    }
    return packedPlace("g")
  }

  /// The location of opacities, or `nil` if the layout has no alpha.
  var alphaPlace: SamplePlace? {
    guard layout.hasAlpha else { return nil }
    return layout.arrangement.isPacked
      ? packedPlace("a") : SamplePlace(plane: layout.planeCount - 1)
  }

  private func packedPlace(_ letter: Character) -> SamplePlace {
    let order = Array(layout.arrangement.order)
    return SamplePlace(plane: 0, first: order.firstIndex(of: letter)!, step: order.count)
  }

  /// Returns the address of a row of a plane.
  func row(plane: Int, _ y: Int) -> UnsafeRawPointer {
    unsafe planes[plane].bytes.baseAddress! + y * planes[plane].stride
  }
}

/// The location of one kind of sample.
struct SamplePlace {
  var plane: Int
  /// Index of the first sample in its row.
  var first = 0
  /// Distance between two samples, in samples.
  var step = 1
}

extension YCbCrLayout {
  /// Returns the number of samples of one chroma component, across and down.
  public func chromaSize(_ size: Size) -> Size {
    Size(
      width: (size.width - 1) / subsampling.across + 1,
      height: (size.height - 1) / subsampling.down + 1)
  }

  /// Returns the bytes in a row of a plane, and the number of its rows.
  public func extent(ofPlane plane: Int, _ size: Size) -> (rowBytes: Int, rows: Int) {
    let chroma = chromaSize(size)
    if arrangement.isPacked {
      let groups = isRGB ? size.width : chroma.width
      return (groups * arrangement.order.utf8.count * bytesPerSample, size.height)
    }
    if plane == 0 || (hasAlpha && plane == planeCount - 1) {
      return (size.width * bytesPerSample, size.height)
    }
    return (chroma.width * bytesPerSample * (arrangement.isPlanar ? 1 : 2), chroma.height)
  }

  /// Returns the bytes of a frame without gaps, or `nil` if `size` is empty or needs more than 16
  /// GiB.
  ///
  /// The limit exists because the size can come from a line of text, and memory is allocated before
  /// any samples arrive.
  public func byteCount(_ size: Size) -> Int? {
    guard size.width > 0, size.height > 0, size.width < 1 << 30, size.height < 1 << 30,
      Checked.product(size.width, size.height, 16) != nil
    else { return nil }
    let count = (0..<planeCount).reduce(0) { sum, plane in
      let (rowBytes, rows) = extent(ofPlane: plane, size)
      return sum + rowBytes * rows
    }
    return count <= 1 << 34 ? count : nil
  }
}
