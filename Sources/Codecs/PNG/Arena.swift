/// Memory that C reads during a call.
@safe
final class Arena {
  @unsafe private var blocks: [UnsafeMutableRawBufferPointer] = unsafe []

  func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
    let block = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, elements.count * MemoryLayout<Element>.stride),
      alignment: MemoryLayout<Element>.alignment)
    unsafe blocks.append(block)
    let start = unsafe block.baseAddress!.bindMemory(to: Element.self, capacity: elements.count)
    unsafe start.update(from: elements, count: elements.count)
    return unsafe UnsafePointer(start)
  }

  /// Copies the bytes up to the first 0, and adds a 0.
  func copy(cString bytes: [UInt8]) -> UnsafePointer<CChar> {
    unsafe copy(bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0])
  }

  deinit {
    while let block = unsafe blocks.popLast() { unsafe block.deallocate() }
  }
}
