import BromideServer
import Testing

@Suite struct PercentTextTests {
  @Test func decodesOnce() {
    #expect(PercentText.text(of: "a%2Fb%252F") == "a/b%2F")
    #expect(PercentText.text(of: "a+b") == "a+b")
    #expect(PercentText.bytes(of: "%ff%00") == [255, 0])
  }

  @Test(arguments: ["%", "%2", "%2x", "%%20", "a%g0"])
  func rejectsInvalidEncoding(_ text: String) { #expect(PercentText.bytes(of: text) == nil) }

  @Test func everyByteComesBack() {
    let bytes = (UInt8.min...UInt8.max).map { $0 }
    let text = PercentText.encoded(bytes)
    #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
    #expect(PercentText.bytes(of: text) == bytes)
  }

  @Test func queries() throws {
    let items = try QueryItems("exposure=0.7&tone-curve=0,0%201,1&").items
    #expect(items.map(\.name) == ["exposure", "tone-curve"])
    #expect(items.map(\.value) == ["0.7", "0,0 1,1"])
    for wrong in ["exposure", "a=1&a=2", "a=%zz", "%ff=1"] {
      #expect(throws: Rejection.self) { try QueryItems(wrong) }
    }
  }
}
