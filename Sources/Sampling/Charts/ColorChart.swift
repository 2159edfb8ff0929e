public import BromideValues

/// A chart of patches with known colours.
public struct ColorChart: Sendable, Hashable {
  /// A patch of a chart.
  public struct Patch: Sendable, Hashable {
    /// Its column as a letter and its row as a number: `A1` is at the top left.
    public let name: String
    /// Its colour, as CIE L*a*b* under D50.
    public let reference: Lab
  }

  /// The chart's name.
  public let name: String
  /// Number of columns.
  public let columns: Int
  /// The patches, row after row.
  public let patches: [Patch]

  /// Number of rows.
  public var rows: Int { patches.count / columns }

  /// - Parameters:
  ///   - columns: Number of columns, at most 26, for the letters.
  ///   - references: Colours of the patches, row after row, without gaps.
  init(name: String, columns: Int, references: [Lab]) {
    precondition(
      (1...26).contains(columns) && !references.isEmpty
        && references.count.isMultiple(of: columns), "whole rows of patches")
    self.name = name
    self.columns = columns
    patches = references.enumerated().map { index, lab in
      let letter = Character(Unicode.Scalar(UInt8(0x41 + index % columns)))
      return Patch(name: "\(letter)\(index / columns + 1)", reference: lab)
    }
  }

  /// The published chart of a name.
  public static func named(_ name: String) -> ColorChart? { published.first { $0.name == name } }

  /// The patch of a name.
  public func index(of name: String) -> Int? {
    patches.firstIndex { $0.name.lowercased() == name.lowercased() }
  }

  /// The neutral patch closest to the centre of the lightness scale, or `nil` if no patch is
  /// neutral.
  public var middleGrey: Int? {
    patches.indices.filter { index in
      let lab = patches[index].reference
      return lab.a * lab.a + lab.b * lab.b < 9 && (20...85).contains(lab.l)
    }.min { abs(patches[$0].reference.l - 50) < abs(patches[$1].reference.l - 50) }
  }

  /// The places of the patches' centres, in the patches' order.
  ///
  /// - Parameter corners: The centres of the patches at the chart's top left, top right, bottom
  ///   right and bottom left.
  /// - Throws: `.noPerspective` if they do not form a convex quadrilateral.
  public func places(corners: [NormalizedPoint]) throws(SamplingError) -> [NormalizedPoint] {
    let perspective = try Perspective(corners: corners)
    return patches.indices.map { index in
      perspective(
        u: Double(index % columns) / Double(max(columns - 1, 1)),
        v: Double(index / columns) / Double(max(rows - 1, 1)))
    }
  }

  /// A window that fits inside every patch: its side is two fifths of the smallest distance between
  /// neighbours.
  public func window(_ places: [NormalizedPoint], in size: Size) -> SampleWindow {
    func distance(_ i: Int, _ j: Int) -> Double {
      let (p, q) = (places[i].pixelPosition(in: size), places[j].pixelPosition(in: size))
      return ((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y)).squareRoot()
    }
    var least = Double(size.shortEdge)
    for i in patches.indices {
      if i % columns + 1 < columns { least = min(least, distance(i, i + 1)) }
      if i + columns < patches.count { least = min(least, distance(i, i + columns)) }
    }
    return SampleWindow(side: .pixels(max(1, Int(least * 0.4))))
  }
}
