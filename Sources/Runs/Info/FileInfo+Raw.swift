internal import BromideRaw
internal import BromideSystem
internal import BromideValues

extension FileInfo {
  /// Adds the facts from a raw's header.
  mutating func add(_ raw: RawInspection) {
    add(raw.metadata)
    self[.lensSerial] = InfoValue(raw.lensSerial)
    add(raw.readings)
    if let details = raw.details { add(details) } else { self[.orientation] = nil }
    switch raw.failure {
    case nil: break
    case .damaged(_, let reason): note(.damaged, reason)
    case .some(let error): note(.failed, error.reason)
    }
  }

  private mutating func add(_ raw: RawDetails) {
    self[.format] = InfoValue(Self.format(raw, path.lowercasedExtension))
    var coding = Self.coding(raw)
    if raw.isFloatingPoint { coding += ", floating point" }
    self[.coding] = InfoValue(coding)
    self[.decoder] = InfoValue(
      .text(raw.hasOwnDecoder ? "bromide" : "libraw"),
      Self.decoder(raw))
    self[.size] = InfoValue(raw.activeArea.size)
    self[.rawSize] = InfoValue(raw.rawSize)
    self[.activeArea] = InfoValue(raw.activeArea)
    self[.crop] = InfoValue(raw.crop)
    self[.userCrop] = raw.userCrop.map { InfoValue($0) }
    if raw.pixelAspect != 1 { self[.pixelAspect] = InfoValue(raw.pixelAspect, decimals: 4) }
    self[.pattern] = InfoValue(
      raw.pattern ?? (raw.colors == 1 ? "monochrome" : raw.colors == 3 ? "full colour" : "other"))
    if raw.bits > 0 { self[.bits] = InfoValue(raw.bits) }
    self[.black] = InfoValue(
      raw.black, decimals: raw.black.allSatisfy { $0 == $0.rounded() } ? 0 : 2)
    self[.white] = InfoValue(raw.white)
    self[.linearMaximum] = InfoValue(raw.linearMaximum)
    if let preview = raw.preview {
      // Some makers omit the size, so it is unknown until the preview is read.
      self[.preview] = preview.size.isEmpty ? nil : InfoValue(preview.size)
      self[.previewBytes] = InfoValue(
        .number("\(preview.byteCount)"), "\(preview.byteCount) bytes")
    }
    self[.corrections] =
      raw.corrections.isEmpty
      ? nil
      : InfoValue(
        .array(raw.corrections.map { .text($0) }), raw.corrections.joined(separator: ", "))
    addColors(raw)
  }

  private mutating func addColors(_ raw: RawDetails) {
    if let multipliers = raw.multipliers {
      self[.multipliers] = InfoValue(multipliers, decimals: 3)
    }
    self[.temperature] = InfoValue(raw.temperature, " K", decimals: 0)
    self[.tint] = InfoValue(raw.tint, decimals: 1)
    self[.matrixFrom] = InfoValue(raw.matrixSource.name)
    if !raw.matrices.isEmpty {
      self[.matrices] = InfoValue(
        .array(
          raw.matrices.map { matrix in
            .object([
              ("temperature", .number(InfoValue.number(matrix.temperature.rounded()))),
              (
                "rows",
                .array(
                  matrix.rows.map { .array($0.map { .number(InfoValue.number($0.rounded(6))) }) })
              ),
            ])
          }),
        raw.matrices.map { matrix in
          matrix.rows.map { $0.map { $0.text(decimals: 4) }.joined(separator: " ") }
            .joined(separator: ", ") + " (\(matrix.temperature.text(decimals: 0)) K)"
        }.joined(separator: "; "))
    }
    if raw.baselineExposure != 0 {
      self[.baselineExposure] = InfoValue(raw.baselineExposure, " EV", decimals: 2)
    }
    // If the file contains an exposure, it is already added above. Most files do not.
    if ["model", "preview"].contains(raw.exposureFrom) {
      self[.exposureFrom] = InfoValue(raw.exposureFrom)
    }
    self[.profile] = InfoValue(raw.profileName)
  }

  private static func format(_ raw: RawDetails, _ suffix: String) -> String {
    switch raw.headerless {
    case .suffix: return "raw without a header, guessed by its suffix and size"
    case .flag: return "raw without a header, as named"
    case nil: break
    }
    if let version = raw.dngVersion {
      return "DNG \(version[0]).\(version[1])" + (version[2] > 0 ? ".\(version[2])" : "")
    }
    return suffix.isEmpty ? "raw" : suffix.uppercased()
  }

  private static func decoder(_ raw: RawDetails) -> String {
    // LibRaw does not have a decoder for VC-5.
    if raw.decoder == "vc5_dng_load_raw" { return "Bromide's own" }
    return raw.hasOwnDecoder
      ? "Bromide's instead of LibRaw's \(raw.decoder)" : "LibRaw's \(raw.decoder)"
  }

  /// Returns the name of the coding.
  private static func coding(_ raw: RawDetails) -> String {
    let names: [(String, String)] = [
      ("lossless_dng_load_raw", "lossless JPEG"), ("lossless_jpeg_load_raw", "lossless JPEG"),
      ("sony_ljpeg_load_raw", "lossless JPEG"), ("packed_dng_load_raw", "uncompressed"),
      ("deflate_dng_load_raw", "deflate"), ("lossy_dng_load_raw", "lossy JPEG"),
      ("packed_load_raw", "packed"), ("unpacked_load_raw", "uncompressed"),
      ("nikon_load_raw", "Nikon compressed"), ("pentax_load_raw", "Pentax compressed"),
      ("sony_arw2_load_raw", "Sony compressed"),
      ("sony_ycbcr_load_raw", "Sony luminance and chroma"),
      ("fuji_compressed_load_raw", "Fujifilm compressed"),
      ("crxLoadRaw", "Canon CRX"), ("jxl_dng_load_raw", "JPEG XL"),
      ("vc5_dng_load_raw", "VC-5"), ("kodak_jpeg_load_raw", "Kodak JPEG"),
    ]
    return names.first { $0.0 == raw.decoder }?.1 ?? raw.decoder
  }
}

extension Double {
  /// Returns the value rounded to this number of decimals.
  fileprivate func rounded(_ decimals: Int) -> Double {
    let factor = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
    return (self * factor).rounded() / factor
  }
}
