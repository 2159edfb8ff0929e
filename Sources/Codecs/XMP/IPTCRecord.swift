/// Reads the texts of IPTC-IIM 4.2, record 2, which TIFF files contain in tag 33723.
package enum IPTCRecord {
  /// Returns the properties with the same meaning. Damaged data ends the list.
  package static func properties(_ bytes: [UInt8]) -> XMPProperties {
    var datasets: [(number: Int, text: String)] = []
    var isUTF8 = false
    var place = 0
    while place + 5 <= bytes.count, bytes[place] == 0x1C, datasets.count < mostDatasets {
      let (record, number) = (bytes[place + 1], Int(bytes[place + 2]))
      let count = Int(bytes[place + 3]) << 8 | Int(bytes[place + 4])
      // A count with the high bit is an extended dataset, which no text needs.
      guard count < 0x8000, place + 5 + count <= bytes.count else { break }
      let data = bytes[place + 5..<place + 5 + count]
      // Dataset 1:90 names the coding of texts: ESC % G is UTF-8.
      if record == 1, number == 90 { isUTF8 = data.elementsEqual([0x1B, 0x25, 0x47]) }
      if record == 2, let text = decoded(data, isUTF8: isUTF8) { datasets.append((number, text)) }
      place += 5 + count
    }
    var properties = XMPProperties()
    for entry in XMPCatalogue.all {
      guard let dataset = entry.dataset else { continue }
      let texts = datasets.filter { $0.number == dataset }.map(\.text)
      guard !texts.isEmpty else { continue }
      let list = XMPNode.bag(texts.map { .text($0) })
      properties[entry.name] = entry.adapted(list)
    }
    properties["photoshop:DateCreated"] = date(
      datasets.first { $0.number == 55 }?.text, datasets.first { $0.number == 60 }?.text
    )
    .map { .text($0) }
    return properties
  }

  /// More datasets than any program writes.
  private static let mostDatasets = 4096

  private static func decoded(_ data: ArraySlice<UInt8>, isUTF8: Bool) -> String? {
    let isText = data.allSatisfy { $0 >= 32 || [9, 10, 13].contains($0) }
    guard isText else { return nil }
    // Without the mark, programs write UTF-8 or Latin-1.
    return isUTF8 ? String(validating: data, as: UTF8.self) : FieldText.decode(data)
  }

  /// Returns `2026-11-21T07:05:09+01:00` for `20261121` and `070509+0100`.
  private static func date(_ day: String?, _ time: String?) -> String? {
    guard let day = day.map({ Array($0.utf8) }), day.count == 8,
      day.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    let date = "\(text(day[..<4]))-\(text(day[4..<6]))-\(text(day[6...]))"
    guard let time = time.map({ Array($0.utf8) }), time.count >= 6,
      time[..<6].allSatisfy({ (48...57).contains($0) })
    else { return date }
    let clock = "\(text(time[..<2])):\(text(time[2..<4])):\(text(time[4..<6]))"
    let zone =
      time.count == 11 && [0x2B, 0x2D].contains(time[6])
      ? "\(text(time[6..<9])):\(text(time[9...]))" : ""
    return "\(date)T\(clock)\(zone)"
  }
}
