internal import BromideKernels
internal import BromideSystem
internal import BromideValues

/// The only code that connects a format to its coding.
extension PictureEncoding {
  func encoder(
    size: Size, format: PixelFormat, instructionSet: InstructionSet
  ) -> any BandEncoder {
    switch self {
    case .png(let compression):
      PNGBandEncoder(
        size: size, format: format, compression: compression, instructionSet: instructionSet)
    case .jpeg(let options):
      JPEGBandEncoder(
        size: size, format: format, options: options, instructionSet: instructionSet)
    case .tiff(let compression):
      TIFFBandEncoder(
        size: size, format: format, compression: compression, instructionSet: instructionSet)
    case .jxl, .avif, .webp:
      WholeBandEncoder(
        format: format,
        channels: self.format.wholeCoder?.channels(for: format.channels) ?? format.channels)
    }
  }

  func writer(
    _ place: PicturePlace, _ description: PictureDescription, crew: Crew
  ) throws(PictureFileError) -> any BandWriter {
    switch self {
    case .png: try PNGWriter(place, PNGDescription(description))
    case .jpeg(let options): try JPEGWriter(place, JPEGDescription(description), options)
    case .tiff(let compression): try TIFFWriter(place, TIFFDescription(description, compression))
    case .jxl(let options): try whole(place, description, JXLCoder(options: options), crew)
    case .avif(let options): try whole(place, description, AVIFCoder(options: options), crew)
    case .webp(let options): try whole(place, description, WebPCoder(options: options), crew)
    }
  }

  private func whole(
    _ place: PicturePlace, _ description: PictureDescription, _ coder: any WholeCoder, _ crew: Crew
  ) throws(PictureFileError) -> WholeWriter {
    try WholeWriter(
      place, description, coder,
      libraryBytes: libraryBytes(description.format.sample) * description.size.area, crew: crew)
  }
}
