import BromideLibc
import SystemPackage
import TestSupport
import Testing

@testable import BromideSystem

@Suite struct ContentHashTests {
  /// The 64-bit FNV-1a of the authors' test vectors (draft-eastlake-fnv, appendix C).
  @Test(arguments: [
    ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
  ])
  func knownHashes(_ text: String, _ expected: String) {
    var hash = ContentHash()
    hash.add(Array(text.utf8))
    #expect(hash.text == expected)
    // Leading zeros count: sixteen digits always.
    #expect(hash.text.count == 16)
  }

  /// A pipe without a writer fails; before, it kept the run waiting.
  @Test(.timeLimit(.minutes(10))) func pipesAreRejected() throws {
    let folder = try TemporaryFolder()
    let pipe = folder("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    #expect(throws: SystemError.self) { try ContentHash.file(FilePath(pipe)) }
  }

  @Test func partsAddUp() {
    var (whole, parts) = (ContentHash(), ContentHash())
    whole.add([1, 2, 3, 4, 5])
    parts.add([1, 2])
    parts.add([])
    parts.add([3, 4, 5])
    #expect(whole.text == parts.text)
  }

  /// The hash of two parts of a file is the sixteen digits in hexadecimal, zeros in front.
  @Test func smallValuesHaveLeadingZeros() {
    var digits: Set<Int> = []
    var beginsWithZero = false
    for number in UInt8(0)..<255 {
      var hash = ContentHash()
      hash.add([number, 1])
      digits.insert(hash.text.count)
      beginsWithZero = beginsWithZero || hash.text.hasPrefix("0")
    }
    #expect(digits == [16] && beginsWithZero)
  }

  /// The parts of a file of 3 MiB: 64 KiB at each end, and 4 KiB at each sixteenth of the way to the last 64 KiB.
  private static let size = 3 << 20
  private static let covered: [Range<Int>] = {
    let last = size - (64 << 10)
    return [0..<64 << 10] + (1..<16).map { last / 16 * $0..<last / 16 * $0 + (4 << 10) }
      + [last..<size]
  }()

  private static let content: [UInt8] = {
    let noise = SeededNoise(seed: 3)
    return (0..<size).map { UInt8(truncatingIfNeeded: noise.bits($0, 0)) }
  }()

  private func identity(_ content: [UInt8]) throws -> String {
    let folder = try TemporaryFolder()
    return try ContentHash.file(FilePath(folder.write(content, as: "a")))
  }

  @Test func identityIsTheSizeAndTheHashOfParts() throws {
    var hash = ContentHash()
    for range in Self.covered { hash.add(Array(Self.content[range])) }
    #expect(try identity(Self.content) == "\(Self.size)-\(hash.text)")
  }

  /// The first and the last byte of every part count; their neighbours outside do not.
  @Test func editsInTheSamplesAreSeen() throws {
    let original = try identity(Self.content)
    for range in Self.covered {
      for (offset, isSeen) in [
        (range.lowerBound, true), (range.upperBound - 1, true),
        (range.lowerBound - 1, false), (range.upperBound, false),
      ] where Self.content.indices.contains(offset) {
        var edited = Self.content
        edited[offset] ^= 1
        #expect(try (identity(edited) != original) == isSeen, "byte \(offset)")
      }
    }
  }

  /// Files shorter than their parts are covered whole.
  @Test(arguments: [0, 1, 100, 64 << 10, (64 << 10) + 1])
  func everyByteOfAShortFileCounts(_ size: Int) throws {
    let content = Array(Self.content[..<size])
    let original = try identity(content)
    #expect(original.hasPrefix("\(size)-"))
    for offset in Set([0, size / 2, size - 1]) where content.indices.contains(offset) {
      var edited = content
      edited[offset] ^= 0x80
      #expect(try identity(edited) != original, "byte \(offset) of \(size)")
    }
  }

  @Test func missingFileCausesError() throws {
    let folder = try TemporaryFolder()
    #expect(throws: SystemError.self) { try ContentHash.file(FilePath(folder("none"))) }
  }
}
