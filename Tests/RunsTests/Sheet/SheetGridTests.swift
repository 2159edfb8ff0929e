import BromideValues
import Testing

@testable import BromideRuns

@Suite struct SheetGridTests {
  private let landscape = Size(width: 6000, height: 4000)
  private let portrait = Size(width: 4000, height: 6000)

  @Test func cellsFollowTheOrderInRows() throws {
    let grid = try SheetGrid(
      photos: Array(repeating: landscape, count: 5),
      style: .init(columns: 3, tile: 300, spacing: 10, margin: 20))
    #expect(grid.pages.count == 1 && grid.columns == 3)
    let page = grid.pages[0]
    #expect(page.size == Size(width: 3 * 300 + 2 * 10 + 40, height: 2 * 200 + 10 + 40))
    #expect(page.cells.map(\.photo) == [0, 1, 2, 3, 4])
    #expect(page.cells[0].picture == Region(x: 20, y: 20, width: 300, height: 200))
    #expect(page.cells[4].picture == Region(x: 330, y: 230, width: 300, height: 200))
    #expect(page.title.isEmpty && page.cells[0].caption.isEmpty)
  }

  @Test func portraitPhotosAreCentred() throws {
    let page = try SheetGrid(
      photos: [landscape, portrait, landscape],
      style: .init(columns: 2, tile: 300, spacing: 10, margin: 0)
    ).pages[0]
    #expect(page.cells[0].picture == Region(x: 0, y: 50, width: 300, height: 200))
    #expect(page.cells[1].picture == Region(x: 360, y: 0, width: 200, height: 300))
    // A row of landscapes is as low as they are.
    #expect(page.cells[2].box == Region(x: 0, y: 310, width: 300, height: 200))
  }

  @Test func captionsAndTitleTakeTheirRoom() throws {
    let style = SheetGrid.Style(
      columns: 1, tile: 300, spacing: 10, margin: 20, captionLines: 2, hasTitle: true)
    let page = try SheetGrid(photos: [landscape, landscape], style: style).pages[0]
    let caption = 2 * style.lineHeight + style.textSize / 2
    #expect(page.title == Region(x: 20, y: 20, width: 300, height: 2 * style.titleSize))
    #expect(page.cells[0].caption.y == page.cells[0].picture.endY)
    #expect(page.cells[0].caption.size == Size(width: 300, height: caption))
    #expect(page.cells[1].picture.y == page.cells[0].caption.endY + 10)
  }

  @Test func manyPhotosGoOntoPagesEvenly() throws {
    let grid = try SheetGrid(
      photos: Array(repeating: landscape, count: 780), style: .init(captionLines: 1))
    #expect(grid.pages.count == 2)
    #expect(grid.pages.allSatisfy { $0.size.width <= 4096 && $0.size.height <= 8192 })
    #expect(grid.pages.flatMap { $0.cells.map(\.photo) } == Array(0..<780))
    let rows = grid.pages.map { ($0.cells.count + grid.columns - 1) / grid.columns }
    #expect(abs(rows[0] - rows[1]) <= 1)
  }

  @Test(arguments: [1, 2, 7, 24, 100])
  func withoutColumnsASheetIsAboutHalfAsWideAgainAsHigh(count: Int) throws {
    let grid = try SheetGrid(photos: Array(repeating: landscape, count: count), style: .init())
    let size = grid.pages[0].size
    #expect((0.9...2.5).contains(Double(size.width) / Double(size.height)))
    #expect(grid.pages.count == 1)
  }

  @Test(
    arguments: [1, 3, 12, 60], [Size(width: 1920, height: 1080), Size(width: 500, height: 900)])
  func aFrameIsFilledByTheLargestPhotosThatFit(count: Int, frame: Size) throws {
    let photos = (0..<count).map { $0 % 3 == 2 ? portrait : landscape }
    let style = SheetGrid.Style(spacing: 6, margin: 10, captionLines: 1)
    let grid = try SheetGrid(photos: photos, filling: frame, style: style)
    #expect(grid.pages.count == 1 && grid.pages[0].size == frame)
    for cell in grid.pages[0].cells { #expect(Region(frame).contains(cell.box)) }
    // A pixel more does not fit in any number of columns.
    for columns in 1...count {
      let larger = try SheetGrid(
        photos: photos,
        style: .init(
          columns: columns, tile: grid.style.tile + 1, spacing: 6, margin: 10, captionLines: 1))
      let size = larger.pages[0].size
      #expect(larger.pages.count > 1 || size.width > frame.width || size.height > frame.height)
    }
  }

  @Test func impossibleLayoutsFail() {
    let style = SheetGrid.Style()
    #expect(throws: SheetError.noPhotos) { try SheetGrid(photos: [], style: style) }
    for (name, value) in [("columns", 0), ("tile", 7), ("spacing", -1), ("margin", 5000)] {
      var wrong = style
      switch name {
      case "columns": wrong.columns = value
      case "tile": wrong.tile = value
      case "spacing": wrong.spacing = value
      default: wrong.margin = value
      }
      #expect {
        try SheetGrid(photos: [landscape], style: wrong)
      } throws: { error in
        guard case .outOfRange(name, value, _) = error as? SheetError else { return false }
        return "\(error)".hasPrefix("\(name) \(value); expected ")
      }
    }
    #expect {
      try SheetGrid(
        photos: Array(repeating: landscape, count: 200), style: .init(columns: 200, tile: 300))
    } throws: {
      if case .tooLarge(let size, 32_767)? = $0 as? SheetError {
        size.width > 60_000
      } else {
        false
      }
    }
    #expect(throws: SheetError.noRoom(photos: 5000, frame: Size(width: 100, height: 100))) {
      try SheetGrid(
        photos: Array(repeating: landscape, count: 5000), filling: Size(width: 100, height: 100),
        style: style)
    }
  }
}
