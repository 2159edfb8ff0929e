import BromideSystem
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideCodecs

/// JPEG XL, AVIF and WebP that are damaged, too large, or no still pictures.
@Suite struct WholeReaderDamageTests {
  private let folder = TemporaryFolder.fresh

  static let encodings: [PictureEncoding] = [
    .jxl(.lossless), .jxl(JXLOptions()), .avif(AVIFOptions()), .webp(WebPOptions()),
    .webp(WebPOptions(isLossless: true)),
  ]
  private static let size = Size(width: 61, height: 47)

  private func file(_ encoding: PictureEncoding) throws -> [UInt8] {
    let format = PixelFormat(channels: 3, sample: encoding.usualSample)
    return try WholeFormatTests.file(Self.size, format, encoding)
  }

  /// Reads bytes, and returns the error or `nil`.
  private func error(
    _ bytes: [UInt8], _ format: PictureFormat, maximumBytes: Int = 1 << 24
  ) throws -> PictureError? {
    let path = try FilePath(folder.write(bytes, as: "a"))
    do throws(PictureError) {
      let read = try WholeReader.read(path: path, format: format, maximumBytes: maximumBytes)
      #expect(read.info.size.byteCount(read.info.format.bytesPerPixel) <= maximumBytes)
      return nil
    } catch { return error }
  }

  /// Files with flipped bits give a picture or an error, and files that end within their pixels
  /// give an error.
  @Test(arguments: encodings)
  func damagedFilesCauseErrors(_ encoding: PictureEncoding) throws {
    let whole = try file(encoding)
    let noise = SeededNoise(seed: 47)
    #expect(try error(whole, encoding.format) == nil)
    for round in 0..<150 {
      var flipped = whole
      for bit in 0...round % 4 {
        // Every other round damages the headers.
        let range = round % 2 == 0 ? whole.count : min(whole.count, 200)
        flipped[Int(noise.bits(round, 2 * bit) % UInt64(range))] ^=
          1 << UInt8(noise.bits(round, 2 * bit + 1) % 8)
      }
      switch try error(flipped, encoding.format) {
      case nil, .malformed, .unsupported: break
      case let other?: Issue.record("\(other)")
      }
      // The metadata at the end is small.
      let count = Int(noise.bits(round, -1) % UInt64(whole.count / 2))
      if case .malformed = try error(Array(whole.prefix(count)), encoding.format) {
      } else {
        Issue.record("\(count) of \(whole.count) bytes are a picture")
      }
    }
  }

  /// The limit counts before anything is decoded.
  @Test(arguments: encodings)
  func sizesAreLimited(_ encoding: PictureEncoding) throws {
    let format = PixelFormat(channels: 3, sample: encoding.usualSample)
    let bytes = Self.size.byteCount(format.bytesPerPixel)
    let file = try file(encoding)
    #expect(try error(file, encoding.format, maximumBytes: bytes) == nil)
    guard
      case .unsupported(let reason) = try error(file, encoding.format, maximumBytes: bytes - 1)
    else {
      Issue.record("more memory than allowed")
      return
    }
    #expect(reason.contains("more memory than allowed"))
    let path = try FilePath(folder.write(file, as: "a"))
    #expect(throws: PictureError.outOfMemory(path: path, bytes: bytes)) {
      try WholeReader.read(path: path, format: encoding.format) { _ in nil }
    }
  }

  @Test func animationsAreNamed() throws {
    var peer = PeerJPEGXL(size: Size(width: 9, height: 7))
    peer.isAnimated = true
    let jxl = peer.encoded([UInt16](repeating: 5, count: 63))
    // A container with the animation bit, and its size minus 1 (RFC 9649, 2.7.1).
    let chunks: [UInt8] =
      Array("VP8X".utf8) + [10, 0, 0, 0, 2, 0, 0, 0, 8, 0, 0, 6, 0, 0]
      + Array("ANIM".utf8) + [6, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    let webp =
      Array("RIFF".utf8) + [UInt8(4 + chunks.count), 0, 0, 0] + Array("WEBP".utf8) + chunks
    for (file, format) in [(jxl, PictureFormat.jxl), (webp, .webp)] {
      #expect(try error(file, format) == .unsupported(reason: "it is an animation"))
    }
  }

  /// Another format is an error, also if the caller expects this one.
  @Test func otherFormatsAreRejected() throws {
    for encoding in Self.encodings {
      for format in [PictureFormat.jxl, .avif, .webp] where format != encoding.format {
        if case .malformed = try error(file(encoding), format) {
        } else {
          Issue.record("\(encoding.format) is no \(format)")
        }
      }
      if case .malformed = try error([], encoding.format) {
      } else {
        Issue.record("an empty file is no picture")
      }
    }
  }

  @Test func missingFilesAreNamed() {
    let path = FilePath(folder("none.jxl"))
    do throws(PictureError) {
      _ = try WholeReader.info(path: path, format: .jxl)
      Issue.record("no file, no picture")
    } catch {
      #expect(error == .io(path: path, operation: "open", code: 2))
    }
  }
}
