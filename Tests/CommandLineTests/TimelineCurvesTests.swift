import BromideCodecs
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// `bromide curves --timeline`: the parameters that a timeline animates, drawn and as numbers.
@Suite struct TimelineCurvesTests {
  private let tree: CommandTree

  init() throws {
    tree = try CommandTree()
    try tree.write(
      Array(
        """
        fps: 2
        sources:
          - photo: a.dng
            frames: 3
            tracks:
              exposure: [{from: 0, to: 1}]
              crop: [{at: 0s, value: [0, 0, 1, 1], curve: hold}, {at: 100%, value: [0.5, 0.5, 0.5, 0.5]}]
        """.utf8), to: "a.yaml")
  }

  @Test func numbersOfEveryFrame() throws {
    let run = try tree.run("curves", "--timeline", "a.yaml", "--csv")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(
      run.text == """
        frame,time,source,source-frame,photo,exposure,crop.x,crop.y,crop.width,crop.height,clamped
        0,0,0,0,a.dng,0,0,0,1,1,
        1,0.75,0,1,a.dng,0.5,0,0,1,1,
        2,1.5,0,2,a.dng,1,0.5,0.5,0.5,0.5,

        """)
  }

  @Test func plotsOnTheTerminalAndInAPicture() throws {
    let text = try tree.run("curves", "--timeline", "a.yaml")
    #expect(text.status == 0)
    #expect(text.text.contains("exposure, EV") && text.text.contains("crop: x, y, width, height"))
    let run = try tree.run("curves", "--timeline", "a.yaml", "-o", "plot.png", "--scale", "1")
    #expect(run.status == 0, "\(run.errors)")
    let size = try PNGReader.info(path: FilePath(tree.path("plot.png"))).size
    #expect(size == Size(width: 816, height: 474))
    let again = try tree.run("curves", "--timeline", "a.yaml", "-o", "plot.png", "--scale", "1")
    #expect(again.errors.contains("plot.png") && again.status == 0)
  }

  @Test(arguments: [
    (["none.yaml"], "none.yaml: cannot be read: No such file or directory"),
    (["a.yaml", "bounce"], "remove curves"), (["a.yaml", "--overlay"], "remove curves"),
    (["a.yaml", "--format", "json"], "prints text and csv"),
    (["bad.yaml"], "bad.yaml:1: sizze: unknown key; did you mean “size”?"),
    (["still.yaml"], "still.yaml: no source has tracks"),
  ])
  func wrongUsageIsExplained(_ arguments: [String], _ words: String) throws {
    try tree.write(Array("sizze: 1x1\nsources: [{photo: a, frames: 1}]".utf8), to: "bad.yaml")
    try tree.write(Array("sources: [{photo: a, frames: 1}]".utf8), to: "still.yaml")
    let run = try CommandRun(["curves", "--timeline"] + arguments, folder: tree.root)
    #expect(run.status == 64 && run.text.isEmpty)
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}
