import Foundation
import Testing

/// The formats of `bromide sample`, and wrong usage.
@Suite struct SampleFormatTests {
  private let tree = CommandTree.fresh
  private static let photo = "landscape_rggb_14bit_lossless_jpeg.dng"

  @Test func columnsAreTheDocumentedOnes() throws {
    try tree.copy(Self.photo, to: "a.dng")
    try tree.write("x,y,name\n0.5,0.5,\"grey, card\"\n", to: "p.csv")
    let run = try tree.run(
      "sample", "a.dng", "--points", "p.csv", "--space", "lab", "--space", "hex", "--space",
      "camera", "--stats", "sd,min,max,count,clipped", "--window", "3", "--format", "csv", status: 0
    )
    let header = run.text.split(separator: "\n").first ?? ""
    #expect(
      header
        == "input,frame,x,y,lab.L,lab.a,lab.b,hex,camera.r,camera.g,camera.b,lab.L.sd,lab.a.sd,lab.b.sd,camera.r.sd,camera.g.sd,camera.b.sd,lab.L.min,lab.a.min,lab.b.min,camera.r.min,camera.g.min,camera.b.min,lab.L.max,lab.a.max,lab.b.max,camera.r.max,camera.g.max,camera.b.max,count,clipped,name,reading"
    )
    #expect(run.text.contains("\"grey, card\""))
    #expect(run.fields[1][7].hasPrefix("#"))
  }

  @Test func jsonNestsTheSameNames() throws {
    try tree.write(SampleScene.nv12([50, 100]), to: "clip_64x32.nv12")
    let run = try tree.run(
      "sample", "clip_64x32.nv12", "--at", "0.5,0.5", "--frames", "0..1", "--space", "oklch",
      "--space", "ycbcr", "--space", "hex", "--stats", "sd,count", "--format", "json", "--compare",
      status: 0)
    let objects = try run.lines.map(object)
    #expect(objects.map { $0["frame"] as? Int } == [0, 1])
    #expect((objects[1]["ycbcr"] as? [String: Any])?["Y"] as? Double == 100)
    #expect(((objects[0]["oklch"] as? [String: Any])?["sd"] as? [String: Any])?["h"] != nil)
    #expect(objects[0]["hex"] as? String != nil)
    #expect(objects[0]["count"] as? Int == 1)
    let reading = try #require(objects[0]["reading"] as? [String: [String: String]])
    #expect(reading["matrix"] == ["value": "601", "from": "rule"])
    #expect(reading["range"] == ["value": "limited", "from": "rule"])
    #expect((objects[0]["compare"] as? [Any])?.count == 6)
  }

  @Test func factsNameTheirSources() throws {
    try tree.write(
      Array("YUV4MPEG2 W64 H32 F25:1 C420jpeg XCOLORRANGE=FULL\nFRAME\n".utf8)
        + SampleScene.nv12([90]),
      to: "a.y4m")
    let run = try tree.run("sample", "a.y4m", "--at", "0,1", "--matrix", "2020", status: 0)
    for words in [
      "matrix 2020 (flag)", "range full (tag)", "siting center (tag)", "primaries 2020 (rule)",
      "transfer srgb (rule)", "depth 8 (tag)",
    ] {
      #expect(run.text.contains(words), "\(words): \(run.text)")
    }
    // No terminal, no colour codes.
    #expect(!run.text.contains("\u{1B}"))
  }

  @Test(arguments: [
    (["--at", "1.5,0.5"], "--clamp"), (["--at", "0.5"], "0.5,0.25"), ([], "no points; add"),
    (["--at", "nan,0"], "0.5,0.25"), (["--grid", "6"], "COLUMNSxROWS"),
    (["--corners", "0,0 1,0 1,1 0,1"], "--grid"),
    (["--grid", "6x4", "--corners", "0,0 1,0 1,1"], "four points"),
    (["--grid", "6x4", "--corners", "0,0 1,1 1,0 0,1"], "in order around it"),
    (["--at", "0,0", "--window", "0"], "side in pixels"),
    (["--at", "0,0", "--swatch", "s.png", "-y", "--if-exists", "skip"], "remove one"),
    (["--at", "0,0", "--window", "40%"], "25%"),
    (["--at", "0,0", "--space", "labb"], "did you mean “lab”"),
    (["--at", "0,0", "--stats", "sd,mean"], "clipped"),
    (["--at", "0,0", "--frames", "5-3"], "10-50:4"), (["--at", "0,0", "--frame", "-1"], "last"),
    (["--at", "0,0", "--average", "0"], "0.5s"),
    (["--at", "0,0", "--layout", "nv13"], "did you mean “nv12”"),
    (["--at", "0,0", "--matrix", "708"], "709"), (["--at", "0,0", "--transfer", "log"], "1886"),
    (["--at", "0,0", "--input-size", "12"], "1920x1080"),
    (["--at", "0,0", "--frames", "1", "--frame", "2"], "not both"),
    (["--at", "0,0", "--compare", "--format", "csv"], "text or json"),
    (["--at", "0,0", "--from", "half", "--demosaic", "rcd"], "remove --demosaic"),
    (["--points", "none.csv"], "none.csv"), (["--points", "bad.csv"], "bad.csv, line 3"),
    (["--at", "0,0", "--swatch", "-"], "name a .png, .jpg, .tif, .jxl, .avif or .webp file"),
    (["--at", "0,0", "--swatch", "x.heic"], "writes PNG"),
    (["--at", "0,0", "--exposure", "11"], "-10 to 10 EV"),
    (["--at", "0,0", "--white-balance", "5200", "--tint", "3"], "remove one"),
    (
      ["--at", "0,0", "--denoise", "0.5"], "--denoise: samples are single pixels"
    ),
    (["--at", "0,0", "--crop", "0,0,.5,.5"], "convert the photo and sample"),
    (["--at", "0,0", "--opacity", "0.5"], "--opacity"),
  ])
  func wrongValuesAreExplained(_ arguments: [String], _ words: String) throws {
    try tree.write("x,y\n0.5,0.5\n0.5;0.5\n", to: "bad.csv")
    let run = try tree.run(["sample", "a.dng"] + arguments, status: 64, errors: words)
    #expect(run.text.isEmpty)
  }
}
