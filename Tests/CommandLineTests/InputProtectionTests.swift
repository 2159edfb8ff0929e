import TestSupport
import Testing

/// No command replaces the photos that it reads, or another raw, under any policy.
@Suite struct InputProtectionTests {
  private let tree: CommandTree

  init() throws {
    tree = try CommandTree()
    for name in ["a.dng", "b.dng", "raw.tif"] {
      try tree.copy("chart_rggb_12bit.dng", to: name)
    }
    #expect(try tree.run("convert", "a.dng", "-o", "in.png").status == 0)
  }

  @Test(
    arguments: [
      (["thumbnail", "a.dng", "a.dng", "64"], "a.dng"),
      (["thumbnail", "a.dng", "b.dng", "64"], "b.dng"),
      (["thumbnail", "in.png", "in.png", "64"], "in.png"),
      (["sheet", "in.png", "-o", "in.png", "-y"], "in.png"),
      (["sheet", "raw.tif", "-o", "raw.tif", "-y"], "raw.tif"),
      (["sheet", "in.png", "-o", "raw.tif", "-y"], "raw.tif"),
      (["render", "in.png", "--frame", "0", "-o", "in.png", "-y"], "in.png"),
      (["render", "raw.tif", "--frame", "0", "-o", "raw.tif", "-y"], "raw.tif"),
      (["sample", "in.png", "--at", ".5,.5", "--swatch", "in.png", "-y"], "in.png"),
      (["sample", "line", "0,0 1,1", "in.png", "--plot", "in.png", "-y"], "in.png"),
      (["sample", "in.png", "--waveform", "in.png", "-y"], "in.png"),
    ])
  func inputsAndRawsStay(_ arguments: [String], _ file: String) throws {
    let before = try tree.read(file)
    let run = try tree.run(arguments)
    #expect(run.status != 0)
    #expect(
      run.errors.contains("would overwrite the input")
        || run.errors.contains("Bromide never replaces raws"), "\(run.errors)")
    #expect(try tree.read(file) == before)
  }
}
