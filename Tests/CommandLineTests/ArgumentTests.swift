import Foundation
import Testing

/// Wrong usage causes an explanation and has no other effect.
@Suite struct ArgumentTests {
  private let tree = CommandTree.fresh(["a.dng": "chart_rggb_12bit.dng"])

  @Test(arguments: [
    (["--space", "srgbb"], "did you mean “srgb”"), (["--space", "cmyk"], "display-p3"),
    (["--depth", "12"], "PNG takes --depth 8 or 16"), (["--tone", "film"], "standard, linear"),
    (["--demosaic", "libraw:amaze"], "libraw:ahd"),
    (["--compression", "9"], "fast, balanced, small"),
    (["--exposure", "11"], "-10 to 10 EV"), (["--exposure", "bright"], "-10 to 10 EV"),
    (["--temperature", "100"], "1500 to 40000 K"), (["--tint", "nan"], "-150 to 150"),
    (["--white-balance", "camrea"], "did you mean “camera”"),
    (["--white-balance", "at:0.5"], "X,Y,WINDOW"), (["--white-balance", "1,2,3,4"], "R,G,B"),
    (["--white-balance", "1,0,1"], "above 0"), (["--white-balance", "100"], "1500 to 40000 K"),
    (["--white-balance", "5200", "--tint", "3"], "remove one"), (["--size", "0"], "WIDTHxHEIGHT"),
    (["--size", "10x"], "WIDTHxHEIGHT"), (["--fit", "cover"], "--size"), (["--enlarge"], "--size"),
    (["--memory", "much"], "50%"), (["--jobs", "0"], "1 to 1024"),
    (["--if-exists", "ask"], "update"),
    (["-y", "--if-exists", "skip"], "remove one"), (["-q", "-v"], "exclude"),
    (["--metadata", "some"], "no-place"), (["--name", "{x}"], "{stem}"),
    (["-o", "x.heic"], "writes PNG, JPEG, TIFF, JPEG XL, AVIF and WebP"),
    (["--isa", "avx"], "baseline"), (["--unpack", "rawspeed"], "auto, libraw"),
    (["--orientation", "up"], "apply, keep"), (["--crop-area", "full"], "default, active"),
    (["--highlight-mode", "rebuild"], "clip, blend, recover"),
    (["--damaged", "skip"], "fail, keep"),
    (["--levels", "none.dng"], "none.dng"), (["--exposre", "1"], "--exposure"),
    (["--report", "no/where.jsonl"], "no/where.jsonl"), (["--report", "a.dng"], "is not a report"),
    (["--report", "a.png"], "would replace a.png"),
    (["--report", "out", "-o", "out"], "would replace out/a.png"),
    (["--report", "-", "-o", "-"], "both want standard output"),
    (["--space", "sgrb"], "did you mean “srgb”"), (["--look", "film"], "standard, flat, classic"),
    (["--look", "clasic"], "did you mean “classic”"),
    (["--look", "flat", "--tone", "linear"], "remove one"),
    (["--tone", "lin"], "did you mean “linear”"), (["--jobs", "-1"], "1 to 1024"),
    (["--size", "-5"], "WIDTHxHEIGHT"), (["--memory", "-1"], "50%"),
    (["--white-balance", "-1,1,1"], "above 0"), (["--levels", "none.dng", "-n"], "none.dng"),
    (["--name", "../x"], "See 'bromide convert --help'"),
    (["--contrast", "9"], "0.1 to 4"), (["--saturation", "-1"], "0 to 4"),
    (["--crop", "0.5,0,0.6,1"], "X,Y,WIDTH,HEIGHT"), (["--crop", "0,0,1"], "X,Y,WIDTH,HEIGHT"),
    (["--tone-curve", "0,0 1"], "X rising"), (["--fade-color", "blue"], "#RRGGBB"),
    (["--contrst", "1"], "--contrast"), (["--hue", "-181"], "-180 to 180 degrees"),
    (["--highlights", "clip"], "-2 to 2 EV"),
  ])
  func wrongValuesAreExplained(_ arguments: [String], _ words: String) throws {
    let run = try tree.run(["convert", "a.dng"] + arguments, status: 64, errors: words)
    #expect(run.text.isEmpty)
    #expect(tree.entries() == ["a.dng"])
  }

