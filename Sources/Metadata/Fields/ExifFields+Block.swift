internal import CExif

extension ExifFields {
  /// The fields of an Exif block, as a JPEG, a PNG or another picture holds it; none for what is no block.
  ///
  /// The corresponding C function is `exif_data_load_data`. libexif is told not to mend what it reads.
  ///
  /// - Parameter block: From the byte-order mark on, with or without `Exif\0\0` before it.
  package init(block: [UInt8]) {
    self.init()
    let prefix = Array("Exif\0\0".utf8)
    let bytes = block.starts(with: prefix) ? block : prefix + block
    // A JPEG's segment is no longer, and libexif counts in 32 bits.
    guard bytes.count < 1 << 28, let data = unsafe bromide_exif_load(bytes, bytes.count) else {
      return
    }
    defer { unsafe exif_data_unref(data) }
    let isBigEndian = unsafe exif_data_get_byte_order(data) == EXIF_BYTE_ORDER_MOTOROLA
    let directories: [(ExifIfd, Directory)] = [
      (EXIF_IFD_0, .main), (EXIF_IFD_EXIF, .exif), (EXIF_IFD_GPS, .gps),
    ]
    for (ifd, directory) in directories {
      var index = 0
      while let entry = unsafe bromide_exif_entry(data, ifd, index) {
        index += 1
        guard let start = unsafe entry.pointee.data else { continue }
        let field = unsafe Field(
          type: UInt16(truncatingIfNeeded: entry.pointee.format.rawValue),
          isBigEndian: isBigEndian, count: Int(entry.pointee.components),
          bytes: Array(UnsafeBufferPointer(start: start, count: Int(entry.pointee.size))))
        add(field, UInt16(truncatingIfNeeded: unsafe entry.pointee.tag.rawValue), in: directory)
      }
    }
  }
}

extension PhotoMetadata {
  /// The metadata of a picture with an Exif block.
  ///
  /// - Parameters:
  ///   - block: Its fields.
  ///   - xmp: The picture's XMP packet; empty without one.
  package init(block: ExifFields, xmp: [UInt8] = []) {
    self.init(block, xmp: xmp)
    // ISOSpeed, else RecommendedExposureIndex: LibRaw knows them of raws.
    if iso == nil {
      iso = (block.integer(0x8833) ?? block.integer(0x8832)).flatMap { $0 > 0 ? $0 : nil }
    }
  }
}
