import BromideValues
import Testing

struct ScratchMemoryTests {
  @Test func buffersDoNotOverlap() {
    let memory = ScratchMemory()
    // More than a chunk, with sizes that are not multiples of the alignment.
    let buffers = (0..<24).map { memory.allocate((600 << 10) + 37 * $0) }
    for (i, buffer) in buffers.enumerated() {
      unsafe buffer.bytes.initializeMemory(as: UInt8.self, repeating: UInt8(i))
    }
    for (i, buffer) in buffers.enumerated() {
      #expect(unsafe buffer.bytes.count >= (600 << 10) + 37 * i)
      #expect(unsafe buffer.bytes.allSatisfy { $0 == UInt8(i) })
      #expect(unsafe UInt(bitPattern: buffer.bytes.baseAddress) % UInt(PixelMemory.alignment) == 0)
    }
  }

  @Test func middleSizesShareChunk() {
    let memory = ScratchMemory()
    let (small, first, second) = (
      memory.allocate(1), memory.allocate(100_000), memory.allocate(200_000)
    )
    let distance = unsafe second.bytes.baseAddress! - first.bytes.baseAddress!
    #expect(distance == 100_032)
    #expect(unsafe small.bytes.count >= 1)
    #expect(unsafe memory.allocate(2 << 20).bytes.count == 2 << 20)
  }

  @Test func bufferOutlivesItsPlace() {
    let buffer = ScratchMemory().allocate(100_000)
    unsafe buffer.bytes.initializeMemory(as: UInt8.self, repeating: 7)
    #expect(unsafe buffer.bytes.allSatisfy { $0 == 7 })
  }

  @Test func freedChunkIsReplaced() {
    let memory = ScratchMemory()
    for i in 0..<8 {
      // The chunk before is freed here, so an allocation starts a new one.
      let buffer = memory.allocate(1_000_000)
      unsafe buffer.bytes.initializeMemory(as: UInt8.self, repeating: UInt8(i))
      #expect(unsafe UInt(bitPattern: buffer.bytes.baseAddress) % (2 << 20) == 0)
    }
  }
}