  @Test(arguments: [
    ["--exposure", "-0.7"], ["--exposure=-0.7"], ["--tint", "-5"], ["--white-balance", "5200,-4"],
    ["--white-balance", "2.1,1,1.5"], ["--temperature", "3200", "--tint", "-4"],
    ["--levels", "lock"],
    ["--levels", "a.dng"], ["--size", "32x32", "--fit", "cover"], ["--size", "40"],
    ["--unpack", "libraw"],
    ["--space", "linear", "--depth", "16"], ["--isa", "baseline"], ["--demosaic", "half"],
    ["--demosaic", "libraw:ahd"], ["--highlight-mode", "reconstruct"], ["--memory", "50%"],
    ["--look", "flat"], ["--look", "classic"], ["--look", "standard", "--tone", "linear"],
    ["--hue", "-30", "--vibrance", "-0.5"], ["--crop", "0.25,0.25,0.5,0.5", "--rotation", "-12"],
    ["--tone-curve", "0,0 0.4,0.5 1,1", "--opacity", "0.5"],
    ["--fade=0.2", "--fade-color", "#ff8000"],
    ["--denoise", "0.5", "--blur", "0.01", "--sharpen", "1", "--grain", "0.3"],
  ])
  func validValuesConvert(_ arguments: [String]) throws {
    try tree.run(["convert", "a.dng"] + arguments, status: 0)
    #expect(tree.entries() == ["a.dng", "a.png"])
  }

  @Test(arguments: ["linear", "prophoto"])
  func tooFewBitsWarnOnce(_ space: String) throws {
    try tree.copy("chart_rggb_12bit.dng", to: "b.dng")
    let run = try tree.run("convert", "a.dng", "b.dng", "--space", space)
    #expect(run.errors.components(separatedBy: "warning: 8 bits").count == 2, "\(run.errors)")
    let deep = try tree.run("convert", "a.dng", "-y", "--space", space, "--depth", "16")
    #expect(!deep.errors.contains("warning"))
  }

  /// A filter changes the picture, and help lists the other filters.
  @Test(arguments: [["--exposure", "1"], ["--exposure=1"]])
  func filtersApplyAndHelpListsThemAll(_ arguments: [String]) throws {
    _ = try tree.run("convert", "a.dng", "-o", "plain.png")
    try tree.run(["convert", "-o", "b.png"] + arguments + ["a.dng"], status: 0)
    #expect(try tree.read("b.png") != tree.read("plain.png"))
    let help = try tree.run(["convert"] + arguments + ["--help"])
    #expect(help.status == 0 && help.text.contains("--exposure") && help.text.contains("--hue"))
    let version = try tree.run("convert", "--version")
    #expect(version.status == 0 && version.text.hasPrefix("bromide "))
  }

  @Test func commandsAreSuggested() throws {
    let near = try tree.run("conver", "a.dng", status: 64)
    #expect(
      near.errors.hasPrefix(
        "Error: no command is called “conver”; did you mean “convert”?\n"), "\(near.errors)")
    let far = try tree.run("a.dng", status: 64)
    #expect(far.errors.hasPrefix("Error: no command is called “a.dng”\n"), "\(far.errors)")
    #expect(try tree.run("help", "sheet").status == 0)
  }

  /// ArgumentParser would find the `h` of `-h` in these names, print the help and exit with 0.
  @Test(arguments: ["-hash.dng", "-dash.dng", "-ah"])
  func namesWithADashAreNotHelp(_ name: String) throws {
    let run = try tree.run("convert", "a.dng", name, "-o", "out", status: 64, errors: name)
    #expect(run.text.isEmpty && run.errors.contains("write ./\(name)"), "\(run.errors)")
    #expect(tree.entries() == ["a.dng"])
    for rest in [["-qh"], ["-h"]] {
      #expect(try tree.run(["convert", "a.dng"] + rest, status: 0).text.contains("USAGE"))
    }
    try tree.run("convert", "a.dng", "-o", "out", "--", name, status: 1, errors: name)
  }

  @Test func numbersCauseNoSuggestion() throws {
    let run = try tree.run("convert", "a.dng", "--depth", "12")
    #expect(!run.errors.contains("did you mean"), "\(run.errors)")
  }

  @Test func noInputsAreWrongUsage() throws {
    try tree.run("convert", status: 64, errors: "no photos to convert")
  }

  @Test func quietRunsAreSilentOnSuccess() throws {
    let run = try tree.run("convert", "a.dng", "-q", status: 0)
    #expect(run.errors.isEmpty && run.text.isEmpty)
    try tree.run("convert", "none.dng", "-q", errors: "none.dng: failed")
  }

  @Test func helpAndVersionGoToStandardOutput() throws {
    let help = try tree.run("convert", "--help")
    #expect(help.status == 0 && help.errors.isEmpty)
    for section in ["INPUT", "OUTPUT", "PICTURE", "COLOUR", "FILTERS", "WORK"] {
      #expect(help.text.contains(section + ":"))
    }
    let version = try tree.run("--version")
    #expect(version.status == 0 && version.errors.isEmpty)
    for name in [
      "bromide ", "LibRaw ", "libjxl ", "libpng ", "libjpeg", "libtiff 4.", "Little CMS ", "ISA-L ",
      "zlib ", "libyaml ", "libexpat ", "instruction set ",
    ] {
      #expect(version.text.contains(name))
    }
    let completion = try tree.run("--generate-completion-script", "bash")
    #expect(completion.status == 0 && completion.text.contains("--white-balance"))
  }
}
