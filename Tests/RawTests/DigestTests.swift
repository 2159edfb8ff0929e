import BromideKernels
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// DNGs with digests of their samples, intact and with one flipped bit.
@Suite struct DigestTests {
  private let folder = TemporaryFolder.fresh
  private let kernel = MD5Kernel(instructionSet: .reference)

  /// NewRawImageDigest by its definition, for samples of two bytes or one.
  private func newDigest(_ samples: SensorSamples, bytes: Int) -> [UInt8] {
    var digests: [UInt8] = []
    for top in stride(from: 0, to: samples.size.height, by: 256) {
      for left in stride(from: 0, to: samples.size.width, by: 256) {
        var tile: [UInt8] = []
        for channel in 0..<samples.samplesPerPixel {
          for (x, y) in Places(
            x: left..<min(left + 256, samples.size.width),
            y: top..<min(top + 256, samples.size.height))
          {
            tile += little(samples[x, y, channel], bytes)
          }
        }
        digests += kernel.digest(of: tile)
      }
    }
    return kernel.digest(of: digests)
  }

  private func oldDigest(_ samples: SensorSamples) -> [UInt8] {
    kernel.digest(of: samples.values.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
  }

  struct Case: Sendable {
    var bits = 16
    var order = ByteOrder.little
    var compression = DNGStorage.Compression.none
    var hasPreview = false
    var isNew = true
  }

  static let cases = [
    Case(), Case(bits: 12, order: .big, hasPreview: true), Case(bits: 8),
    Case(compression: .losslessJPEG(predictor: 1), hasPreview: true),
    Case(isNew: false), Case(bits: 14, order: .big, isNew: false), Case(bits: 8, isNew: false),
  ]

  private func file(_ which: Case, digest edit: ([UInt8]) -> [UInt8] = { $0 }) -> [UInt8] {
    let samples = SensorSamples.varied(Size(width: 300, height: 280), bits: which.bits)
    var options = DNGOptions()
    options.white = (1 << which.bits) - 1
    options.storage.bitsPerSample = which.bits
    options.storage.byteOrder = which.order
    options.storage.compression = which.compression
    options.storage.hasPreview = which.hasPreview
    options.digests =
      which.isNew
      ? [51111: edit(newDigest(samples, bytes: which.bits <= 8 ? 1 : 2))]
      : [50972: edit(oldDigest(samples))]
    return DNGWriter.file(samples, options)
  }

  @Test(arguments: cases)
  func aMismatchIsDamage(_ which: Case) throws {
    let good = FilePath(try folder.write(file(which), as: "good.dng"))
    #expect(try RawFile(path: good, cameras: nil).decode().damage.isEmpty)
    let bad = file(which) { digest in [digest[0] ^ 1] + digest.dropFirst() }
    let photo = try decoded(bad, as: "bad.dng")
    #expect(photo.damage == ["the samples do not match the DNG's digest"])
  }

  /// No decoder notices this one.
  @Test(arguments: [true, false])
  func aFlippedBitOfUncompressedSamplesIsFound(_ isNew: Bool) throws {
    var bytes = file(Case(isNew: isNew))
    // Its samples are most of the file and follow the directories.
    bytes[bytes.count - 5000] ^= 4
    let path = FilePath(try folder.write(bytes, as: "a.dng"))
    for mapped in [false, true] {
      let photo = try RawFile(path: path, cameras: nil).decode(
        unpacking: Unpacking(leavesSamplesInFile: mapped))
      #expect(photo.damage == ["the samples do not match the DNG's digest"])
    }
  }

  /// The digest of all samples takes long, so it is only compared if there is no other way to
  /// detect damage.
  @Test func digestsThatTakeLongAreComparedOnRequest() throws {
    let which = Case(compression: .losslessJPEG(predictor: 1), isNew: false)
    let bad = file(which) { digest in [digest[0] ^ 1] + digest.dropFirst() }
    let photo = try RawFile(path: FilePath(try folder.write(bad, as: "bad.dng")), cameras: nil)
    #expect(try photo.decode().damage.isEmpty)
    var unpacking = Unpacking()
    unpacking.comparesAllDigests = true
    #expect(try !photo.decode(unpacking: unpacking).damage.isEmpty)
  }

  @Test func threadsShareTheTiles() throws {
    let path = FilePath(try folder.write(file(Case()), as: "a.dng"))
    let crew = Unpacking.threads(3)
    #expect(
      try RawFile(path: path, cameras: nil).decode(unpacking: Unpacking(crew: crew)).damage.isEmpty)
  }

  /// Files from Adobe: two with lossless JPEG and the old digest, three with lossy JPEG and the new
  /// one.
  @Test(
    .enabled(if: Corpus.isPresent, "\(Corpus.comment)"),
    arguments: [
      "hdrmerge_D5000_sample1", "hdrmerge_D5000_sample2", "skia_sample_1mp_rotated",
      "skia_dng_with_preview", "photoprism_canon_eos_6d",
    ])
  func realDigestsMatch(_ name: String) throws {
    let path = FilePath(Corpus.path("raw/\(name).dng"))
    let recorded = try #require(RecordedDigest(path))
    #expect(name.hasPrefix("hdrmerge") == (recorded.coverage == .rows))
    var unpacking = Unpacking()
    unpacking.comparesAllDigests = true
    #expect(try RawFile(path: path, cameras: nil).decode(unpacking: unpacking).damage.isEmpty)
    // Decoders can miss this bit in a lossy file, but the digest detects it.
    guard case .chunks(let chunks) = recorded.coverage else { return }
    var bytes = try Files.read(path.string)
    bytes[chunks[0].lowerBound + chunks[0].count / 2] ^= 16
    let damaged = FilePath(try folder.write(bytes, as: "a.dng"))
    #expect(try !RawFile(path: damaged, cameras: nil).decode().damage.isEmpty)
  }
}
