internal import BromideValues
internal import CBromideCodecs

/// libjpeg-turbo's decoder of one JPEG in memory.
@safe
struct JPEGReader: ~Copyable {
  private let reader: OpaquePointer

  /// - Parameter bytes: The JPEG, which must outlive the reader.
  @unsafe init(_ bytes: UnsafeRawBufferPointer, memoryLimit: Int) throws(JPEGError) {
    let start = unsafe bytes.assumingMemoryBound(to: UInt8.self).baseAddress
    guard let start = unsafe start, bytes.count > 0 else { throw .malformed("it is empty") }
    guard let made = unsafe bromide_jpeg_open(start, bytes.count, memoryLimit) else {
      throw .malformed("libjpeg ran out of memory")
    }
    unsafe reader = made
  }

  deinit { unsafe bromide_jpeg_close(reader) }

  private var message: String { unsafe String(cString: bromide_jpeg_message(reader)) }

  private var facts: bromide_jpeg_facts {
    var facts = unsafe bromide_jpeg_facts()
    unsafe bromide_jpeg_facts(reader, &facts)
    return unsafe facts
  }

  /// Whether only the end marker (EOI) is missing, and all samples were read.
  var missesEnd: Bool {
    unsafe bromide_jpeg_misses_end(reader) != 0 && bromide_jpeg_damage(reader).pointee == 0
  }

  /// Reads everything before the pixels.
  func header() throws(JPEGError) -> JPEGHeader {
    guard unsafe bromide_jpeg_read_header(reader) != 0 else { throw .malformed(message) }
    return try unsafe JPEGHeader(facts)
  }

  /// Reads the planes. Call this after reading the header.
  ///
  /// - Parameter part: The pixels to read. Other samples are undefined.
  func planes(
    _ header: JPEGHeader, part: Region?, keepsDamage: Bool, memoryLimit: Int,
    _ allocate: PixelAllocator
  ) throws(JPEGError) -> (YCbCrFrame, damage: String?, missesEnd: Bool) {
    guard !header.isCMYK else { throw .unsupportedColor("CMYK") }
    let facts = unsafe facts
    let widths = unsafe [facts.block_width.0, facts.block_width.1, facts.block_width.2]
    let rows = unsafe [facts.block_rows.0, facts.block_rows.1, facts.block_rows.2]
    var starts = [0]
    for i in 0..<header.layout.planeCount {
      starts.append(starts[i] + Int(widths[i]) * Int(rows[i]))
    }
    let byteCount = starts[header.layout.planeCount]
    guard byteCount <= memoryLimit else {
      throw .tooLarge(byteCount: byteCount, limit: memoryLimit)
    }
    guard let memory = allocate(byteCount) else { throw .outOfMemory(bytes: byteCount) }
    let base = unsafe memory.bytes.assumingMemoryBound(to: UInt8.self).baseAddress!
    var pointers: [UnsafeMutablePointer<UInt8>?] = unsafe [nil, nil, nil, nil]
    for i in 0..<header.layout.planeCount { unsafe pointers[i] = base + starts[i] }
    let strides = widths.map { Int($0) } + [0]
    let isRead =
      unsafe part.map { unsafe read($0, header, pointers, strides) }
      ?? (bromide_jpeg_read_planes(reader, pointers, strides, keepsDamage ? 1 : 0) != 0)
    guard isRead else { throw .damaged(message) }
    let damage = unsafe String(cString: bromide_jpeg_damage(reader))
    // The identity matrix expects R, G and B in another order.
    let order = header.isRGB ? [1, 2, 0] : [0, 1, 2]
    let planes = order.prefix(header.layout.planeCount).map { i in
      unsafe YCbCrPlane(
        bytes: UnsafeRawBufferPointer(rebasing: memory.bytes[starts[i]..<starts[i + 1]]),
        stride: strides[i])
    }
    do throws(YCbCrError) {
      let frame = try YCbCrFrame(
        layout: header.layout, size: header.size, planes: planes, owner: memory)
      return (frame, damage.isEmpty ? nil : damage, missesEnd)
    } catch { preconditionFailure("planes with the size of the JPEG: \(error)") }
  }

  /// Reads the samples of a part, and of the pixels that share chroma with it.
  @unsafe private func read(
    _ part: Region, _ header: JPEGHeader, _ planes: [UnsafeMutablePointer<UInt8>?],
    _ strides: [Int]
  ) -> Bool {
    // Chroma is interpolated between cells of up to four pixels.
    let (left, top) = (max(0, part.x / 4 * 4 - 4), max(0, part.y / 4 * 4 - 4))
    let end = min(header.size.width, part.endX + 8)
    var native = bromide_jpeg_part(
      left: UInt32(left), top: UInt32(top), width: UInt32(end - left),
      bottom: UInt32(min(header.size.height, part.endY + 8)))
    var row = [UInt8](repeating: 0, count: 4 * header.size.width)
    return unsafe bromide_jpeg_read_part(reader, &native, &row, planes, strides) != 0
  }

  /// The error message of the last call that failed.
  var failure: String { message }

  /// Reads rows of inks to a target, using `row` as a buffer. Call this after reading the header.
  @unsafe func readInks(_ row: inout [UInt8], _ target: inout InkTarget) -> Bool {
    unsafe withUnsafeMutablePointer(to: &target) { target in
      unsafe row.withUnsafeMutableBufferPointer { row in
        unsafe bromide_jpeg_read_inks(
          reader, row.baseAddress!,
          { context, y, samples in
            guard let target = unsafe context?.assumingMemoryBound(to: InkTarget.self).pointee,
              let samples = unsafe samples
            else { return }
            let stored = unsafe UnsafeBufferPointer(start: samples, count: target.count)
            target.take(Int(y), unsafe stored.map { 255 - $0 })
          }, target) != 0
      }
    }
  }

  /// Reads red, green and blue at the smallest of the sizes 1, ½, ¼ and ⅛ that covers `least`. Call
  /// this after reading the header.
  func reduced(
    _ header: JPEGHeader, atLeast least: Size, _ allocate: PixelAllocator
  ) throws(JPEGError) -> ImageBuffer<UInt8> {
    guard !header.isCMYK else { throw .unsupportedColor("CMYK") }
    let reduction = [8, 4, 2].first {
      header.size.width / $0 >= least.width && header.size.height / $0 >= least.height
    }
    var (width, height): (UInt32, UInt32) = (0, 0)
    unsafe bromide_jpeg_reduced_size(reader, Int32(reduction ?? 1), &width, &height)
    let size = Size(width: Int(width), height: Int(height))
    guard !size.isEmpty else { throw .malformed(message) }
    // libjpeg's sides have 16 bits, so that the product does not overflow.
    let byteCount = size.area * 3
    guard let memory = allocate(byteCount) else { throw .outOfMemory(bytes: byteCount) }
    let isRead = unsafe bromide_jpeg_read_reduced(
      reader, memory.bytes.assumingMemoryBound(to: UInt8.self).baseAddress!)
    guard isRead != 0 else { throw .damaged(message) }
    guard let picture = ImageBuffer<UInt8>(size: size, channels: 3, memory: memory) else {
      preconditionFailure("memory of a JPEG's own size")
    }
    return picture
  }
}
