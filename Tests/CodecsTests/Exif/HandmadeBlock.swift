import BromideCodecs
import TestSupport

/// An Exif block of any fields, right or wrong.
struct HandmadeBlock: Sendable {
  /// The values of a field.
  enum Values: Sendable {
    case text(String)
    /// Bytes of a type: 1, 2, 7, or 129 for EXIF 3.0's UTF-8.
    case bytes([UInt8], type: Int)
    case shorts([Int])
    case longs([Int])
    case ratios([(Int, Int)])
    case signedRatios([(Int, Int)])
  }

  /// Fields of the main, the EXIF and the GPS directory, in any order.
  var main: [(Int, Values)] = []
  var exif: [(Int, Values)] = []
  var gps: [(Int, Values)] = []
  var isBigEndian = false

  /// The block, without `Exif\0\0`.
  var bytes: [UInt8] {
    var file = Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
    var fields = main
    // The other directories follow the main directory and its values.
    let subordinate = [(0x8769, exif), (0x8825, gps)].filter { !$0.1.isEmpty }
    fields += subordinate.map { ($0.0, .longs([0])) }
    var places: [Int: Int] = [:]
    append(fields, to: &file, &places)
    for (tag, fields) in subordinate {
      if !file.count.isMultiple(of: 2) { file.append(0) }
      let place = places[tag]!
      file.replaceSubrange(place..<place + 4, with: number(file.count, 4))
      append(fields, to: &file, &places)
    }
    return file
  }

  /// The values that readers find.
  var metadata: PhotoMetadata { PhotoMetadata(ExifFields(block: bytes)) }

  private func append(
    _ fields: [(Int, Values)], to file: inout [UInt8], _ places: inout [Int: Int]
  ) {
    let start = file.count
    var entries = number(fields.count, 2)
    var rest: [UInt8] = []
    for (index, (tag, values)) in fields.enumerated() {
      let (type, count, bytes) = encoded(values)
      places[tag] = start + 2 + 12 * index + 8
      entries += number(tag, 2) + number(type, 2) + number(count, 4)
      if bytes.count <= 4 {
        entries += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      } else {
        entries += number(start + 2 + 12 * fields.count + 4 + rest.count, 4)
        rest += bytes + (bytes.count.isMultiple(of: 2) ? [] : [0])
      }
    }
    file += entries + number(0, 4) + rest
  }

  private func encoded(_ values: Values) -> (type: Int, count: Int, bytes: [UInt8]) {
    switch values {
    case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
    case .bytes(let bytes, let type): (type, bytes.count, bytes)
    case .shorts(let values): (3, values.count, values.flatMap { number($0, 2) })
    case .longs(let values): (4, values.count, values.flatMap { number($0, 4) })
    case .ratios(let ratios), .signedRatios(let ratios):
      (
        { if case .signedRatios = values { 10 } else { 5 } }(), ratios.count,
        ratios.flatMap { number($0.0, 4) + number($0.1, 4) }
      )
    }
  }

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    (isBigEndian ? ByteOrder.big : .little).bytes(value, count)
  }
}
