internal import BromideLibc
public import BromideValues
internal import CJPEGPeer

/// A JPEG encoded from given planes by libjpeg-turbo, without any conversion.
public struct PeerJPEG {
  /// One component: its samples without gaps and its sampling factors.
  public struct Plane {
    /// The samples, row by row.
    public var samples: [UInt8]
    /// Columns and rows of samples.
    public var size: Size
    /// The horizontal sampling factor.
    public var across: Int
    /// The vertical sampling factor.
    public var down: Int

    /// Creates a component. `samples` must have `size.area` elements.
    public init(_ samples: [UInt8], _ size: Size, across: Int = 1, down: Int = 1) {
      precondition(samples.count == size.area, "a sample for every place")
      self.samples = samples
      self.size = size
      self.across = across
      self.down = down
    }
  }

  /// The picture's size in pixels.
  public var size: Size
  /// The components: 1 for grey, 3 for Y, Cb, Cr or for R, G, B, or 4 for CMYK.
  public var planes: [Plane]
  /// Whether three planes are R, G, B rather than Y, Cb, Cr.
  public var isRGB = false
  /// libjpeg's quality, 1…100.
  public var quality = 100
  /// Whether the file is progressive.
  public var isProgressive = false
  /// The contents of APP1. Empty omits it.
  public var exif: [UInt8] = []
  /// The colour profile's bytes. Empty omits it.
  public var profile: [UInt8] = []

  /// Creates a baseline JPEG of quality 100 without metadata.
  public init(size: Size, planes: [Plane]) {
    self.size = size
    self.planes = planes
  }

  /// The bytes of the file.
  public func encoded() -> [UInt8] {
    var recipe = unsafe bromide_jpeg_recipe()
    unsafe recipe.width = UInt32(size.width)
    unsafe recipe.height = UInt32(size.height)
    unsafe recipe.components = CInt(planes.count)
    unsafe recipe.is_rgb = isRGB ? 1 : 0
    let factors = (planes + planes + planes + planes).map { (CInt($0.across), CInt($0.down)) }
    unsafe recipe.across = (factors[0].0, factors[1].0, factors[2].0, factors[3].0)
    unsafe recipe.down = (factors[0].1, factors[1].1, factors[2].1, factors[3].1)
    unsafe recipe.quality = CInt(quality)
    unsafe recipe.is_progressive = isProgressive ? 1 : 0
    var all: [UInt8] = []
    var starts: [Int] = []
    var strides = [0, 0, 0, 0]
    for (i, plane) in planes.enumerated() {
      starts.append(all.count)
      // Whole blocks of all components, with the outermost samples repeated.
      strides[i] = (plane.size.width + 31) / 32 * 32
      for y in 0..<(plane.size.height + 31) / 32 * 32 {
        for x in 0..<strides[i] {
          let place = (min(x, plane.size.width - 1), min(y, plane.size.height - 1))
          all.append(plane.samples[place.1 * plane.size.width + place.0])
        }
      }
    }
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    let isWritten = unsafe all.withUnsafeBufferPointer { samples in
      var pointers: [UnsafePointer<UInt8>?] = unsafe [nil, nil, nil, nil]
      for (i, start) in starts.enumerated() { unsafe pointers[i] = samples.baseAddress! + start }
      return unsafe exif.withUnsafeBufferPointer { exif in
        unsafe profile.withUnsafeBufferPointer { profile in
          unsafe recipe.exif = exif.isEmpty ? nil : exif.baseAddress
          unsafe recipe.exif_count = exif.count
          unsafe recipe.profile = profile.isEmpty ? nil : profile.baseAddress
          unsafe recipe.profile_count = profile.count
          return unsafe bromide_jpeg_peer_write(&recipe, pointers, strides, &bytes, &count)
        }
      }
    }
    precondition(isWritten != 0, "libjpeg writes what a test gives it")
    defer { unsafe free(bytes) }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Returns libjpeg-turbo's RGB of a JPEG, without gaps, or `nil` on failure.
  ///
  /// - Parameter interpolated: Whether to interpolate chroma ("fancy") instead of repeating it.
  public static func rgb(_ jpeg: [UInt8], size: Size, interpolated: Bool) -> [UInt8]? {
    var rgb = [UInt8](repeating: 0, count: size.area * 3)
    let isRead = unsafe bromide_jpeg_peer_read(jpeg, jpeg.count, interpolated ? 1 : 0, &rgb)
    return isRead == 0 ? nil : rgb
  }
}
