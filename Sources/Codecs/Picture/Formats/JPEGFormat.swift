internal import BromideKernels
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

extension JPEGBandEncoder: BandEncoder {}

extension JPEGWriter: BandWriter {}

extension JPEGWritingError: BandError {
  var pictureFileError: PictureFileError {
    switch self {
    case .unsupported(let reason): .unsupported(reason: reason)
    case .io(let path, let operation, let code): .io(path: path, operation: operation, code: code)
    }
  }
}

/// Connects JPEG to the picture formats.
enum JPEGFormat {
  static func encoder(
    _ size: Size, _ format: PixelFormat, _ options: JPEGOptions, _ instructionSet: InstructionSet
  ) -> JPEGBandEncoder {
    JPEGBandEncoder(
      size: size, format: format, options: options, instructionSet: instructionSet)
  }

  static func writer(
    _ place: PicturePlace, _ description: PictureDescription, _ options: JPEGOptions
  ) throws(PictureFileError) -> JPEGWriter {
    do throws(JPEGWritingError) {
      let description = try JPEGDescription(description)
      return switch place {
      case .path(let path, let replaces):
        try JPEGWriter(
          path: path, description: description, options: options, replaces: replaces)
      case .descriptor(let descriptor, let name):
        try JPEGWriter(
          descriptor: descriptor, name: name, description: description, options: options)
      case .memory(let output):
        try JPEGWriter(output: output, description: description, options: options)
      }
    } catch {
      throw error.pictureFileError
    }
  }
}

extension JPEGDescription {
  /// Creates the segments for a picture's description. sRGB also gets a profile, because readers
  /// treat untagged JPEGs differently. Texts without an Exif tag are omitted.
  init(_ picture: PictureDescription) throws(JPEGWritingError) {
    self.init(size: picture.size, format: picture.format)
    let own = picture.space.map { ICCProfile($0, channels: picture.format.channels) }
    profile = (picture.profile ?? own)?.bytes
    // EXIF does not contain Rating, and validators report it in a JPEG, so write it to XMP.
    let rating = picture.metadata?.rating
    exif = picture.metadata.map { metadata in
      var metadata = metadata
      metadata.rating = nil
      return ExifBlock.bytes(
        for: metadata,
        of: ExifPicture(
          size: picture.size, isSRGB: picture.isSRGB, dotsPerInch: picture.dotsPerInch))
    }
    dotsPerInch = picture.dotsPerInch
    // The Exif block contains the program itself.
    if let map = picture.gainMap { gainMap = try GainMapFile(map) }
    let software = picture.texts.first { $0.keyword == PictureText.software }?.text
    xmp =
      XMPPacket(
        fingerprint: picture.fingerprint, sum: PixelSum.unknown,
        software: exif == nil ? software : nil, rating: rating, properties: picture.properties,
        more: gainMap.map { GainMapXMP.ofPicture(mapBytes: $0.bytes.count) }
      ).bytes
    sumOffset = xmp.flatMap(XMPPacket.sumOffset)
  }
}
