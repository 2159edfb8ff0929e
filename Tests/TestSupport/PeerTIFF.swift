public import BromideValues
internal import CTIFFPeer

/// A TIFF written by libtiff, of any form that it knows.
public struct PeerTIFF {
  /// The codes of compressions.
  public enum Compression: Int, Sendable, CaseIterable {
    case none = 1
    case lzw = 5
    case jpeg = 7
    case deflate = 8
    case packBits = 32773
  }

  /// The meaning of an extra last sample after grey or three colours.
  public enum Alpha: Int, Sendable {
    case none
    /// Colours are multiplied by it.
    case associated
    /// Colours are not multiplied by alpha.
    case straight
  }

  /// The picture's size in pixels.
  public var size: Size
  /// Channels and form of a pixel.
  public var format: PixelFormat
  /// How strips or tiles are coded.
  public var compression = Compression.none
  /// Whether samples are predicted, where the compression allows that.
  public var isPredicted = false
  /// The side of square tiles, a multiple of 16, or `nil` for strips.
  public var tile: Int?
  /// Rows of a strip.
  public var stripRows = 16
  /// Whether each channel has a separate plane.
  public var isPlanar = false
  /// Whether the file is a BigTIFF.
  public var isBig = false
  /// Whether the file's numbers begin with the highest byte.
  public var isBigEndian = false
  /// Whether 0 is white.
  public var isInverted = false
  /// The code of the orientation.
  public var orientation = 1
  /// The meaning of the last sample. By default straight alpha if the format has alpha.
  public var alpha: Alpha
  /// The code of the photometric interpretation for unsupported kinds, or `nil` for the format's
  /// code.
  public var photometric: Int?
  /// The ICC profile. Empty omits it.
  public var profile: [UInt8] = []

  /// Creates an uncompressed file in strips.
  public init(size: Size, format: PixelFormat) {
    self.size = size
    self.format = format
    alpha = format.hasAlpha ? .straight : .none
  }

  /// Writes these samples to a file. Returns false if libtiff fails.
  public func write(_ samples: [UInt8], to path: String) -> Bool {
    precondition(samples.count == size.area * format.bytesPerPixel, "samples of all pixels")
    let isJPEG = compression == .jpeg && format.channels == 3
    var recipe = unsafe bromide_tiff_recipe()
    unsafe recipe.width = UInt32(size.width)
    unsafe recipe.height = UInt32(size.height)
    unsafe recipe.samples = CInt(format.channels)
    unsafe recipe.bits = CInt(format.sample.rawValue)
    unsafe recipe.sample_format = format.sample == .float32 ? 3 : 1
    unsafe recipe.photometric = CInt(
      photometric ?? (isJPEG ? 6 : format.colorChannels == 3 ? 2 : isInverted ? 0 : 1))
    unsafe recipe.compression = CInt(compression.rawValue)
    unsafe recipe.predictor = isPredicted ? format.sample == .float32 ? 3 : 2 : 1
    unsafe recipe.orientation = CInt(orientation)
    unsafe recipe.tile = CInt(tile ?? 0)
    unsafe recipe.rows = CInt(stripRows)
    unsafe recipe.is_planar = isPlanar ? 1 : 0
    unsafe recipe.is_big = isBig ? 1 : 0
    unsafe recipe.is_big_endian = isBigEndian ? 1 : 0
    unsafe recipe.alpha = CInt(alpha.rawValue)
    return unsafe profile.withUnsafeBufferPointer { profile in
      unsafe recipe.profile = profile.isEmpty ? nil : profile.baseAddress
      unsafe recipe.profile_count = profile.count
      return unsafe bromide_tiff_peer_write(path, &recipe, samples) != 0
    }
  }
}
