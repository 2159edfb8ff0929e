internal import Kernels
internal import Pixels

/// The one place where a format meets its coding.
extension PictureEncoding {
  func encoder(
    size: Size, format: PixelFormat, instructionSet: InstructionSet
  ) -> any BandEncoder {
    switch self {
    case .png(let compression):
      PNGPicture.encoder(size, format, compression, instructionSet)
    case .jpeg(let options): JPEGPicture.encoder(size, format, options)
    }
  }

  func writer(
    _ place: PicturePlace, _ description: PictureDescription
  ) throws(PictureFileError) -> any BandWriter {
    switch self {
    case .png: try PNGPicture.writer(place, description)
    case .jpeg(let options): try JPEGPicture.writer(place, description, options)
    }
  }
}
