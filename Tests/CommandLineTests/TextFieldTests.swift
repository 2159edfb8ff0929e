import BromideValues
import Foundation
import TestSupport
import Testing

/// Text fields that are missing in photos.
@Suite struct TextFieldTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  init() throws {
    for index in 0..<3 {
      var photo = SyntheticPhoto(.flat(SIMD3(repeating: 0.2)), size: Size(width: 48, height: 32))
      photo.options.metadata.exposureTime = index == 2 ? nil : DNGRational(1, 60)
      photo.options.metadata.lensModel = nil
      try tree.write(photo.file(), to: "n/p\(index).dng")
    }
  }

  private func render(_ words: String) throws -> CommandRun {
    let text = """
      size: 96x64
      sources:
        - {sequence: n/, order: name}
        - {text: '\(words)', start: 0s, frames: 3}
      """
    try tree.write(text, to: "t.yaml")
    return try scene.render("t.yaml", "-o", "f", "-y")
  }

  @Test func partlyEmptyFieldsCauseWarning() throws {
    let run = try render("{name} {exposure} {exposure}").expect(
      0,
      "warning: n/p2.dng does not contain {exposure}, so this field stays empty in the text “{name} {exposure} {exposure}”"
    )
    #expect(run.errors.components(separatedBy: "{exposure}, so this").count == 2)
  }

  @Test func emptyFieldsFail() throws {
    try render("{name} {lens}").expect(
      64, "the text “{name} {lens}”: none of its 3 photos records {lens}; remove the field")
    #expect(!tree.exists("f"))
  }
}
