internal import BromideLibc
internal import BromideValues
internal import CBromideCodecs

/// Creates a picture's Exif block: a TIFF structure with the contents of `PhotoMetadata`.
public enum ExifBlock {
  /// Returns the block in the form of PNG's eXIf chunk: it starts at the byte-order mark, without
  /// `Exif\0\0`.
  ///
  /// The block is empty if `metadata` contains only `.upright`. Values that EXIF does not support
  /// are omitted: an impossible date, a latitude of more than 90°, a rating of −1. DateTime is
  /// missing, because it is the time of the last change, and the bytes must depend only on
  /// `metadata`. libexif writes the block, little-endian, in the format of EXIF 2.32 (CIPA
  /// DC-008-2019).
  ///
  /// - Precondition: libexif can allocate its memory.
  public static func bytes(for metadata: PhotoMetadata) -> [UInt8] {
    let entries = ExifEntry.all(of: metadata)
    let isSilent = entries.isEmpty && metadata.orientation == .upright
    return isSilent ? [] : saved(entries + common(metadata))
  }

  /// Returns the block in the form of a JPEG's APP1, without `Exif\0\0`.
  ///
  /// In addition to `bytes(for:)`, it contains the required entries of a compressed picture (CIPA
  /// DC-008-2019, 4.6.8).
  ///
  /// - Precondition: libexif can allocate its memory.
  public static func bytes(for metadata: PhotoMetadata, of picture: ExifPicture) -> [UInt8] {
    saved(ExifEntry.all(of: metadata) + common(metadata) + picture.entries)
  }

  /// Returns the entries of every block.
  private static func common(_ metadata: PhotoMetadata) -> [ExifEntry] {
    let orientation = ExifEntry.short(.image, 0x0112, metadata.orientation.rawValue)
    let version = ExifEntry.undefined(.photo, 0x9000, Array("0232".utf8))
    return [orientation, version].compactMap { $0 }
  }

  /// Writes a block. The corresponding C function is `exif_data_save_data`.
  private static func saved(_ entries: [ExifEntry]) -> [UInt8] {
    guard let data = unsafe exif_data_new() else { preconditionFailure("libexif: no memory") }
    defer { unsafe exif_data_unref(data) }
    unsafe exif_data_set_byte_order(data, EXIF_BYTE_ORDER_INTEL)
    for entry in entries {
      let status = unsafe bromide_exif_add(
        data, entry.directory.ifd, entry.tag, entry.kind.format, entry.components, entry.bytes,
        entry.bytes.count)
      precondition(status == 0, "libexif: no memory")
    }
    var count = 0
    guard let saved = unsafe bromide_exif_save(data, &count) else {
      preconditionFailure("libexif: no memory")
    }
    defer { unsafe free(saved) }
    let prefix = Array("Exif\0\0".utf8)
    let bytes = unsafe Array(UnsafeBufferPointer(start: saved, count: count))
    precondition(bytes.starts(with: prefix), "libexif begins a block with Exif\\0\\0")
    return Array(bytes.dropFirst(prefix.count))
  }
}

extension ExifEntry.Directory {
  fileprivate var ifd: ExifIfd {
    switch self {
    case .image: EXIF_IFD_0
    case .photo: EXIF_IFD_EXIF
    case .position: EXIF_IFD_GPS
    }
  }
}

extension ExifEntry.Kind {
  fileprivate var format: ExifFormat {
    switch self {
    case .byte: EXIF_FORMAT_BYTE
    case .ascii: EXIF_FORMAT_ASCII
    case .short: EXIF_FORMAT_SHORT
    case .long: EXIF_FORMAT_LONG
    case .rational: EXIF_FORMAT_RATIONAL
    case .undefined: EXIF_FORMAT_UNDEFINED
    case .signedRational: EXIF_FORMAT_SRATIONAL
    }
  }
}
