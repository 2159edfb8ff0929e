internal import BromideKernels
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

extension PNGBandEncoder: BandEncoder {}

extension PNGWriter: BandWriter {}

extension PNGError: BandError {
  var pictureFileError: PictureFileError { PictureFileError(self) }
}

extension PictureFileError {
  /// Converts an error of writing a PNG.
  package init(_ error: PNGError) {
    switch error {
    case .malformed(_, let reason), .unsupported(let reason): self = .unsupported(reason: reason)
    case .outOfMemory, .lost: self = .unsupported(reason: error.reason)
    case .io(let path, let operation, let code):
      self = .io(path: path, operation: operation, code: code)
    }
  }
}

extension PictureBand {
  /// The band of a PNG, or `nil` for other formats.
  package var png: PNGBand? { band as? PNGBand }
}

/// Connects PNG to the picture formats.
enum PNGFormat {
  static func encoder(
    _ size: Size, _ format: PixelFormat, _ compression: CodingEffort, _ set: InstructionSet
  ) -> PNGBandEncoder {
    PNGBandEncoder(size: size, format: format, compression: compression, instructionSet: set)
  }

  static func writer(
    _ place: PicturePlace, _ description: PictureDescription
  ) throws(PictureFileError) -> PNGWriter {
    let description = PNGDescription(description)
    do throws(PNGError) {
      return switch place {
      case .path(let path, let replaces):
        try PNGWriter(path: path, description: description, replaces: replaces)
      case .descriptor(let descriptor, let name):
        try PNGWriter(descriptor: descriptor, name: name, description: description)
      case .memory(let output): try PNGWriter(output: output, description: description)
      }
    } catch {
      throw error.pictureFileError
    }
  }
}

extension PNGDescription {
  /// The keyword of the fingerprint's text.
  package static let fingerprintKeyword = "Bromide"
  /// The keyword of an XMP packet (XMP Specification Part 3, 1.1.5).
  package static let packetKeyword = "XML:com.adobe.xmp"
  /// The keyword of the text after the pixels.
  package static let pixelsKeyword = "Bromide pixels"

  /// Creates the chunks for a picture's description.
  package init(_ picture: PictureDescription) {
    self.init(size: picture.size, format: picture.format, space: picture.space)
    profile = picture.profile
    exif = picture.metadata.map { ExifBlock.bytes(for: $0) }
    pixelsPerMetre = picture.dotsPerInch.map { dots in
      let metre = Int((Double(dots) / 0.0254).rounded())
      return (metre, metre)
    }
    texts = picture.texts.map { PNGText(keyword: $0.keyword, text: $0.text) }
    if let fingerprint = picture.fingerprint {
      texts.append(PNGText(keyword: Self.fingerprintKeyword, text: fingerprint))
      sumKeyword = Self.pixelsKeyword
    }
    // Exif cannot contain the rating of a rejected photo.
    let isRejected = picture.metadata?.rating == -1
    guard picture.properties?.isEmpty == false || isRejected else { return }
    let packet = XMPPacket(
      fingerprint: nil, software: nil, rating: picture.metadata?.rating,
      properties: picture.properties, identity: picture.fingerprint)
    if let bytes = packet.bytes {
      texts.append(
        PNGText(keyword: Self.packetKeyword, text: String(decoding: bytes, as: UTF8.self)))
    }
  }
}
