import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// `bromide convert --space FILE.icc`, judged by tificc of Little CMS.
@Suite struct PrintingCommandTests {
  private let tree = CommandTree.fresh(["a.dng": "chart_rggb_12bit.dng"])
  static let tificc = ForeignProgram("tificc")
  static let djxl = ForeignProgram("djxl")
  private static let power = HandmadeProfile.power(2.2)

  init() throws {
    try tree.write(HandmadeProfile.lab.bytes, to: "lab.icc")
    let matrix = HandmadeProfile.matrix(curves: [1.8, 2.2, 2.4].map(HandmadeProfile.power))
    try tree.write(matrix.bytes, to: "matrix.icc")
    let curve = HandmadeProfile.table([1311, 15000, 65535])
    try tree.write(
      HandmadeProfile.matrix(curves: [curve, curve, curve], white: [0.87, 0.9, 0.72]).bytes,
      to: "paper.icc")
    var grey = HandmadeProfile()
    grey.colors = "GRAY"
    grey.tags = [
      ("desc", HandmadeProfile.description("Grey")),
      ("wtpt", HandmadeProfile.xyz([0.9642, 1, 0.8249])),
      ("kTRC", Self.power),
    ]
    try tree.write(grey.bytes, to: "grey.icc")
  }

  private func convert(_ arguments: [String]) throws {
    try tree.run(["convert"] + arguments, status: 0)
  }

  private func sixteen(_ name: String) throws -> ImageBuffer<UInt16> {
    try tree.picture(name, of: UInt16.self)
  }

  /// The pixels as Rec. 2020 through tificc without its tables are ours: at least 99.9 % of the
  /// samples within one code of 255.
  private func compare(_ profile: String, _ options: [String], _ theirs: [String]) throws {
    let usual = ["a.dng", "-y", "--depth", "16", "--tone", "linear"]
    try convert(usual + ["-o", "in.tif", "--space", "rec2020", "--compression", "none"])
    try convert(usual + ["-o", "ours.tif", "--space", profile] + options)
    try Self.tificc?.run(
      theirs + ["-c0", "-w16", "-o" + tree.path(profile), tree.path("in.tif")]
        + [tree.path("theirs.tif")])
    let (ours, other) = (try sixteen("ours.tif"), try sixteen("theirs.tif"))
    #expect(ours.size == other.size && ours.channels == other.channels)
    let gaps = zip(ours.values, other.values).map { abs(Int($0) - Int($1)) }
    let far = gaps.count { $0 > 257 }
    #expect(far * 1000 <= gaps.count, "\(profile) \(options): \(far) of \(gaps.count)")
  }

  @Test(
    .enabled(if: tificc != nil, "tificc is not installed"),
    arguments: ["lab.icc", "matrix.icc", "paper.icc", "grey.icc"])
  func codesMatchLittleCMS(profile: String) throws {
    try compare(profile, [], ["-t1", "-b"])
    try compare(profile, ["--black-point", "off"], ["-t1"])
    try compare(profile, ["--intent", "perceptual"], ["-t0", "-b"])
    try compare(profile, ["--intent", "absolute"], ["-t3"])
  }

  private static let installed = [
    "/usr/share/color/icc/colord/ECI-RGBv2.icc", "/usr/share/color/icc/LStar-RGB.icc",
    "/usr/share/color/icc/ghostscript/default_rgb.icc", "/usr/share/color/icc/Gray.icc",
  ].filter { FileManager.default.fileExists(atPath: $0) }

  @Test(.enabled(if: tificc != nil && !installed.isEmpty, "tificc or profiles are not installed"))
  func profilesOfTheSystemMatchLittleCMS() throws {
    for path in Self.installed {
      try tree.write(Files.read(path), to: "system.icc")
      try compare("system.icc", [], ["-t1", "-b"])
    }
  }

