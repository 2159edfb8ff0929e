/// The Exif block of a picture: a TIFF structure that says what `PhotoMetadata` says.
public enum ExifBlock {
  /// The block as PNG's eXIf chunk holds it: from the byte-order mark on, without `Exif\0\0`.
  public static func bytes(for metadata: PhotoMetadata) -> [UInt8] {
    []
  }
}
