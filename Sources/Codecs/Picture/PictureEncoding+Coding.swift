internal import BromideKernels
internal import BromideValues

/// The only code that connects a format to its coding.
extension PictureEncoding {
  func encoder(
    size: Size, format: PixelFormat, instructionSet: InstructionSet
  ) -> any BandEncoder {
    switch self {
    case .png(let compression):
      PNGFormat.encoder(size, format, compression, instructionSet)
    case .jpeg(let options): JPEGFormat.encoder(size, format, options, instructionSet)
    case .tiff(let compression):
      TIFFFormat.encoder(size, format, compression, instructionSet)
    }
  }

  func writer(
    _ place: PicturePlace, _ description: PictureDescription
  ) throws(PictureFileError) -> any BandWriter {
    switch self {
    case .png: try PNGFormat.writer(place, description)
    case .jpeg(let options): try JPEGFormat.writer(place, description, options)
    case .tiff(let compression): try TIFFFormat.writer(place, description, compression)
    }
  }
}
