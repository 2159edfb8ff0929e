internal import CBromideLibRaw

/// The damage in a file's data, as sentences.
///
/// `libraw_unpack` succeeds for much of it. This type combines its error count, its data-error
/// callback, libjpeg's warnings, and the bytes that the decoder requested after the end of the
/// file.
struct DecodingDamage {
  /// One sentence per finding. Empty for an intact file.
  var findings: [String] = []
  /// Whether the decoder found no data.
  var isTotal = false
  /// Whether the decoder failed without reading data.
  var isRejection = false

  /// Returns the bytes that decoders read ahead. Bit readers fetch up to 8 bytes after the last
  /// code. Decoders of samples with constant length do not read ahead.
  private static func lookahead(_ decoder: String) -> Int64 {
    ["packed_load_raw", "packed_dng_load_raw", "unpacked_load_raw"].contains(decoder) ? 0 : 16
  }

  init(
    _ damage: bromide_raw_damage, status: bromide_raw_status, decoder: String,
    layout: bromide_raw_layout, isPartial: Bool
  ) {
    let isDataError =
      status.libraw == Int32(BROMIDE_RAW_DATA_ERROR) || status.libraw == Int32(BROMIDE_RAW_IO_ERROR)
    if damage.header_missing_bytes > 0 {
      findings.append("its header ends early")
    }
    if damage.missing_bytes > Self.lookahead(decoder)
      || (damage.missing_bytes > 0 && (damage.errors > 0 || isDataError))
    {
      findings.append("data end early at byte \(damage.first_missing)")
    } else if damage.errors > 0 {
      let place = damage.first_error >= 0 ? " at byte \(damage.first_error)" : ""
      findings.append(
        damage.errors == 1
          ? "data error\(place)" : "\(damage.errors) data errors, the first\(place)")
    } else if isDataError, damage.bytes_read == 0 {
      // It failed immediately, because this LibRaw was built without a library that the decoder
      // needs (zlib for deflate, Debian 12).
      isRejection = true
    } else if isDataError {
      findings.append("data contradict themselves")
    }
    if damage.jpeg_warnings > 0 {
      findings.append("\(damage.jpeg_warnings) errors in its JPEG data")
    }
    if status.libraw == 0, !isPartial, Self.readTooLittle(damage, decoder, layout) {
      findings.append("compressed data missing or cut short")
      isTotal = true
    } else if damage.untouched_pixels > 0 {
      let all = Double(layout.width) * Double(layout.height)
      let share = (1000 * Double(damage.untouched_pixels) / all).rounded(.up) / 10
      findings.append("\(min(share, 100)) % of its pixels are missing")
      isTotal = Double(damage.untouched_pixels) >= all
    }
  }

  /// Returns whether the decoder read too little. Lossless JPEG needs at least 1 bit per sample
  /// (ITU-T T.81, annex H), but LibRaw skips a stream with a wrong beginning.
  private static func readTooLittle(
    _ damage: bromide_raw_damage, _ decoder: String, _ layout: bromide_raw_layout
  ) -> Bool {
    guard ["lossless_dng_load_raw", "lossless_jpeg_load_raw"].contains(decoder) else {
      return false
    }
    return damage.bytes_read < Int64(layout.raw_width) * Int64(layout.raw_height) / 8
  }
}
