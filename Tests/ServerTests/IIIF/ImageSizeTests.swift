import BromideServer
import BromideValues
import Testing

/// Section 4.2 of the IIIF Image API 3.0.
@Suite struct ImageSizeTests {
  static let region = Size(width: 300, height: 200)
  static let most = 1_000_000

  @Test(arguments: [
    // The specification's own examples, on its picture of 300×200.
    ("max", 300, 200), ("150,", 150, 100), ("^360,", 360, 240), (",150", 225, 150),
    ("^,240", 360, 240),
    ("pct:50", 150, 100), ("^pct:120", 360, 240), ("225,100", 225, 100), ("^360,360", 360, 360),
    ("!225,100", 150, 100), ("^!360,360", 360, 240), ("!400,400", 300, 200),
    ("1,", 1, 1), ("pct:0.1", 1, 1), ("!1,1", 1, 1),
  ])
  func thatFits(_ text: String, _ width: Int, _ height: Int) throws {
    let size = try #require(ImageSize(text)).size(of: Self.region, mostPixels: Self.most)
    #expect(size == Size(width: width, height: height))
  }

  @Test(arguments: [
    "301,", ",201", "pct:101", "301,200", "300,201", "0,", ",0", "pct:0", "0,0", "!0,5",
    "^2000,2000", "^pct:9999999",
  ])
  func rejectsImpossibleSizes(_ text: String) throws {
    let size = try #require(ImageSize(text))
    #expect(throws: Rejection.self) { try size.size(of: Self.region, mostPixels: Self.most) }
  }

  /// Image API 2 writes `full` where version 3 writes `max`.
  @Test func fullIsTheMaximum() throws {
    #expect(ImageSize("full") == ImageSize("max"))
  }

  @Test func theLargestIsWithinTheLimit() throws {
    for (text, most) in [
      ("max", 1000), ("^max", 1_000_000), ("!300,300", 777), ("^!9000,9000", 54_321),
    ] {
      let size = try #require(ImageSize(text)).size(of: Self.region, mostPixels: most)
      #expect(size.area <= most)
      // As large as whole pixels allow, and in proportion.
      #expect(Double(size.area) > 0.9 * Double(most))
      #expect(abs(Double(size.width) / Double(size.height) - 1.5) < 0.1)
    }
  }

  @Test(arguments: [
    "", "^full", "!full", "^", "!max", "w,h", "-1,", "1.5,", ",", "!5,", "!,5", "pct:-1", "pct:",
    "pct:1e2", "1,2,3", "^^max", "!^5,5",
  ])
  func rejectsInvalidSizes(_ text: String) {
    #expect(ImageSize(text) == nil)
  }
}
