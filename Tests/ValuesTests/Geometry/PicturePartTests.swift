import BromideValues
import TestSupport
import Testing

@Suite struct PicturePartTests {
  /// Every pixel of every region is kept, in the order of rows; the naive form is a set of rows.
  @Test func rowsMatchTheRegions() throws {
    var random = SeededGenerator(seed: 20)
    let whole = Size(width: 90, height: 70)
    for _ in 0..<300 {
      let regions = (0...random.next() % 9).map { _ -> Region in
        let (x, y) = (Int(random.next() % 90), Int(random.next() % 70))
        return Region(
          x: x, y: y, width: 1 + Int(random.next() % UInt64(90 - x)),
          height: 1 + Int(random.next() % UInt64(min(8, 70 - y))))
      }
      let part = try #require(PicturePart(holding: regions, in: whole))
      let rows = Set(regions.flatMap { $0.y..<$0.endY }).sorted()
      #expect(part.bands.flatMap(\.self) == rows)
      #expect(zip(part.bands, part.bands.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      #expect(rows.map(part.row) == Array(rows.indices))
      #expect(part.endY == rows.last! + 1)
      #expect(part.columns.lowerBound == regions.map(\.x).min())
      #expect(part.columns.upperBound == regions.map(\.endX).max())
      #expect(part.size == Size(width: part.columns.count, height: rows.count))
    }
  }

  @Test func regionsOutsideThePictureAreRejected() {
    let whole = Size(width: 5, height: 5)
    #expect(PicturePart(holding: [], in: whole) == nil)
    for region in [
      Region(x: 0, y: 0, width: 0, height: 1), Region(x: 4, y: 0, width: 2, height: 1),
      Region(x: 0, y: -1, width: 1, height: 1), Region(x: 0, y: 5, width: 1, height: 1),
    ] {
      #expect(PicturePart(holding: [Region(whole), region], in: whole) == nil)
    }
  }
}
