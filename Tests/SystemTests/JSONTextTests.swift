import Testing

@testable import BromideSystem

@Suite struct JSONTextTests {
  @Test func valuesComeBack() {
    let text = Array(JSONText.encode(["a": [1.5, -2]]).utf8)
    #expect(JSONText.decode([String: [Double]].self, from: text) == ["a": [1.5, -2]])
    #expect(JSONText.decode([String: [Double]].self, from: Array(text.dropLast())) == nil)
    #expect(JSONText.decode([String: Int].self, from: text) == nil)
  }
}
