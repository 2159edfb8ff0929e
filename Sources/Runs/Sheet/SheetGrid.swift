public import BromideValues

/// The layout of a contact sheet in pixels, computed before any photo is developed.
public struct SheetGrid: Sendable, Hashable {
  /// The dimensions of a sheet, in pixels.
  public struct Style: Sendable, Hashable {
    /// The number of columns, or `nil` to choose it automatically.
    ///
    /// The automatic number makes a page about 1.5 times as wide as high, and at most `widestPage`
    /// wide.
    public var columns: Int?
    /// The long edge of a photo.
    public var tile: Int
    /// The space between photos.
    public var spacing: Int
    /// The space around all photos.
    public var margin: Int
    /// The number of text lines below a photo.
    public var captionLines: Int
    /// Whether there is a line above the photos.
    public var hasTitle: Bool

    /// Creates a style. By default, photos have 300 pixels and no text.
    public init(
      columns: Int? = nil, tile: Int = 300, spacing: Int = 12, margin: Int = 40,
      captionLines: Int = 0, hasTitle: Bool = false
    ) {
      self.columns = columns
      self.tile = tile
      self.spacing = spacing
      self.margin = margin
      self.captionLines = captionLines
      self.hasTitle = hasTitle
    }

    /// The font size of captions: readable, and small compared with the photo.
    public var textSize: Int { min(max(tile / 22, 9), 28) }
    /// The distance between two baselines of a caption.
    public var lineHeight: Int { (textSize * 27 + 19) / 20 }
    /// The font size of the title.
    public var titleSize: Int { textSize * 2 }
    var captionHeight: Int { captionLines == 0 ? 0 : captionLines * lineHeight + textSize / 2 }
    var titleHeight: Int { hasTitle ? titleSize * 2 : 0 }
  }

  /// The position of one photo.
  public struct Cell: Sendable, Hashable {
    /// The index of the photo, starting at 0.
    public var photo: Int
    /// The area of the photo and its caption.
    public var box: Region
    /// The area of the photo, centred in the upper part of the cell.
    public var picture: Region
    /// The area of the text below the photo, empty without captions.
    public var caption: Region
  }

  /// One page of the sheet.
  public struct Page: Sendable, Hashable {
    /// The size of the page.
    public var size: Size
    /// The positions of the photos, in order.
    public var cells: [Cell]
    /// The area of the title, empty without a title.
    public var title: Region
  }

  /// The pages of the sheet, at least one.
  public let pages: [Page]
  /// The number of columns.
  public let columns: Int
  /// The dimensions of the sheet.
  public let style: Style

  /// Maximum page width if the number of columns is automatic.
  public static let widestPage = 4096
  /// Maximum page height. If photos do not fit, they are distributed evenly over several pages.
  public static let highestPage = 8192
  /// Maximum width and height of a page with any settings.
  public static let longestSide = 32_767

  /// Creates a layout.
  ///
  /// - Parameter photos: The sizes of the upright photos. Only their proportions are used.
  /// - Throws: `SheetError` if there are no photos or a page would be too large.
  public init(photos: [Size], style: Style) throws(SheetError) {
    guard !photos.isEmpty else { throw .noPhotos }
    for (name, value, range) in [
      ("columns", style.columns ?? 1, 1...10_000), ("tile", style.tile, 8...16_384),
      ("spacing", style.spacing, 0...4096), ("margin", style.margin, 0...4096),
    ] where !range.contains(value) {
      throw .outOfRange(name: name, found: value, accepted: range)
    }
    let fitted = photos.map { Self.fitted($0, tile: style.tile) }
    let width = fitted.map(\.width).max()!
    let columns = min(
      photos.count, style.columns ?? Self.columns(fitted, cellWidth: width, style: style))
    let rows = stride(from: 0, to: photos.count, by: columns).map {
      $0..<min($0 + columns, photos.count)
    }
    let heights = rows.map { $0.map { fitted[$0].height }.max()! + style.captionHeight }
    let room = Self.highestPage - 2 * style.margin - style.titleHeight + style.spacing
    let total = heights.reduce(0) { $0 + $1 + style.spacing }
    let count = min(rows.count, max(1, (total + max(room, 1) - 1) / max(room, 1)))
    let rowsPerPage = (rows.count + count - 1) / count
    var pages: [Page] = []
    for first in stride(from: 0, to: rows.count, by: rowsPerPage) {
      let range = first..<min(first + rowsPerPage, rows.count)
      pages.append(
        Self.page(
          range.map { (rows[$0], heights[$0]) }, fitted: fitted, cellWidth: width,
          columns: columns, style: style))
    }
    for page in pages where page.size.longEdge > Self.longestSide {
      throw .tooLarge(page.size, limit: Self.longestSide)
    }
    self.pages = pages
    self.columns = columns
    self.style = style
  }

