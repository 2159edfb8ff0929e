internal import BromideSystem
public import BromideValues
internal import SystemPackage

extension PictureWriter {
  /// Returns the bytes of a picture's file, encoded on the calling thread. Use it for tiles and
  /// other small pictures.
  ///
  /// - Parameters:
  ///   - picture: Rows without gaps. The channels must equal those of the description's format.
  ///   - description: The contents of the file except for its pixels.
  ///   - encoding: The format and its options.
  /// - Throws: `PictureFileError.unsupported` if the format cannot contain the picture or its
  ///   description.
  public static func file(
    of picture: ImageBuffer<UInt8>, _ description: PictureDescription, _ encoding: PictureEncoding
  ) throws(PictureFileError) -> [UInt8] {
    precondition(picture.stride == picture.width * picture.channels, "rows without gaps")
    let output = OutputFile(collecting: "a picture in memory")
    let writer = try PictureWriter(.memory(output), description, encoding)
    let encoder = PictureEncoder(
      size: picture.size, format: description.format, encoding: encoding)
    let scratch = encoder.makeScratch()
    for top in stride(from: 0, to: picture.height, by: bandRows) {
      let bottom = min(top + bandRows, picture.height)
      let band = unsafe picture.withUnsafeSamples { samples in
        unsafe encoder.encode(
          rows: UnsafeRawBufferPointer(
            UnsafeBufferPointer(
              rebasing: samples[top * picture.stride..<bottom * picture.stride])),
          isLast: bottom == picture.height, scratch: scratch)
      }
      try writer.append(band)
    }
    try writer.finish()
    return output.collected
  }

  /// A multiple of every format's `bandAlignment`.
  private static let bandRows = 256
}
