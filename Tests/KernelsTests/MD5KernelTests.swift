import TestSupport
import Testing

@testable import BromideKernels

@Suite struct MD5KernelTests {
  private func digits(_ digest: [UInt8]) -> String {
    digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private let noise = SeededNoise(seed: 5)

  private func message(_ count: Int, _ lane: Int) -> [UInt8] {
    (0..<count).map { UInt8(noise.bits($0, lane) & 255) }
  }

  /// The test suite of RFC 1321, A.5.
  @Test(arguments: [InstructionSet.reference] + InstructionSet.available)
  func theSuiteOfTheStandard(_ set: InstructionSet) {
    for (text, digest) in [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
      ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a"
      ),
    ] {
      #expect(digits(MD5Kernel(instructionSet: set).digest(of: Array(text.utf8))) == digest)
    }
  }

  @Test(arguments: InstructionSet.available)
  func lanesAndPartsEqualTheReference(_ set: InstructionSet) {
    let reference = MD5Kernel(instructionSet: .reference)
    let kernel = MD5Kernel(instructionSet: set)
    for (count, lanes) in [
      (0, 3), (1, 16), (55, 16), (56, 1), (63, 2), (64, 16), (65, 15), (700, 5),
    ] {
      let messages = (0..<lanes).map { message(count, $0) }
      let expected = messages.map { reference.digest(of: $0) }
      let joined = messages.flatMap { $0 }
      let found = unsafe joined.withUnsafeBytes { bytes in
        unsafe kernel.digests(
          of: (0..<lanes).map { lane in
            unsafe UnsafeRawBufferPointer(rebasing: bytes[lane * count..<(lane + 1) * count])
          })
      }
      #expect(found == expected)
      var parts = kernel.message()
      for start in stride(from: 0, to: count, by: 37) {
        unsafe messages[0][start..<min(start + 37, count)].withUnsafeBytes { unsafe parts.add($0) }
      }
      #expect(parts.digest == expected[0])
    }
  }
}
