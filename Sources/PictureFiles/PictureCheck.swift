internal import JPEGCoding
internal import Metadata
internal import PNGCoding
internal import PhotoLoading
package import Platform
package import SystemPackage
internal import TIFFCoding

/// What reading a picture to its end shows: of every format, structure and end; of PNG the checksums of chunks and pixels, of
/// TIFF those of strips; and whether the pixels (of JPEG, the bytes that decide them) have the sum that their file states.
///
/// It holds a row or a strip of the picture. What a JPEG states beside its tables (Exif, XMP, the colour profile) and the tags of a
/// TIFF that do not decide its samples have no sum.
package struct PictureCheck: Sendable, Hashable {
  package enum Finding: Sendable, Hashable {
    /// All is as it was written.
    case whole
    /// Nothing is wrong, but the file states no sum of its pixels: an earlier Bromide wrote it, or it is an animation.
    case unchecked
    /// It is not as it was written, for this reason.
    case damaged(String)
    /// Bromide did not write it.
    case foreign
    /// Nobody knows: there was not enough memory, or the process that read it was lost.
    case unread(String)
  }

  package let finding: Finding
  /// The fingerprint, if it could be read.
  package let fingerprint: String?

  /// - Throws: `SystemError` if the file cannot be read.
  package init(_ path: FilePath) throws(SystemError) {
    guard try FileSystem.status(path).size > 0 else {
      (finding, fingerprint) = (.damaged("it is empty"), nil)
      return
    }
    guard let format = PictureFile.format(of: path) else {
      (finding, fingerprint) = (
        .damaged("it does not begin as a \(PictureFormat.alternatives)"), nil
      )
      return
    }
    if format == .png {
      (finding, fingerprint) = try Self.png(path)
      return
    }
    let fingerprint = PictureFile.fingerprint(of: path)
    self.fingerprint = fingerprint
    switch format {
    case .jpeg where fingerprint != nil: finding = try Self.jpeg(path)
    case .tiff where fingerprint != nil: finding = try Self.tiff(path)
    case .png, .jpeg, .tiff: finding = .foreign
    }
  }

  /// Asks once for fingerprint and sum, because a worker's answer takes as long as a small picture. A folder may have 50 000.
  private static func png(_ path: FilePath) throws(SystemError) -> (Finding, String?) {
    do throws(PNGError) {
      let check = try PictureReading.checkPNG(
        path, with: [PNGDescription.fingerprintKeyword, PNGDescription.pixelsKeyword])
      guard let check else { return (.foreign, nil) }
      return (judge(check.sum, stated: check.texts[1]), check.texts[0])
    } catch {
      // Of a damaged picture, the start may be sound.
      let fingerprint = PictureFile.fingerprint(of: path)
      switch error {
      case .malformed(_, let reason), .unsupported(let reason):
        return (.damaged(reason), fingerprint)
      case .outOfMemory, .lost: return (.unread(error.reason), fingerprint)
      case .io(let path, let operation, let code):
        throw SystemError(operation: operation, path: path, code: code)
      }
    }
  }

  private static func jpeg(_ path: FilePath) throws(SystemError) -> Finding {
    let check = try JPEGCheck(path)
    if let damage = check.damage { return .damaged(damage) }
    return judge(
      check.sum, stated: JPEGFile.xmp(of: path).flatMap { XMPPacket.sum(in: $0) })
  }

  private static func tiff(_ path: FilePath) throws(SystemError) -> Finding {
    do throws(TIFFError) {
      let sum = try TIFFReader.check(path: path)
      return judge(
        sum, stated: TIFFReader.packet(path: path).flatMap { XMPPacket.sum(in: $0) })
    } catch {
      switch error {
      case .malformed(_, let reason), .unsupported(let reason): return .damaged(reason)
      case .outOfMemory, .lost: return .unread(error.reason)
      case .io(let path, let operation, let code):
        throw SystemError(operation: operation, path: path, code: code)
      }
    }
  }

  private static func judge(_ sum: CRC64, stated text: String?) -> Finding {
    guard let text else { return .unchecked }
    return PixelSum(text) == PixelSum(sum)
      ? .whole : .damaged("its pixels do not match the checksum")
  }
}
