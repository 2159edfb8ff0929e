import Foundation
import TestSupport
import Testing

/// Boxes behind words, and their shadows, on grounds of known light.
@Suite struct TextLookTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  /// The green samples of a frame of 192×108 with words on a colour.
  private func frame(_ look: String, on color: String = "#ffffff", words: String = "Hill") throws
    -> [[Int]]
  {
    let text = """
      size: 192x108
      sources:
        - {color: '\(color)', frames: 1}
        - {text: {words: \(words), color: '#000000'\(look)}, start: 0s, frames: 1, size: 40px}
      """
    try tree.write(text, to: "t.yaml")
    let run = try scene.render("t.yaml", "--raw", "t.rgb", "-y")
    try #require(run.status == 0, "\(run.errors)")
    let bytes = try tree.read("t.rgb")
    return (0..<108).map { y in (0..<192).map { Int(bytes[3 * (192 * y + $0) + 1]) } }
  }

  /// Whether a code is half of white light, from an alpha of 127 or 128 of 255.
  private func isHalf(_ code: Int) -> Bool { (186...189).contains(code) }

  /// The box covers the words and its padding evenly.
  @Test func boxesLetHalfOfTheLightThrough() throws {
    let plain = try frame("")
    let boxed = try frame(", box: true")
    func rows(_ frame: [[Int]]) -> [Int] {
      frame.indices.filter { frame[$0].count(where: isHalf) > 40 }
    }
    let boxRows = rows(boxed)
    let columns = (0..<192).filter { x in boxRows.count { isHalf(boxed[$0][x]) } > 20 }
    let letters = (0..<192).filter { x in plain.contains { $0[x] < 128 } }
    #expect(columns.first! < letters.first! - 8 && columns.last! > letters.last! + 8)
    // The rectangle is filled except for the letters, which can be offset by less than a pixel from
    // the letters without a box.
    let inside = boxRows.flatMap { y in columns.map { (x: $0, y: y) } }
      .filter { plain[$0.y][$0.x] == 255 }
    let covered = inside.count { isHalf(boxed[$0.y][$0.x]) }
    #expect(Double(covered) > 0.95 * Double(inside.count), "\(covered) of \(inside.count)")
    #expect(boxed[2].allSatisfy { $0 == 255 } && boxed[54][2] == 255)
    let green = try frame(", box: {color: '#00ff00', opacity: 1, padding: 0}", on: "#000000")
    #expect(green.joined().contains(255))
    // 0.3 em more of 40 pixels on either side.
    let wide = rows(try frame(", box: {padding: 0.7}"))
    #expect(abs(wide.count - boxRows.count - 24) <= 2)
  }

  /// A shadow is below and to the right, soft, and as dark as its opacity.
  @Test func shadowsAreOffsetAndSoft() throws {
    let plain = try frame("")
    let hard = try frame(", shadow: {offset: [0.25, 0.25], blur: 0, opacity: 0.5}")
    func centroid(_ dark: [(Int, Int)]) -> (Double, Double) {
      let n = Double(dark.count)
      return (dark.reduce(0) { $0 + Double($1.0) } / n, dark.reduce(0) { $0 + Double($1.1) } / n)
    }
    func places(_ frame: [[Int]], _ isDark: (Int) -> Bool) -> [(Int, Int)] {
      frame.indices.flatMap { y in
        frame[y].indices.filter { isDark(frame[y][$0]) }.map { ($0, y) }
      }
    }
    let letters = centroid(places(hard) { $0 < 40 })
    let shadow = centroid(places(hard, isHalf))
    #expect(abs(shadow.0 - letters.0 - 10) < 5 && abs(shadow.1 - letters.1 - 10) < 5)
    #expect(places(plain, isHalf).count * 4 < places(hard, isHalf).count)
    // A soft edge is light over more pixels, and takes as much light in all.
    let soft = try frame(", shadow: {offset: [0.25, 0.25], blur: 0.6, opacity: 0.5}")
    func faint(_ frame: [[Int]]) -> Int { frame.joined().count { (190...250).contains($0) } }
    #expect(faint(soft) > 2 * faint(hard))
    func light(_ frame: [[Int]]) -> Double {
      frame.joined().reduce(0) { $0 + (1 - pow(Double($1) / 255, 2.2)) }
    }
    #expect(abs(light(soft) / light(hard) - 1) < 0.2)
    #expect(try frame(", shadow: false") == plain)
    #expect(try frame(", shadow: {opacity: 0}, box: false").joined().min() == 0)
  }

  @Test(arguments: [
    (", shadow: {offset: [1]}", "expected two numbers from -1 to 1"),
    (", shadow: 3", "shadow"), (", box: {padding: 9}", "expected numbers from 0.0 to 2.0"),
    (", box: {width: 1}", "width"),
  ])
  func invalidStylesFailWithAReason(look: String, words: String) throws {
    try tree.write("sources: [{text: {words: a\(look)}, frames: 1}]", to: "t.yaml")
    try scene.render("t.yaml", "-n", "--size", "64x48", status: 64, errors: words)
  }
}
