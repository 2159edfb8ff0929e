internal import BromideValues

/// A problem with a file that should describe a chart.
public struct ChartError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A sentence for a person, without the file's name.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension ColorChart {
  /// Reads a chart's values from CGATS.17, such as the `.cie` and `.txt` files that come with
  /// charts.
  ///
  /// Patches are named `A1`, `B1` … by letters and numbers, or numbered from 1. In names with
  /// letters, the letter or the number counts the columns: the one with the larger range. Other
  /// patches, such as the greys below an IT8.7/2, are skipped. Colours are `LAB_L LAB_A LAB_B`
  /// under D50, or else `XYZ_X XYZ_Y XYZ_Z` from 0 to 100.
  ///
  /// - Throws: `ChartError` if the text does not contain this table, or if the table has gaps.
  public init(name: String, cgats text: String) throws(ChartError) {
    let table = try Table(text)
    var cells: [SIMD2<Int>: Lab] = [:]
    var numbered: [Int: Lab] = [:]
    for (id, lab) in table.patches {
      if let number = Int(id) {
        numbered[number] = lab
      } else if let letter = id.unicodeScalars.first, ("A"..."Z").contains(letter),
        let number = Int(id.dropFirst()), (1...999).contains(number)
      {
        cells[SIMD2(Int(letter.value) - 0x41, number - 1)] = lab
      }
    }
    if cells.isEmpty {
      guard let columns = [24: 6, 140: 14][numbered.count],
        numbered.keys.allSatisfy({ (1...numbered.count).contains($0) })
      else {
        throw ChartError("its patches need names with positions, such as A1")
      }
      self.init(
        name: name, columns: columns,
        references: numbered.sorted { $0.key < $1.key }.map(\.value))
      return
    }
    let ends = cells.keys.reduce(SIMD2(0, 0)) { pointwiseMax($0, $1) }
    let isAcross = ends.x >= ends.y
    let (columns, rows) = isAcross ? (ends.x + 1, ends.y + 1) : (ends.y + 1, ends.x + 1)
    guard columns <= 26 else { throw ChartError("it has more than 26 columns") }
    var references: [Lab] = []
    for cell in 0..<columns * rows {
      let (x, y) = (cell % columns, cell / columns)
      let key = isAcross ? SIMD2(x, y) : SIMD2(y, x)
      guard let lab = cells[key] else {
        let letter = Character(Unicode.Scalar(UInt8(0x41 + key.x)))
        throw ChartError("its patch \(letter)\(key.y + 1) is missing")
      }
      references.append(lab)
    }
    self.init(name: name, columns: columns, references: references)
  }

  /// The first table of a text.
  private struct Table {
    var patches: [(id: String, lab: Lab)] = []

    init(_ text: String) throws(ChartError) {
      let words = text.split { $0 == " " || $0 == "\t" || $0.isNewline }
      func block(_ name: Substring) -> ArraySlice<Substring>? {
        guard let start = words.firstIndex(of: "BEGIN_" + name),
          let end = words[start...].firstIndex(of: "END_" + name)
        else { return nil }
        return words[(start + 1)..<end]
      }
      guard let fields = block("DATA_FORMAT").map(Array.init), let data = block("DATA") else {
        throw ChartError("it is not a CGATS table: BEGIN_DATA_FORMAT or BEGIN_DATA is missing")
      }
      func columns(_ names: [Substring]) -> [Int]? {
        let found = names.compactMap { fields.firstIndex(of: $0) }
        return found.count == names.count ? found : nil
      }
      guard
        let id = ["SAMPLE_ID", "SAMPLE_NAME", "SAMPLE_LOC"].lazy.compactMap({
          fields.firstIndex(of: $0)
        }).first
      else { throw ChartError("its table has no SAMPLE_ID") }
      let lab = columns(["LAB_L", "LAB_A", "LAB_B"])
      guard let colors = lab ?? columns(["XYZ_X", "XYZ_Y", "XYZ_Z"]) else {
        throw ChartError("its table has neither LAB_L LAB_A LAB_B nor XYZ_X XYZ_Y XYZ_Z")
      }
      guard !data.isEmpty, data.count.isMultiple(of: fields.count) else {
        throw ChartError("its data are not whole rows of \(fields.count) fields")
      }
      for start in stride(from: data.startIndex, to: data.endIndex, by: fields.count) {
        let name = data[start + id].filter { $0 != "\"" }.uppercased()
        let numbers = colors.compactMap { Double(data[start + $0]) }
        guard numbers.count == 3, numbers.allSatisfy({ abs($0) < 1000 }) else {
          throw ChartError("the colour of its patch \(name) is not three numbers")
        }
        let values = SIMD3(numbers[0], numbers[1], numbers[2])
        patches.append(
          (name, lab != nil ? Lab(l: values.x, a: values.y, b: values.z) : Lab(xyz: values / 100)))
      }
    }
  }
}
