internal import Kernels
internal import Pixels

/// The only code that connects a format to its coding.
extension PictureEncoding {
  func encoder(
    size: Size, format: PixelFormat, instructionSet: InstructionSet
  ) -> any BandEncoder {
    switch self {
    case .png(let compression):
      PNGPicture.encoder(size, format, compression, instructionSet)
    case .jpeg(let options): JPEGPicture.encoder(size, format, options, instructionSet)
    case .tiff(let compression):
      TIFFPicture.encoder(size, format, compression, instructionSet)
    }
  }

  func writer(
    _ place: PicturePlace, _ description: PictureDescription
  ) throws(PictureFileError) -> any BandWriter {
    switch self {
    case .png: try PNGPicture.writer(place, description)
    case .jpeg(let options): try JPEGPicture.writer(place, description, options)
    case .tiff(let compression): try TIFFPicture.writer(place, description, compression)
    }
  }
}
