import BromideValues
import Testing

@Suite struct MedianTests {
  @Test func theMedianIsInTheMiddle() {
    #expect([4.0].median == 4)
    #expect([4.0, 1, 3].median == 3)
    #expect([4.0, 1, 3, 2].median == 2.5)
  }
}
