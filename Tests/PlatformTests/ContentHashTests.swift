import SystemPackage
import TestSupport
import Testing

@testable import Platform

@Suite struct ContentHashTests {
  /// FNV-1a's published values.
  @Test(arguments: [
    ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
  ])
  func hashes(_ text: String, _ hash: String) {
    var content = ContentHash()
    content.add(Array(text.utf8))
    #expect(content.text == hash)
  }

  /// Beginning, end and every fifteenth between count, each at its own place.
  @Test func changesInSampledPlacesAreSeen() throws {
    let folder = try TemporaryFolder()
    let size = 4 << 20
    var bytes = [UInt8](repeating: 0, count: size)
    func hash() throws -> String {
      try ContentHash.file(FilePath(folder.write(bytes, as: "a")))
    }
    let plain = try hash()
    #expect(plain.hasPrefix("\(size)-"))
    let last = size - (64 << 10)
    let edges = [0, (64 << 10) - 1, last, size - 1]
    let samples = (1..<16).flatMap { (index: Int) -> [Int] in
      let start = last / 16 * index
      return [start, start + (4 << 10) - 1]
    }
    for place in edges + samples {
      bytes[place] = 1
      #expect(try hash() != plain, "\(place)")
      bytes[place] = 0
    }
    // Between samples nothing is read.
    bytes[last / 16 + (4 << 10)] = 1
    #expect(try hash() == plain)
  }
}
