import Foundation
import TestSupport
import Testing

/// Fonts of words by their names and from files.
@Suite struct FontTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  private func render(_ font: String) throws -> CommandRun {
    let text = """
      size: 192x64
      sources:
        - {color: '#202020', frames: 1}
        - {text: {words: 'Wild iii', font: '\(font)'}, start: 0s, frames: 1, size: 0.5}
      """
    try tree.write(text, to: "t.yaml")
    return try scene.render("t.yaml", "-o", "t.png", "-y")
  }

  private func pixels(_ font: String) throws -> [UInt8] {
    try render(font).expect(0)
    return try scene.pixels("t.png")
  }

  /// A file with a font of one width, as fontconfig finds it.
  private static let mono: String? = {
    guard let program = ForeignProgram("fc-match"),
      let path = try? program.run(["-f", "%{file}", "DejaVu Sans Mono:bold=false"]),
      path.hasSuffix("DejaVuSansMono.ttf")
    else { return nil }
    return path
  }()

  @Test(.enabled(if: mono != nil, "DejaVu Sans Mono or fc-match is not installed"))
  func fontsByNameAndFile() throws {
    let mono = try pixels("mono")
    #expect(try pixels("sans") != mono)
    #expect(try pixels("dejavu sans mono") == mono)
    try tree.write(try Files.read(Self.mono!), to: "letters.ttf")
    #expect(try pixels("letters.ttf") == mono)
    #expect(try pixels("./letters.ttf") == mono)
  }

  @Test func unknownFontsFailWithAReason() throws {
    var run = try render("No Such Letters")
    #expect(run.status == 64, "\(run.errors)")
    #expect(
      run.errors.contains("no font “No Such Letters” is installed; use fc-list : family to list"))
    run = try render("missing.ttf")
    #expect(run.status == 64 && run.errors.contains("missing.ttf is missing or not a font"))
    try tree.write([1, 2, 3], to: "bad.ttf")
    run = try render("bad.ttf")
    #expect(run.status == 64 && run.errors.contains("bad.ttf is missing or not a font"))
    #expect(!tree.exists("t.png"))
  }
}
