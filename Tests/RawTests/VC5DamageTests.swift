import BromideKernels
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Damaged VC-5 from GoPro, and unsupported kinds with named errors.
@Suite struct VC5DamageTests {
  /// Returns the photo, or the reason for its absence.
  private func outcome(
    _ file: some Sequence<UInt8>, _ unpacking: Unpacking = Unpacking()
  ) throws -> (photo: RawPhoto?, reason: String) {
    let folder = try TemporaryFolder()
    let path = FilePath(try folder.write(Array(file), as: "test.gpr"))
    do throws(RawError) {
      let photo = try RawFile(path: path, cameras: nil).decode(unpacking: unpacking)
      return (photo, photo.damage.joined(separator: "; "))
    } catch {
      return (nil, error.reason)
    }
  }

  private static let kind =
    "this kind of photo cannot be decoded: VC-5 (GoPro) of a kind that is not decoded: "

  /// Sets the first tag with a number, or removes all of them.
  private func with(_ tag: Int, _ value: Int?) throws -> String {
    var dng = VC5DNG.varied(Size(width: 66, height: 50))
    dng.style = .plain
    dng.changing = { segments in
      if let value {
        segments[segments.firstIndex { $0.tag == tag }!].value = value
      } else {
        segments.removeAll { $0.tag == tag }
      }
    }
    return try outcome(dng.file()).reason
  }

  @Test(arguments: [
    (12, 3, "number of channels 3; expected 4"), (84, 1, "image format 1; expected 4"),
    (106, 4, "pattern width 4; expected 2"), (107, 1, "pattern height 1; expected 2"),
    (108, 3, "components per sample 3; expected 1"),
    (102, 14, "greatest number of bits 14; expected 12"),
    (109, 0x2a00, "prescale 10752; expected 10240"),
    (109, 0x2800 | 0x8000, "prescale 43008; expected 10240"),
    (20, 64, "width 64; expected the DNG's, if it is even and at least 34"),
    (21, 52, "height 52; expected the DNG's, if it is even and at least 34"),
    (62, 4, "channel 4; expected 0 to 3"), (48, 10, "subband 10; expected 0 to 9"),
    (35, 7, "lowpass bits 7; expected 8 to 16"), (35, 17, "lowpass bits 17; expected 8 to 16"),
    (53, 32_768, "quantum 32768; expected 0 to 32767"),
  ])
  func rejectsNumbers(tag: Int, value: Int, reason: String) throws {
    #expect(try with(tag, value) == Self.kind + reason)
  }

  @Test(arguments: [
    (12, "no number of channels; expected 4"), (20, "no width; expected the DNG's"),
    (109, "no prescale; expected 10240"), (35, "no lowpass bits; expected 8 to 16"),
    (53, "no quantum; expected 0 to 32767"),
  ])
  func rejectsMissingNumbers(tag: Int, reason: String) throws {
    #expect(try with(tag, nil) == Self.kind + reason)
  }

  private func inserted(_ segment: VC5Segment) throws -> (photo: RawPhoto?, reason: String) {
    var dng = VC5DNG.varied(Size(width: 66, height: 50))
    dng.changing = { $0.insert(segment, at: 3) }
    return try outcome(dng.file())
  }

