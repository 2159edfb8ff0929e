internal import BromideKernels
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

extension TIFFBandEncoder: BandEncoder {}

extension TIFFWriter: BandWriter {}

extension TIFFError: BandError {
  var pictureFileError: PictureFileError { PictureFileError(self) }
}

extension PictureFileError {
  /// Converts an error of writing a TIFF.
  package init(_ error: TIFFError) {
    switch error {
    case .malformed(_, let reason), .unsupported(let reason): self = .unsupported(reason: reason)
    case .outOfMemory, .lost: self = .unsupported(reason: error.reason)
    case .io(let path, let operation, let code):
      self = .io(path: path, operation: operation, code: code)
    }
  }
}

/// Connects TIFF to the picture formats.
enum TIFFFormat {
  static func encoder(
    _ size: Size, _ format: PixelFormat, _ compression: TIFFCompression, _ set: InstructionSet
  ) -> TIFFBandEncoder {
    TIFFBandEncoder(size: size, format: format, compression: compression, instructionSet: set)
  }

  static func writer(
    _ place: PicturePlace, _ description: PictureDescription, _ compression: TIFFCompression
  ) throws(PictureFileError) -> TIFFWriter {
    let description = TIFFDescription(description, compression)
    do throws(TIFFError) {
      return switch place {
      case .path(let path, let replaces):
        try TIFFWriter(path: path, description: description, replaces: replaces)
      case .descriptor(let descriptor, let name):
        try TIFFWriter(descriptor: descriptor, name: name, description: description)
      case .memory(let output): try TIFFWriter(output: output, description: description)
      }
    } catch {
      throw error.pictureFileError
    }
  }
}

extension TIFFDescription {
  /// Creates the tags for a picture's description.
  package init(_ picture: PictureDescription, _ compression: TIFFCompression) {
    self.init(
      size: picture.size, format: picture.format, compression: compression, space: picture.space)
    profile = picture.profile
    exif = picture.metadata.map { ExifBlock.bytes(for: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    pixelsPerInch = picture.dotsPerInch ?? pixelsPerInch
    software = picture.texts.first { $0.keyword == PictureText.software }?.text
    xmp =
      XMPPacket(
        fingerprint: picture.fingerprint, sum: PixelSum.unknown, software: software,
        rating: picture.metadata?.rating, properties: picture.properties
      ).bytes
    sumOffset = xmp.flatMap(XMPPacket.sumOffset)
  }
}
