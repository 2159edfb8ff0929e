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

  /// Copies bytes and adds a 0. C reads them up to the first 0.
  func copy(cString bytes: [UInt8]) -> UnsafePointer<CChar> {
    let text = unsafe copy(bytes + [0])
    return unsafe UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self)
  }

  deinit {
    while let block = unsafe blocks.popLast() { unsafe block.deallocate() }
  }
}
