internal import BromideDevelop
internal import BromideValues
internal import SystemPackage

extension YCbCrProperties {
  /// Reads the meaning of a clip's codes. The keys are the names of the flags.
  init(_ fields: DocumentFields, _ reader: DocumentReader) {
    self.init()
    matrix = fields.value("matrix") { entry in
      let names = YCbCrMatrix.named.map(\.name)
      return reader.value(
        entry, "expected \(names.joined(separator: ", ")), or KR,KB", words: names
      ) { YCbCrMatrix(name: $0) }
    }
    range = fields.value("range") { reader.choice($0, of: YCbCrRange.self) }
    siting = fields.value("siting") { reader.choice($0, of: ChromaSiting.self) }
    primaries = fields.value("primaries") { entry in
      let names = ColorPrimaries.all.map(\.name)
      return reader.value(
        entry, "expected \(names.joined(separator: ", ")), or a code of H.273", words: names
      ) { ColorPrimaries(name: $0) }
    }
    transfer = fields.value("transfer") { entry in
      let names = ColorTransfer.all.map(\.name)
      return reader.value(
        entry, "expected \(names.joined(separator: ", ")), or a code of H.273", words: names
      ) { ColorTransfer(name: $0) }
    }
  }
}

extension PlaneSettings {
  /// Reads the layout of samples without a header. The keys are the names of the flags.
  init(_ fields: DocumentFields, _ reader: DocumentReader) {
    self.init()
    layout = fields.value("layout") { reader.text($0, "expected a layout such as nv12 or i420") }
    size = fields.value("input-size") { reader.size($0, "such as 1920x1080") }
    offset = fields.value("offset") { reader.whole($0, 0...Self.mostBytes) } ?? offset
    stride = fields.value("stride") { reader.whole($0, 1...Self.mostBytes) }
  }

  private static let mostBytes = 1 << 40
}

extension TileLayout {
  init?(_ entry: DocumentEntry, _ reader: DocumentReader) {
    guard
      let fields = DocumentFields(
        entry, reader, accepted: "expected photo, and columns and rows or size")
    else { return nil }
    let photo = fields.value("photo", reader.path)
    if fields("photo") == nil { fields.missing("photo", "it names the picture to cut up") }
    let (columns, rows) = (fields("columns"), fields("rows"))
    var cut: Cut?
    if let size = fields("size") {
      cut = reader.size(size, "such as 240x180").map { .size($0) }
      if columns != nil || rows != nil {
        reader.report(size, "cannot be combined with columns and rows; remove one")
      }
    } else if columns == nil, rows == nil {
      fields.missing("columns", "with rows, each 1 to \(Self.mostTiles); or give size")
    } else {
      for (key, entry) in [("columns", columns), ("rows", rows)] where entry == nil {
        fields.missing(key, "1 to \(Self.mostTiles)")
      }
    }
    let counts = [columns, rows].map { entry in
      entry.flatMap { reader.whole($0, 1...Self.mostTiles) }
    }
    if let columns = counts[0], let rows = counts[1] {
      cut = .grid(columns: columns, rows: rows)
    }
    fields.end()
    guard let photo, let cut else { return nil }
    self.init(photo: photo, cut: cut)
  }
}

extension SheetLayout {
  init?(_ entry: DocumentEntry, _ reader: DocumentReader) {
    guard
      let fields = DocumentFields(
        entry, reader, accepted: "expected photos, columns, spacing, margin and more")
    else { return nil }
    let paths = fields.value("photos", reader.photos)
    if fields("photos") == nil {
      fields.missing("photos", "a folder, a name with * or ?, or a list")
    }
    let order = fields.value("order") { reader.choice($0, of: PhotoList.Order.self) }
    self.init(photos: PhotoList(paths ?? [], order: order ?? .name))
    columns = fields.value("columns") { reader.whole($0, 1...1000) }
    spacing = fields.value("spacing") { reader.number($0, 0...10_000) } ?? spacing
    margin = fields.value("margin") { reader.number($0, 0...10_000) } ?? margin
    if let color = fields("background") {
      if case .text("none") = color.node.content {
        background = nil
      } else if let rgb = reader.numbers(color, of: .fadeColor) {
        background = SIMD3(rgb[0], rgb[1], rgb[2])
      }
    }
    captions =
      fields("captions").map { entry in
        entry.items.compactMap { reader.choice($0, of: Caption.self) }
      } ?? captions
    from = fields.value("from") { reader.choice($0, of: Pixels.self) } ?? from
    fields.end()
    if paths == nil { return nil }
  }
}
