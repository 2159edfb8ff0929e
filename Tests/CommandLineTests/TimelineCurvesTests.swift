import BromideCodecs
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// `bromide curves --timeline`: the parameters that a timeline animates, drawn and as numbers.
@Suite struct TimelineCurvesTests {
  private let tree = CommandTree.fresh

  init() throws {
    try tree.write(
      """
      fps: 2
      sources:
        - photo: a.dng
          frames: 3
          tracks:
            exposure: [{from: 0, to: 1}]
            crop: [{at: 0s, value: [0, 0, 1, 1], curve: hold}, {at: 100%, value: [0.5, 0.5, 0.5, 0.5]}]
      """, to: "a.yaml")
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
    let text = try tree.run("curves", "--timeline", "a.yaml", status: 0)
    #expect(text.text.contains("exposure, EV") && text.text.contains("crop: x, y, width, height"))
    try tree.run("curves", "--timeline", "a.yaml", "-o", "plot.png", "--scale", "1", status: 0)
    let size = try PNGReader.info(path: FilePath(tree.path("plot.png"))).size
    #expect(size == Size(width: 816, height: 474))
    try tree.run(
      "curves", "--timeline", "a.yaml", "-o", "plot.png", "--scale", "1", status: 0,
      errors: "plot.png")
  }

  /// Without a limit on points, 20 000 sources took 2.5 GB and 5000 photos 850 MB. The system limits
  /// the address space, which is larger than the memory.
  @Test(arguments: [
    (20_000, "color: '#f00000', start: %s, duration: 1s, opacity: [{from: 0, to: 1}]"),
    (5000, "photo: p.dng, frames: 3, tracks: {exposure: [{from: 0, to: 1}]}"),
  ])
  func longTimelinesNeedLittleMemory(count: Int, source: String) throws {
    let sources = (0..<count).map { "- {\(source.replacing("%", with: "\($0)"))}\n" }
    try tree.write("size: 8x8\nfps: 2\nsources:\n" + sources.joined(), to: "b.yaml")
    for options in ["", "-o b.png --scale 1"] {
      let script = "ulimit -v 600000; exec \"$0\" curves --timeline b.yaml \(options)"
      try tree.shell(script, status: 0)
    }
  }

  @Test(arguments: [
    (["none.yaml"], "none.yaml: cannot be read: No such file or directory"),
    (["a.yaml", "bounce"], "remove curves"), (["a.yaml", "--overlay"], "remove curves"),
    (["a.yaml", "--format", "json"], "prints text and csv"),
    (["bad.yaml"], "bad.yaml:1: sizze: unknown key; did you mean “size”?"),
    (["still.yaml"], "still.yaml: no source has tracks"),
  ])
  func wrongUsageIsExplained(_ arguments: [String], _ words: String) throws {
    try tree.write("sizze: 1x1\nsources: [{photo: a, frames: 1}]", to: "bad.yaml")
    try tree.write("sources: [{photo: a, frames: 1}]", to: "still.yaml")
    let run = try tree.run(["curves", "--timeline"] + arguments)
    #expect(run.status == 64 && run.text.isEmpty)
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}
