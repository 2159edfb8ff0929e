public import BromideValues

/// The compressed picture of an Exif block. A JPEG's block must describe it.
public struct ExifPicture: Sendable, Hashable {
  /// The picture's size in pixels.
  public var size: Size
  /// Whether its samples are sRGB. Any other space is "uncalibrated", and the profile describes it.
  public var isSRGB: Bool
  /// Dots per inch of a print, or `nil` for EXIF's default, 72.
  public var dotsPerInch: Int?

  /// - Parameter dotsPerInch: Dots per inch of a print, or `nil` for EXIF's default, 72.
  public init(size: Size, isSRGB: Bool, dotsPerInch: Int?) {
    self.size = size
    self.isSRGB = isSRGB
    self.dotsPerInch = dotsPerInch
  }

  /// The entries that CIPA DC-008-2019, tables 17 and 18, require for compressed pictures.
  var entries: [ExifEntry] {
    let resolution = Rational(dotsPerInch ?? 72, 1)
    let entries = [
      ExifEntry.rational(.image, 0x011A, resolution),
      ExifEntry.rational(.image, 0x011B, resolution),
      // Inches.
      ExifEntry.short(.image, 0x0128, 2),
      // YCbCrPositioning: chroma in the centre of its luma, because libjpeg averages.
      ExifEntry.short(.image, 0x0213, 1),
      // ComponentsConfiguration: Y, Cb, Cr.
      ExifEntry.undefined(.photo, 0x9101, [1, 2, 3, 0]),
      ExifEntry.undefined(.photo, 0xA000, Array("0100".utf8)),
      ExifEntry.short(.photo, 0xA001, isSRGB ? 1 : 65535),
      ExifEntry.long(.photo, 0xA002, size.width),
      ExifEntry.long(.photo, 0xA003, size.height),
    ]
    return entries.compactMap { $0 }
  }
}
