internal import ArgumentParser
internal import Inputs
internal import Pixels
internal import Platform
internal import Sampling
package import SystemPackage

/// The places to sample.
struct PlaceOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Place to sample, from 0,0 at the top left to 1,1 at the bottom right, or in % or px: 50%,50%, 1200px,800px, counted from 0; repeatable.",
      valueName: "x,y"),
    transform: PlaceText.place)
  var at: [SamplePlace] = []

  @Option(
    help: ArgumentHelp("CSV file of places, x,y[,name] per line.", valueName: "file"),
    completion: .file())
  var points: String?

  @Option(
    help: ArgumentHelp(
      "Sample the centre of every cell of a grid of columns and rows.", valueName: "CxR"),
    transform: PlaceText.grid)
  var grid: Size?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Corners of --grid on a chart in perspective: top left, top right, bottom right, bottom left.",
      valueName: "x,y x,y x,y x,y"),
    transform: PlaceText.corners)
  var corners: [NormalizedPoint]?

  @Flag(help: "Move places outside 0 to 1 to the edge.")
  var clamp = false

  mutating func validate() throws {
    if corners != nil, grid == nil {
      throw ValidationError("--corners needs --grid, the chart's columns and rows")
    }
  }

  /// All places: those of --at, then --points, then --grid.
  func places() throws -> [SamplePlace] {
    var places = at
    if let points {
      let path = FilePath(reversible: points)
      places += try PlaceText.places(csv: InputSearch.text(of: path), of: path)
    }
    if let grid {
      var perspective: Perspective?
      do throws(SamplingError) {
        perspective = try corners.map { corners throws(SamplingError) in
          try Perspective(corners: corners)
        }
      } catch { throw UsageError("--corners: \(error)") }
      let cells = NormalizedPoint.grid(
        columns: grid.width, rows: grid.height, perspective: perspective)
      places += cells.map { SamplePlace(point: $0, name: nil) }
    }
    guard !places.isEmpty else {
      throw UsageError("no place to sample: give --at X,Y, --points FILE or --grid CxR")
    }
    for i in places.indices where !places[i].isInPixels {
      if clamp { places[i].point = places[i].point.clamped }
      guard places[i].point.isInside else {
        let point = places[i].point
        throw UsageError(
          "\(point.x),\(point.y) is outside the picture: coordinates run from 0 to 1; --clamp moves it to the edge"
        )
      }
    }
    return places
  }
}

/// A place, with its name if it comes from a list.
package struct SamplePlace: Sendable, Hashable {
  /// Where it is; coordinates in pixels become fractions when the picture's size is known.
  var point: NormalizedPoint
  var name: String?
  /// Whether x is the number of a pixel, counted from 0, and not a fraction.
  var hasPixelX = false
  /// Whether y is.
  var hasPixelY = false

  /// Whether the place depends on the picture's size.
  var isInPixels: Bool { hasPixelX || hasPixelY }

  /// The place in a picture of a size.
  ///
  /// - Parameter clamp: Whether places beyond the picture's edge move to it.
  /// - Throws: A sentence for a place beyond the edge.
  func resolved(in size: Size, clamp: Bool) throws(SampleFailure) -> SamplePlace {
    guard isInPixels else { return self }
    let center = NormalizedPoint(pixelX: point.x, y: point.y, in: size)
    var place = SamplePlace(
      point: NormalizedPoint(
        x: hasPixelX ? center.x : point.x, y: hasPixelY ? center.y : point.y), name: name)
    if clamp { place.point = place.point.clamped }
    guard place.point.isInside else {
      throw SampleFailure(
        "the place \(text(point.x, hasPixelX)),\(text(point.y, hasPixelY)) is outside the picture of \(size); pixels are counted from 0, and --clamp moves it to the edge"
      )
    }
    return place
  }

  private func text(_ number: Double, _ isPixel: Bool) -> String {
    (number == number.rounded() ? "\(Int(number))" : "\(number)") + (isPixel ? "px" : "")
  }
}

/// Reads places.
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

  /// Reads the coordinates of a place; nil if one of them is none.
  private static func place(_ x: String, _ y: String, name: String?) -> SamplePlace? {
    guard let x = coordinate(x), let y = coordinate(y) else { return nil }
    return SamplePlace(
      point: NormalizedPoint(x: x.value, y: y.value), name: name, hasPixelX: x.isPixel,
      hasPixelY: y.isPixel)
  }

  /// Reads a fraction, `0.5` or `50%`, or a pixel, `1200px`.
  private static func coordinate(_ text: String) -> (value: Double, isPixel: Bool)? {
    let suffix = ["px", "%"].first { text.hasSuffix($0) } ?? ""
    guard let number = Double(text.dropLast(suffix.count)), number.isFinite,
      abs(number) < 1e9
    else { return nil }
    return (suffix == "%" ? number / 100 : number, suffix == "px")
  }

  static func corners(_ text: String) throws -> [NormalizedPoint] {
    let points = text.split(separator: " ").compactMap { read(String($0)) }
    guard points.count == 4, text.split(separator: " ").count == 4 else {
      throw ValidationError("expected four places, such as \"0.1,0.2 0.9,0.2 0.9,0.8 0.1,0.8\"")
    }
    return points
  }

  static func grid(_ text: String) throws -> Size {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let columns = sides[0], let rows = sides[1],
      (1...1000).contains(columns), (1...1000).contains(rows)
    else { throw ValidationError("expected COLUMNSxROWS (6x4), each from 1 to 1000") }
    return Size(width: columns, height: rows)
  }

  /// Reads a CSV file with x, y and optionally a name on each line, and optionally a line of titles first.
  package static func places(
    csv: String, of path: FilePath
  ) throws(UsageError) -> [SamplePlace] {
    var places: [SamplePlace] = []
    // Bytes, as characters are slow and long lists are common.
    let lines = csv.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let line = trimmed(Substring(bytes))
      if line.isEmpty { continue }
      let fields = line.utf8.split(separator: 0x2C, maxSplits: 2, omittingEmptySubsequences: false)
        .map { unquoted(trimmed(Substring($0))) }
      let name = fields.count == 3 && !fields[2].isEmpty ? fields[2] : nil
      guard fields.count >= 2, let place = place(fields[0], fields[1], name: name) else {
        if index == 0, fields.count >= 2, fields.prefix(2) == ["x", "y"] { continue }
        throw UsageError(
          "\(path), line \(index + 1): “\(line)” is not a place; expected x,y or x,y,name")
      }
      places.append(place)
    }
    guard !places.isEmpty else { throw UsageError("\(path) contains no places") }
    return places
  }

  private static func read(_ text: String) -> NormalizedPoint? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let x = parts[0], let y = parts[1], x.isFinite, y.isFinite else {
      return nil
    }
    return NormalizedPoint(x: x, y: y)
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
