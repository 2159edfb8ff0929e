internal import BromideCodecs
internal import BromideRuns
internal import BromideValues

extension OutputOptions {
  /// Adds light above white to the encoding if it is requested.
  ///
  /// - Parameters:
  ///   - bits: The requested bits per sample, or `nil`.
  ///   - setsSpace: Whether a space is requested.
  func addLight(
    to encoding: inout PictureEncoding, _ destination: Destination?, bits: Int?, setsSpace: Bool
  ) throws(UsageError) {
    guard let headroom = hdr else {
      guard hdrTransfer == nil else {
        throw UsageError("--hdr-transfer has no effect without --hdr; add --hdr 2.5")
      }
      return
    }
    let range = HighRange(headroom: headroom, curve: hdrTransfer ?? .pq)
    switch encoding {
    case .png, .tiff, .webp:
      throw UsageError(
        "--hdr does not apply to \(encoding.format.name); use a .jpg, .jxl or .avif file or --to jpeg"
      )
    case .jpeg(var options):
      guard hdrTransfer == nil else {
        throw UsageError("--hdr-transfer does not apply to JPEG, which has a gain map; remove it")
      }
      if destination == .standardOutput {
        throw UsageError("--hdr requires a file; use -o FILE.jpg")
      }
      options.headroom = headroom
      encoding = .jpeg(options)
    case .jxl(var options):
      options.highRange = range
      encoding = .jxl(options)
    case .avif(var options):
      options.highRange = range
      encoding = .avif(options)
    }
    guard encoding.highRange != nil else { return }
    if bits == 8 {
      throw UsageError(
        "--hdr in \(encoding.format.name) requires more than 8 bits; remove --depth 8")
    }
    if setsSpace {
      throw UsageError(
        "--space has no effect with --hdr in \(encoding.format.name), which is Rec. 2020; remove it"
      )
    }
  }
}
