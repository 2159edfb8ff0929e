internal import BromideCodecs
package import BromideSystem
package import SystemPackage

/// The result of reading a complete picture and checking it for damage.
///
/// | format | checks |
/// |---|---|
/// | all | structure, end of file, pixel checksum |
/// | PNG | chunk checksums |
/// | TIFF | strip checksums |
/// | AVIF | lists of items, by libavif if it is installed |
///
/// For a JPEG, the pixel checksum covers the bytes that determine the pixels. It does not cover
/// Exif, XMP and the colour profile of a JPEG, or the tags of a TIFF that do not affect its
/// samples. The check needs memory for one row or strip.
package struct PictureCheck: Sendable, Hashable {
  package enum Finding: Sendable, Hashable {
    /// The picture is intact.
    case whole
    /// There is no error, but the file does not contain a pixel checksum: it is an animation, or an
    /// earlier Bromide wrote it.
    case unchecked
    /// The picture is damaged, for this reason.
    case damaged(String)
    /// Another program wrote the file.
    case foreign
    /// The check could not finish because memory ran out or the worker process crashed.
    case unread(String)
  }

  package let finding: Finding
  /// The fingerprint, or `nil` if it could not be read.
  package let fingerprint: String?

  /// - Throws: `SystemError` if the file cannot be read.
  package init(_ path: FilePath, context: RunContext) throws(SystemError) {
    guard try FileSystem.status(path).size > 0 else {
      (finding, fingerprint) = (.damaged("it is empty"), nil)
      return
    }
    guard let format = PictureFile.format(of: path) else {
      // A file without permission is not damaged.
      _ = try FileSystem.bytes(of: path, at: 0, count: 1)
      (finding, fingerprint) = (
        .damaged("it does not begin as a \(PictureFormat.alternatives)"), nil
      )
      return
    }
    switch format {
    case .png: (finding, fingerprint) = try Self.png(path, context)
    case .jxl, .avif, .webp: (finding, fingerprint) = try Self.whole(path, format, context)
    case .jpeg, .tiff:
      fingerprint = PictureFile.fingerprint(of: path, context: context)
      let check = format == .jpeg ? Self.jpeg : Self.tiff
      finding = fingerprint == nil ? .foreign : try check(path)
    }
  }

  /// Reads fingerprint and checksum in one request, because a request to a worker process takes as
  /// long as a small picture. A folder can contain 50 000 pictures.
  private static func png(
    _ path: FilePath, _ context: RunContext
  ) throws(SystemError) -> (Finding, String?) {
    do throws(PictureError) {
      let check = try PictureReading.checkPNG(
        path, with: [PNGDescription.fingerprintKeyword, PNGDescription.pixelsKeyword],
        context: context)
      guard let check else { return (.foreign, nil) }
      return (judge(check.sum, given: check.texts[1]), check.texts[0])
    } catch {
      // The start of a damaged picture can be intact.
      return (try finding(error), PictureFile.fingerprint(of: path, context: context))
    }
  }

  private static func finding(_ error: PictureError) throws(SystemError) -> Finding {
    switch error {
    case .malformed(_, _, let reason), .unsupported(let reason): .damaged(reason)
    case .outOfMemory, .lost: .unread(error.reason)
    case .io(let path, let operation, let code):
      throw SystemError(operation: operation, path: path, code: code)
    }
  }

  private static func jpeg(_ path: FilePath) throws(SystemError) -> Finding {
    let check = try JPEGCheck(path)
    if let damage = check.damage { return .damaged(damage) }
    return judge(
      check.sum, given: JPEGFile.xmp(of: path).flatMap { XMPPacket.sum(in: $0) })
  }

  private static func tiff(_ path: FilePath) throws(SystemError) -> Finding {
    do throws(PictureError) {
      let sum = try TIFFReader.check(path: path)
      return judge(
        sum, given: TIFFReader.packet(path: path).flatMap { XMPPacket.sum(in: $0) })
    } catch {
      return try finding(error)
    }
  }

  /// A format whose library wrote all pixels at once.
  private static func whole(
    _ path: FilePath, _ format: PictureFormat, _ context: RunContext
  ) throws(SystemError) -> (Finding, String?) {
    let (found, fingerprint) = try checksum(path, format)
    // The checksum does not cover the lists of an AVIF's items. Decoders reject damaged lists.
    guard format == .avif, found == .whole else { return (found, fingerprint) }
    do throws(PictureError) {
      _ = try PictureReading.wholeInfo(path, format, context: context)
    } catch {
      if case .unsupported = error { return (found, fingerprint) }
      return (try finding(error), fingerprint)
    }
    return (found, fingerprint)
  }

  private static func checksum(
    _ path: FilePath, _ format: PictureFormat
  ) throws(SystemError) -> (Finding, String?) {
    do throws(PictureFileError) {
      guard let check = try WholeCheck(path, format, sums: true) else { return (.foreign, nil) }
      let fingerprint = check.packet.flatMap { XMPPacket.fingerprint(in: $0) }
      guard let sum = check.sum else { return (.damaged("it is incomplete"), fingerprint) }
      guard let packet = check.packet, fingerprint != nil else { return (.foreign, nil) }
      return (judge(sum, given: XMPPacket.sum(in: packet)), fingerprint)
    } catch {
      switch error {
      case .unsupported(let reason): return (.damaged(reason), nil)
      case .io(let path, let operation, let code):
        throw SystemError(operation: operation, path: path, code: code)
      }
    }
  }

  private static func judge(_ sum: CRC64, given text: String?) -> Finding {
    guard let text else { return .unchecked }
    return PixelSum(text) == PixelSum(sum)
      ? .whole : .damaged("its pixels do not match the checksum")
  }
}