  /// Creates one page with a fixed size. All photos are as large as possible, and the grid is
  /// centred.
  ///
  /// - Throws: `SheetError` if photos would have fewer than 8 pixels.
  public init(photos: [Size], filling frame: Size, style: Style) throws(SheetError) {
    guard !photos.isEmpty else { throw .noPhotos }
    var best: SheetGrid?
    for columns in style.columns.map({ [$0] }) ?? Array(1...min(photos.count, 64)) {
      var (low, high) = (8, frame.longEdge + 1)
      while high - low > 1 {
        let tile = (low + high) / 2
        var tried = style
        (tried.columns, tried.tile) = (columns, tile)
        let grid = try? SheetGrid(photos: photos, style: tried)
        if let grid, grid.pages.count == 1, grid.pages[0].size.width <= frame.width,
          grid.pages[0].size.height <= frame.height
        {
          low = tile
          if tile > best?.style.tile ?? 0 { best = grid }
        } else {
          high = tile
        }
      }
    }
    guard let best else { throw .noRoom(photos: photos.count, frame: frame) }
    let page = best.pages[0]
    let (dx, dy) = ((frame.width - page.size.width) / 2, (frame.height - page.size.height) / 2)
    pages = [
      Page(
        size: frame,
        cells: page.cells.map { cell in
          Cell(
            photo: cell.photo, box: cell.box.translated(x: dx, y: dy),
            picture: cell.picture.translated(x: dx, y: dy),
            caption: cell.caption.translated(x: dx, y: dy))
        }, title: page.title.translated(x: dx, y: dy))
    ]
    columns = best.columns
    self.style = best.style
  }

  /// Returns the size of a photo when its long edge is `tile`.
  static func fitted(_ photo: Size, tile: Int) -> Size {
    let scale = Double(tile) / Double(max(photo.longEdge, 1))
    return Size(
      width: max(1, Int((Double(photo.width) * scale).rounded())),
      height: max(1, Int((Double(photo.height) * scale).rounded())))
  }

  private static func columns(_ fitted: [Size], cellWidth: Int, style: Style) -> Int {
    let most = max(1, (widestPage - 2 * style.margin + style.spacing) / (cellWidth + style.spacing))
    let height = fitted.reduce(0) { $0 + $1.height } / fitted.count + style.captionHeight
    func error(_ columns: Int) -> Double {
      let rows = (fitted.count + columns - 1) / columns
      let width = columns * (cellWidth + style.spacing)
      let shape = Double(width) / Double(rows * (height + style.spacing)) / 1.5
      return max(shape, 1 / shape)
    }
    return (1...min(most, fitted.count)).min { error($0) < error($1) } ?? 1
  }

  private static func page(
    _ rows: [(photos: Range<Int>, height: Int)], fitted: [Size], cellWidth: Int, columns: Int,
    style: Style
  ) -> Page {
    let width = columns * (cellWidth + style.spacing) - style.spacing
    var cells: [Cell] = []
    var y = style.margin + style.titleHeight
    for row in rows {
      for (column, photo) in row.photos.enumerated() {
        let x = style.margin + column * (cellWidth + style.spacing)
        let size = fitted[photo]
        let upper = row.height - style.captionHeight
        cells.append(
          Cell(
            photo: photo, box: Region(x: x, y: y, width: cellWidth, height: row.height),
            picture: Region(
              x: x + (cellWidth - size.width) / 2, y: y + (upper - size.height) / 2,
              width: size.width, height: size.height),
            caption: Region(
              x: x, y: y + upper, width: cellWidth, height: style.captionHeight)))
      }
      y += row.height + style.spacing
    }
    return Page(
      size: Size(width: width + 2 * style.margin, height: y - style.spacing + style.margin),
      cells: cells,
      title: Region(x: style.margin, y: style.margin, width: width, height: style.titleHeight))
  }
}

/// The reason for a sheet's layout error.
public enum SheetError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There are no photos.
  case noPhotos
  /// A dimension is outside its range.
  case outOfRange(name: String, found: Int, accepted: ClosedRange<Int>)
  /// A page would be larger than a picture can be.
  case tooLarge(Size, limit: Int)
  /// The photos would be too small to see.
  case noRoom(photos: Int, frame: Size)
  /// The photos of a page would take more memory than the limit allows.
  case tooMuchMemory(needed: Int, limit: Int)

  /// A sentence with the error and its fix, without a full stop.
  public var description: String {
    switch self {
    case .noPhotos: "no photos to show"
    case .outOfRange(let name, let found, let accepted):
      "\(name) \(found); expected \(accepted.lowerBound) to \(accepted.upperBound)"
    case .tooLarge(let size, let limit):
      "a sheet of \(size) pixels is too large: a side has at most \(limit); take fewer columns or a smaller tile"
    case .noRoom(let photos, let frame):
      "\(photos) photos do not fit on \(frame) pixels; take fewer, or another number of columns"
    case .tooMuchMemory(let needed, let limit):
      "the photos of a page take \(needed >> 20) MiB, and \(limit >> 20) MiB may be used; take a smaller tile or allow more memory"
    }
  }
}