  /// White and greys of the chart by the formula of the profile: L\* in red, and 128 in green and
  /// blue.
  @Test func neutralsFollowTheFormula() throws {
    let usual = ["a.dng", "-y", "--depth", "16", "--saturation", "0"]
    try convert(usual + ["-o", "grey.tif", "--space", "linear-srgb"])
    try convert(usual + ["-o", "lab.tif", "--space", "lab.icc", "--black-point", "off"])
    let (light, lab) = (try sixteen("grey.tif"), try sixteen("lab.tif"))
    for y in stride(from: 0, to: light.size.height, by: 7) {
      for x in stride(from: 0, to: light.size.width, by: 7) {
        let value = Double(light[x, y, 1]) / 65535
        let lightness = Lab(xyz: value * Chromaticity.d50.xyz).l / 100 * 65280
        // Steps of linear light are wide near black.
        #expect(abs(Double(lab[x, y, 0]) - lightness) < 60, "\(x) \(y)")
        for c in 1...2 { #expect(abs(Int(lab[x, y, c]) - 32768) < 40, "\(x) \(y)") }
      }
    }
  }

  /// A grey profile of a colour photo stores the luminance after all filters, also those that read
  /// neighbours.
  @Test func greyIsTheLuminance() throws {
    let usual = ["a.dng", "-y", "--depth", "16", "--tone", "linear", "--size", "120"]
    for filters in [[], ["--clarity", "0.3", "--rotation", "2"]] {
      try convert(usual + filters + ["-o", "color.tif", "--space", "rec2020"])
      try convert(usual + filters + ["-o", "grey.tif", "--space", "grey.icc"])
      let (color, grey) = (try sixteen("color.tif"), try sixteen("grey.tif"))
      #expect(grey.channels == 1 && grey.size == color.size)
      let adapted = Matrix3x3.bradford(from: .d65, to: .d50) * RGBSpace.rec2020.toXYZ
      var (most, count) = (0.0, 0)
      for (x, y) in color.size.places {
        // The resampling filter overshoots at edges, which only the colours clip.
        guard (0..<3).allSatisfy({ (1..<65535).contains(color[x, y, $0]) }) else { continue }
        count += 1
        var light = SIMD3<Double>()
        for c in 0..<3 {
          light[c] = RGBSpace.rec2020.transfer.decode(Double(color[x, y, c]) / 65535)
        }
        // The profile's power is 563/256.
        let code = pow((adapted * light).y, 256.0 / 563) * 65535
        most = max(most, abs(code - Double(grey[x, y, 0])))
      }
      #expect(most < 64, "\(filters): \(most)")
      #expect(count > color.size.area * 9 / 10)
    }
  }

  @Test func monochromePhotosUseBothKindsOfProfiles() throws {
    try tree.copy("landscape_monochrome_12bit.dng", to: "m.dng")
    try convert(["m.dng", "-o", "g.png", "--space", "grey.icc"])
    let grey = try samples("g.png")
    let same = HandmadeProfile.matrix(curves: [Self.power, Self.power, Self.power])
    try tree.write(same.bytes, to: "same.icc")
    try convert(["m.dng", "-o", "c.png", "--space", "same.icc"])
    let color = try samples("c.png")
    #expect(color.count == 3 * grey.count && Set(grey).count > 50)
    let far = zip(color, grey.flatMap { [$0, $0, $0] }).count { abs(Int($0) - Int($1)) > 1 }
    #expect(far == 0)
  }

  /// All formats contain the file. Lossless ones have equal codes.
  @Test func allFormatsContainTheProfile() throws {
    for name in ["lab.icc", "matrix.icc", "grey.icc"] {
      let bytes = try tree.read(name)
      let usual = ["a.dng", "-y", "--depth", "8", "--space", name, "--size", "120"]
      for format in ["png", "jpg", "tif", "avif"] {
        try convert(usual + ["-o", "x.\(format)"])
      }
      try convert(usual + ["-o", "x.jxl", "--lossless"])
      let png = try PNGReader.read(path: FilePath(tree.path("x.png")))
      #expect(png.info.profile == bytes && png.info.format.channels == (name == "grey.icc" ? 1 : 3))
      let tiff = try TIFFReader.read(path: FilePath(tree.path("x.tif")))
      #expect(tiff.info.profile == bytes)
      let header = try JPEGPicture.header(bytes: tree.read("x.jpg"))
      #expect(header.profile == bytes)
      if name != "grey.icc" {
        try convert(usual + ["-o", "x.webp", "--lossless"])
        #expect(try contains("x.webp", bytes))
      }
      #expect(try contains("x.avif", bytes))
      for format in ["jpg", "avif", "jxl"] {
        let space = try ForeignProgram.exiftool?.run(
          ["-s3", "-n", "-ExifIFD:ColorSpace", tree.path("x.\(format)")])
        #expect(space?.hasPrefix("1\n") != true, "Exif states sRGB in \(format)")
      }
      guard let djxl = Self.djxl else { continue }
      try djxl.run([tree.path("x.jxl"), tree.path("j.png")])
      #expect(try samples("j.png") == samples("x.png"), "\(name)")
    }
  }

  private func samples(_ name: String) throws -> [UInt8] { try tree.picture(name).values }

  private func contains(_ name: String, _ bytes: [UInt8]) throws -> Bool {
    Data(try tree.read(name)).range(of: Data(bytes)) != nil
  }

  @Test func borderHasTheColorOfTheProfile() throws {
    try convert([
      "a.dng", "-o", "b.png", "--size", "120", "--border", "4px", "--border-color", "#808080",
      "--space", "lab.icc", "--black-point", "off",
    ])
    // L* 53.585.
    for (code, expected) in zip(try samples("b.png"), [136, 128, 128]) {
      #expect(abs(Int(code) - expected) <= 1)
    }
  }

  @Test func anEditedProfileConvertsAgain() throws {
    let command = ["a.dng", "-o", "out", "--space", "matrix.icc"]
    func errors(_ more: String...) throws -> String {
      try tree.run(["convert"] + command + more, status: 0).errors
    }
    #expect(try errors().contains("1 converted"))
    #expect(try errors().contains("1 skipped"))
    #expect(try errors("--black-point", "on").contains("1 skipped"))
    #expect(try errors("--intent", "absolute").contains("1 converted"))
    #expect(try errors().contains("1 converted"))
    let other = HandmadeProfile.matrix(curves: [Self.power, Self.power, Self.power])
    try tree.write(other.bytes, to: "matrix.icc")
    #expect(try errors().contains("1 converted"))
    // The name of the file does not matter.
    try tree.write(other.bytes, to: "other.icc")
    try tree.run("convert", "a.dng", "-o", "out", "--space", "other.icc", errors: "1 skipped")
  }

  @Test func recipesKeepTheProfile() throws {
    let flags = ["--space", "lab.icc", "--intent", "perceptual", "--black-point", "off"]
    try convert(["a.dng", "-o", "a.png", "--save-recipe", "print.yaml"] + flags)
    let text = try tree.text("print.yaml")
    for line in ["space: './lab.icc'", "intent: perceptual", "black-point: 'off'"] {
      #expect(text.contains(line), "\(text)")
    }
    try convert(["a.dng", "-o", "b.png", "--recipe", "print.yaml"])
    #expect(try tree.read("a.png") == tree.read("b.png"))
    // Saving again replaces the recipe, because Bromide wrote it.
    try convert(["a.dng", "-o", "a.png", "--save-recipe", "print.yaml"] + flags)
    try convert([
      "a.dng", "-o", "c.png", "--recipe", "print.yaml", "--intent", "relative",
      "--black-point", "on",
    ])
    try convert(["a.dng", "-o", "d.png", "--space", "lab.icc"])
    #expect(try tree.read("c.png") == tree.read("d.png"))
    try convert(["a.dng", "-o", "e.png", "--recipe", "print.yaml", "--space", "srgb"])
    try convert(["a.dng", "-o", "f.png"])
    #expect(try tree.read("e.png") == tree.read("f.png"))
    for (recipe, words) in [
      ("intent: relative\n", "has no effect without a profile"),
      ("space: display-p3\nblack-point: off\n", "has no effect without a profile"),
      ("space: none.icc\n", "cannot be read"), ("space: lab.icc\nintent: fast\n", "perceptual"),
    ] {
      try tree.write(recipe, to: "r.yaml")
      try tree.run(
        "convert", "a.dng", "-o", "x.png", "--recipe", "r.yaml", status: 64, errors: words)
    }
    try tree.run(
      "sheet", "a.dng", "-o", "s.png", "--recipe", "print.yaml", status: 64,
      errors: "requires bromide convert")
  }

  @Test func unusableProfilesFailByName() throws {
    var cmyk = HandmadeProfile.lab
    cmyk.colors = "CMYK"
    try tree.write(cmyk.bytes, to: "cmyk.icc")
    try tree.write(Array(try tree.read("lab.icc").prefix(400)), to: "cut.icc")
    try tree.write([UInt8](repeating: 0, count: 4 << 20 | 1), to: "big.icc")
    var broken = HandmadeProfile.lab
    for index in broken.tags.indices where broken.tags[index].name == "B2A1" {
      broken.tags[index].data = Array("mft2".utf8) + [0, 0, 0, 0, 9, 9, 9, 9]
    }
    try tree.write(broken.bytes, to: "broken.icc")
    for (options, words) in [
      (["--space", "cmyk.icc"], "colours are CMYK; expected RGB or grey"),
      (["--space", "cut.icc"], "incomplete"), (["--space", "big.icc"], "larger than 4 MiB"),
      (["--space", "broken.icc"], "lcms2 cannot evaluate its tables"),
      (["--space", "none.icc"], "cannot be read"), (["--space", "a.dng"], "cannot be used"),
      (["--space", "p3"], "expected one of srgb"),
      (["--intent", "absolute"], "--intent has no effect without a profile"),
      (["--space", "rec2020", "--black-point", "on"], "--black-point has no effect without"),
      (["--space", "lab.icc", "--intent", "absolute", "--black-point", "on"], "absolute intent"),
      (["--space", "lab.icc", "--to", "jpeg", "--hdr", "2"], "--hdr"),
      (["--space", "lab.icc", "--to", "tiff", "--depth", "float32"], "use --depth 8 or 16"),
      (["--space", "lab.icc", "--to", "jxl"], "requires --lossless"),
      (["--space", "grey.icc", "--to", "webp"], "a WebP has colour"),
      (["--space", "grey.icc", "--border", "2%", "--border-color", "#f00"], "not neutral"),
    ] {
      try tree.run(
        ["convert", "a.dng", "-o", "out"] + options, status: options.contains("--border") ? 1 : 64,
        errors: words)
    }
    for command in ["sheet", "render"] {
      try tree.run(
        command, "a.dng", "-o", "s.png", "--space", "lab.icc", status: 64,
        errors: "requires bromide convert")
    }
  }

  /// The tables are the same in a worker process.
  @Test func isolationKeepsTheCodes() throws {
    for mode in ["off", "process"] {
      try convert(["a.dng", "-o", "\(mode).png", "--space", "lab.icc", "--isolation", mode])
    }
    #expect(try tree.read("off.png") == tree.read("process.png"))
  }
}
