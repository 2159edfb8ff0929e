import TestSupport
import Testing

@testable import Platform

@Suite struct ReplacingTests {
  @Test func aFileIsThereWholeOrAsItWas() throws {
    let folder = try TemporaryFolder()
    let path = folder("a.json")
    try FileSystem.replace(path, with: Array("one".utf8))
    try FileSystem.replace(path, with: Array("two".utf8))
    #expect(try Files.read(path) == Array("two".utf8))
    // A folder of that name cannot be replaced by a file.
    try Files.makeFolder(folder("b.json/c"))
    #expect(throws: SystemError.self) { try FileSystem.replace(folder("b.json"), with: [1]) }
    #expect(throws: SystemError.self) { try FileSystem.replace(folder("none/d.json"), with: [1]) }
    #expect(folder.names == ["a.json", "b.json"])
  }

  @Test func valuesComeBackFromJSON() {
    let text = Array(JSONText.encode(["a": [1.5, -2]]).utf8)
    #expect(JSONText.decode([String: [Double]].self, from: text) == ["a": [1.5, -2]])
    #expect(JSONText.decode([String: [Double]].self, from: Array(text.dropLast())) == nil)
    #expect(JSONText.decode([String: Int].self, from: text) == nil)
  }
}
