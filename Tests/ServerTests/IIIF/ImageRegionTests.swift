import BromideServer
import BromideValues
import Testing

/// Section 4.1 of the IIIF Image API 3.0.
@Suite struct ImageRegionTests {
  static let picture = Size(width: 300, height: 200)

  @Test(arguments: [
    ("full", Region(x: 0, y: 0, width: 300, height: 200)),
    ("square", Region(x: 50, y: 0, width: 200, height: 200)),
    // The specification's own examples.
    ("125,15,120,140", Region(x: 125, y: 15, width: 120, height: 140)),
    ("pct:41.6,7.5,40,70", Region(x: 125, y: 15, width: 120, height: 140)),
    ("125,15,200,200", Region(x: 125, y: 15, width: 175, height: 185)),
    ("pct:41.6,7.5,66.6,100", Region(x: 125, y: 15, width: 175, height: 185)),
    ("299,199,1,1", Region(x: 299, y: 199, width: 1, height: 1)),
    ("pct:0,0,0.01,0.01", Region(x: 0, y: 0, width: 1, height: 1)),
  ])
  func thatMeansPixels(_ text: String, _ expected: Region) throws {
    #expect(try #require(ImageRegion(text)).region(in: Self.picture) == expected)
  }

  @Test(arguments: [
    "300,0,10,10", "0,200,10,10", "10,10,0,10", "10,10,10,0", "pct:100,0,10,10", "pct:1,1,0,1",
  ])
  func withoutPixels(_ text: String) throws {
    #expect(try #require(ImageRegion(text)).region(in: Self.picture) == nil)
  }

  @Test(arguments: [
    "", "Full", "full ", "1,2,3", "1,2,3,4,5", "-1,2,3,4", "1.5,2,3,4", "a,b,c,d", "1,2,3,", "pct:",
    "pct:1,2,3",
    "pct:-1,0,1,1", "pct:1e3,0,1,1", "pct:nan,0,1,1", "pct:1.2.3,0,1,1", "9999999999,0,1,1",
    "+1,0,1,1", "pct:.,0,1,1",
  ])
  func rejectsInvalidRegions(_ text: String) {
    #expect(ImageRegion(text) == nil)
  }
}
