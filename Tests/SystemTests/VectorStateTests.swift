import CBromideSystem
import CVectorState
import TestSupport
import Testing

@testable import BromideSystem

/// ISA-L leaves values in the upper halves of vector registers, which slows every SSE instruction after it.
@Suite(.enabled(if: bromide_reads_vector_state() != 0)) struct VectorStateTests {
  /// Long enough for the widest form.
  private let bytes = [UInt8](repeating: 0x5A, count: 1 << 16)

  @Test func checksumsClearTheUpperHalves() {
    bromide_zero_upper_halves()
    var sum = CRC64()
    sum.add(bytes)
    #expect(bromide_upper_halves_in_use() == 0)
    #expect(unsafe bromide_crc32(0, bytes, bytes.count) != 0)
    #expect(bromide_upper_halves_in_use() == 0)
  }
}