  /// Unknown tags must be optional.
  @Test func unknownTags() throws {
    let expected = "; expected those of raw pictures, unless it is optional"
    for tag in [1, 0x1234, 0x4001, 0x4002, 0x4003] {
      #expect(try inserted(VC5Segment(tag, 0)).reason == Self.kind + "tag \(tag)" + expected)
      #expect(try inserted(VC5Segment(tag, 0, isOptional: true)).reason == "")
    }
    #expect(try inserted(VC5Segment(0x4004, payload: [1, 2, 3, 4])).reason == "")
    #expect(try inserted(VC5Segment(14, 10)).reason == "")
    #expect(
      try inserted(VC5Segment(14, 9)).reason == Self.kind + "number of subbands 9; expected 10")
    #expect(
      try inserted(VC5Segment(101, 10)).reason == Self.kind + "bits per component 10; expected 12")
  }

  @Test func rejectsRepeatedBandsAndOtherDirectories() throws {
    var dng = VC5DNG.varied(Size(width: 66, height: 50))
    dng.style = .plain
    dng.changing = { segments in
      let band = segments.lastIndex { $0.tag == 48 }!
      segments[band].value = 3
    }
    #expect(try outcome(dng.file()).reason == Self.kind + "repeated band 3; expected each once")
    dng.changing = { _ in }
    dng.options.linearization = (0...4095).map { $0 * 2 }
    #expect(try outcome(dng.file()).reason == Self.kind + "a linearization table")
    let libraw = try outcome(
      VC5DNG(size: Size(width: 34, height: 34)).file(), Unpacking(unpacker: .libraw))
    #expect(
      libraw.reason
        == "this kind of photo cannot be decoded: VC-5 (GoPro), which LibRaw itself does not decode"
    )
  }

  /// Changes a band of the picture that is large enough for any change.
  private func damaged(
    channel: Int = 1, band: Int = 8, _ change: @escaping @Sendable (inout [UInt8]) -> Void
  ) throws -> (dng: VC5DNG, outcome: (photo: RawPhoto?, reason: String)) {
    var dng = VC5DNG.varied(Size(width: 162, height: 130), seed: 10)
    dng.style = .plain
    dng.changing = { segments in
      let blocks = segments.indices.filter { segments[$0].tag & 0x6000 == 0x6000 }
      let block = blocks[channel * 10 + band]
      var payload = segments[block].payload
      change(&payload)
      segments[block] = VC5Segment(0x6000, payload: payload)
    }
    return (dng, try outcome(dng.file()))
  }

  /// Damage in a band leaves a softer picture. The other bands and the rows before are right.
  @Test func damagedBandKeepsDecodedSamples() throws {
    let (dng, outcome) = try damaged {
      $0.replaceSubrange(
        $0.count / 2..<$0.count, with: [UInt8](repeating: 0xff, count: $0.count - $0.count / 2))
    }
    let photo = try #require(outcome.photo)
    #expect(outcome.reason.hasPrefix("data error at byte "))
    let mosaic = try #require(photo.image.asMosaic)
    // The other half of the rows may differ.
    let expected = dng.expected
    let wrong = (0..<130).filter { y in
      (0..<162).contains { mosaic.samples[$0, y] != expected[y * 162 + $0] }
    }
    let first = try #require(wrong.first)
    #expect(first > 40)
  }

  /// Every other way to end a band. Padding is ignored.
  @Test func everyOtherEndIsDamage() throws {
    #expect(try damaged { _ in }.outcome.reason == "")
    #expect(try damaged { $0 += [0, 0, 0, 0] }.outcome.reason.hasPrefix("data error at byte "))
    #expect(try damaged { $0.removeLast(4) }.outcome.reason.hasPrefix("data error at byte "))
    // Only runs of 320, which are too many.
    #expect(
      try damaged { payload in
        let run = (0..<13).map { UInt8(0x1ba5 >> (12 - $0) & 1) }
        payload = (0..<payload.count / 4 * 32).map { run[$0 % run.count] }.packed
      }.outcome.reason.hasPrefix("data error at byte "))
    // The end at once.
    #expect(
      try damaged { $0 = [0xc4, 0x52, 0xe8, 0xc0] }.outcome.reason.hasPrefix("data error at byte "))
    // No words at all.
    #expect(try damaged { $0 = [] }.outcome.reason.hasPrefix("data error at byte "))
    // Other padding.
    let padded = try damaged { payload in
      let end = payload.lastIndex { $0 != 0 }!
      for i in payload.indices where i > end { payload[i] = 0xff }
    }
    #expect(padded.outcome.reason == "")
  }

  /// Without lowpass bands there are only edges and no picture.
  @Test func damagedLowpass() throws {
    let short = try damaged(channel: 3, band: 0) { $0.removeLast(4) }.outcome
    #expect(short.photo == nil && short.reason == "damaged: data contradict themselves")
    let long = try damaged(channel: 3, band: 0) { $0 += [0, 0, 0, 0] }.outcome
    #expect(long.photo != nil && long.reason.hasPrefix("data error at byte "))
  }

  /// A file that ends early has no picture until the last channel's lowpass band is there, and no
  /// silent one before its end.
  @Test func truncated() throws {
    let dng = VC5DNG.varied(Size(width: 162, height: 130), seed: 11)
    let file = dng.file()
    let stream = dng.stream
    let start = try #require(file.indices.first { file[$0...].starts(with: stream) })
    var wasPhoto = false
    for count in stride(from: file.count - dng.stream.count, through: file.count, by: 37) + [
      file.count - 1
    ] {
      let (photo, reason) = try outcome(file.prefix(count))
      // The matrices are stored after the stream.
      let isWhole = count >= start + stream.count && reason == "its header ends early"
      #expect(
        count == file.count || reason.contains("data end early at byte") || isWhole,
        "\(count): \(reason)")
      #expect(!wasPhoto || photo != nil)
      wasPhoto = photo != nil
    }
    #expect(wasPhoto)
    #expect(try outcome(file).reason == "")
  }

  /// Turned bits anywhere in a file give an error or a picture, and never end the process.
  @Test(arguments: 0..<60) func turnedBits(seed: Int) throws {
    var dng = VC5DNG.varied(Size(width: 98, height: 66), seed: 12)
    dng.style = VC5DNG.Style.allCases[seed % 3]
    _ = try outcome(dng.file().turned(seed: seed), Unpacking(crew: AllSamples.two))
  }
}

extension [UInt8] {
  /// Eight bits a byte.
  fileprivate var packed: [UInt8] {
    stride(from: 0, to: count, by: 8).map { i in
      self[i..<Swift.min(i + 8, count)].reduce(0) { $0 << 1 | $1 }
    }
  }
}
