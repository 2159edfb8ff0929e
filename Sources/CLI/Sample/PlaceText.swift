internal import ArgumentParser
package import SystemPackage

/// Reads points.
package enum PlaceText {
  static func place(_ text: String) throws -> SamplePlace {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let place = place(parts[0], parts[1], name: nil) else {
      throw ValidationError(
        "expected two numbers, from the left and from the top, such as 0.5,0.25, 50%,25% or 1200px,800px"
      )
    }
    return place
  }

  /// Reads the coordinates of a point, or returns `nil` if one is invalid.
  private static func place(_ x: String, _ y: String, name: String?) -> SamplePlace? {
    guard let x = coordinate(x), let y = coordinate(y) else { return nil }
    return SamplePlace(x: x, y: y, name: name)
  }

  /// Reads a fraction, `0.5` or `50%`, or a pixel, `1200px`.
  private static func coordinate(_ text: String) -> Coordinate? {
    let suffix = ["px", "%"].first { text.hasSuffix($0) } ?? ""
    guard let number = Double(text.dropLast(suffix.count)), number.isFinite,
      abs(number) < 1e9
    else { return nil }
    return Coordinate(value: suffix == "%" ? number / 100 : number, isPixel: suffix == "px")
  }

  static func rectangle(_ text: String) throws -> SamplePlace {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      coordinate(String($0))
    }
    guard parts.count == 4, let x = parts[0], let y = parts[1], let width = parts[2],
      let height = parts[3], width.value > 0, height.value > 0
    else {
      throw ValidationError(
        "expected left, top, width and height, such as 0.25,0.25,0.5,0.5 or 100px,80px,640px,480px")
    }
    return SamplePlace(GivenRectangle(x: x, y: y, width: width, height: height))
  }

  static func corners(_ text: String) throws -> PatchGrid.Corners {
    if text == "auto" { return .auto }
    return .four(try places(text, count: 4, "four", such: "0.1,0.2 0.9,0.2 0.9,0.8 0.1,0.8"))
  }

  static func line(_ text: String) throws -> ProfileLine {
    let places = try places(text, count: 2, "two", such: "0.1,0.5 0.9,0.5")
    return ProfileLine(start: places[0], end: places[1])
  }

  /// Reads points with spaces between them.
  private static func places(
    _ text: String, count: Int, _ word: String, such example: String
  ) throws -> [SamplePlace] {
    let places = try? text.split(separator: " ").map { try place(String($0)) }
    guard let places, places.count == count else {
      throw ValidationError("expected \(word) points, such as \"\(example)\"")
    }
    return places
  }

  /// Reads a CSV file with x, y and an optional name on each line. The first line can contain
  /// titles.
  ///
  /// If the titles contain `x` and `y`, like the titles of `bromide sample --format csv`, this
  /// reads their columns. Repeated points of several inputs or frames appear once.
  package static func places(
    csv: String, of path: FilePath
  ) throws(UsageError) -> [SamplePlace] {
    var places: [SamplePlace] = []
    var columns: (x: Int, y: Int, name: Int?)?
    var seen: Set<SamplePlace> = []
    // Use bytes, because characters are slow and long lists are common.
    let lines = csv.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let line = trimmed(Substring(bytes))
      if line.isEmpty { continue }
      if index == 0 {
        columns = titles(line)
        if columns != nil || isPlainTitle(line) { continue }
      }
      let place: SamplePlace?
      if let columns {
        let fields = fields(line)
        let name = columns.name.flatMap {
          $0 < fields.count && !fields[$0].isEmpty ? fields[$0] : nil
        }
        place =
          max(columns.x, columns.y) < fields.count
          ? self.place(fields[columns.x], fields[columns.y], name: name) : nil
      } else {
        let fields = line.utf8.split(
          separator: 0x2C, maxSplits: 2, omittingEmptySubsequences: false
        ).map { unquoted(trimmed(Substring($0))) }
        let name = fields.count == 3 && !fields[2].isEmpty ? fields[2] : nil
        place = fields.count >= 2 ? self.place(fields[0], fields[1], name: name) : nil
      }
      guard let place else {
        throw UsageError(
          "\(path), line \(index + 1): “\(line)” is not a point; expected "
            + (columns == nil ? "x,y or x,y,name" : "numbers in the columns x and y"))
      }
      if columns == nil || seen.insert(place).inserted { places.append(place) }
    }
    guard !places.isEmpty else { throw UsageError("\(path) contains no places") }
    return places
  }

  /// Returns the columns of points by their titles, or `nil` for a line without `x` and `y`, or
  /// with only these columns and a name.
  private static func titles(_ line: Substring) -> (x: Int, y: Int, name: Int?)? {
    let titles = fields(line)
    guard !isPlainTitle(line), let x = titles.firstIndex(of: "x"),
      let y = titles.firstIndex(of: "y")
    else { return nil }
    return (x, y, titles.firstIndex(of: "name"))
  }

  /// Returns whether a line is the title of files with lines of `x,y,name`, where names can contain
  /// commas.
  private static func isPlainTitle(_ line: Substring) -> Bool {
    let titles = fields(line)
    return titles.count <= 3 && titles.prefix(2) == ["x", "y"]
  }

  /// Returns the fields of a line. Quoted fields can contain commas.
  private static func fields(_ line: Substring) -> [String] {
    var (fields, field, isQuoted) = ([String](), [UInt8](), false)
    func end() -> String { unquoted(trimmed(Substring(String(decoding: field, as: UTF8.self)))) }
    for byte in line.utf8 {
      if byte == 0x22 { isQuoted.toggle() }
      if byte == 0x2C, !isQuoted {
        fields.append(end())
        field = []
      } else {
        field.append(byte)
      }
    }
    return fields + [end()]
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var bytes = text.utf8
    while let first = bytes.first, first <= 0x20 { bytes = bytes.dropFirst() }
    while let last = bytes.last, last <= 0x20 { bytes = bytes.dropLast() }
    return Substring(bytes)
  }

  private static func unquoted(_ text: Substring) -> String {
    guard text.utf8.count >= 2, text.utf8.first == 0x22, text.utf8.last == 0x22 else {
      return String(text)
    }
    return text.dropFirst().dropLast().split(separator: "\"\"", omittingEmptySubsequences: false)
      .joined(separator: "\"")
  }
}
