internal import BromideLibc
package import BromideSystem
package import SystemPackage

/// The result of reading a complete JPEG without decoding it.
///
/// In a file from Bromide, the scan has a restart marker after each row of MCUs except the last
/// one. The markers are numbered in sequence. A gain map can follow the picture's end.
package struct JPEGCheck: Sendable {
  /// The checksum of the bytes from the first table to the file's end.
  package private(set) var sum = CRC64()
  /// The first error in the structure of the JPEG, or `nil` if the structure is correct.
  package private(set) var damage: String?

  /// The rows of MCUs in the frame header.
  private var unitRows: Int?
  private var restarts = 0
  private var hasEnded = false

  /// - Throws: `SystemError` if the file cannot be read.
  package init(_ path: FilePath) throws(SystemError) {
    let descriptor = try Transfer.descriptor(opening: path, O_RDONLY)
    defer { close(descriptor) }
    guard let scan = try readSegments(descriptor, path) else {
      damage = "its segments are damaged"
      return
    }
    try readScan(descriptor, path, from: scan)
    if !hasEnded {
      damage = "it ends too early"
    } else if restarts + 1 != unitRows, damage == nil {
      damage = "rows are missing"
    }
  }

  /// Reads the segments from SOI to SOS.
  ///
  /// - Returns: The start of the scan, or `nil` if the segments do not belong to a baseline JPEG.
  private mutating func readSegments(
    _ descriptor: Int32, _ path: FilePath
  ) throws(SystemError) -> Int? {
    var offset = JPEGSegments.start.count
    var isSummed = false
    while true {
      let head = try Transfer.read(4, from: descriptor, at: offset, name: path)
      guard head.count == 4, head[0] == 0xFF, (0xC0...0xFE).contains(head[1]) else { return nil }
      let count = Int(head[2]) << 8 | Int(head[3])
      guard count >= 2 else { return nil }
      let data = try Transfer.read(count - 2, from: descriptor, at: offset + 4, name: path)
      guard data.count == count - 2 else { return nil }
      // DQT, the first table.
      isSummed = isSummed || head[1] == 0xDB
      // Before the tables, there are only application segments.
      guard isSummed || (0xE0...0xEF).contains(head[1]) else { return nil }
      if isSummed { sum.add(head + data) }
      if head[1] == 0xC0 { unitRows = Self.unitRows(data) }
      offset += 2 + count
      if head[1] == 0xDA { return unitRows == nil ? nil : offset }
    }
  }

  /// Returns the rows of MCUs of a frame (ITU-T T.81, B.2.2).
  private static func unitRows(_ frame: [UInt8]) -> Int? {
    guard frame.count >= 6, frame.count == 6 + 3 * Int(frame[5]) else { return nil }
    let height = Int(frame[1]) << 8 | Int(frame[2])
    let down = (0..<Int(frame[5])).map { Int(frame[7 + 3 * $0] & 15) }.max() ?? 1
    let unit = 8 * (frame[5] == 1 ? 1 : max(1, down))
    return (height + unit - 1) / unit
  }

  private mutating func readScan(
    _ descriptor: Int32, _ path: FilePath, from start: Int
  ) throws(SystemError) {
    var offset = start
    var isMarker = false
    while true {
      let block = try Transfer.read(1 << 18, from: descriptor, at: offset, name: path)
      if block.isEmpty { return }
      sum.add(block)
      offset += block.count
      if !hasEnded { take(block, &isMarker) }
    }
  }

  /// Reads entropy data up to EOI.
  private mutating func take(_ block: [UInt8], _ isMarker: inout Bool) {
    for byte in block {
      guard isMarker else {
        isMarker = byte == 0xFF
        continue
      }
      isMarker = false
      switch byte {
      case 0: continue
      case JPEGBand.restart(after: restarts): restarts += 1
      case JPEGSegments.end[1]:
        hasEnded = true
        return
      default:
        if damage == nil { damage = "a marker is out of place" }
      }
    }
  }
}
