import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Properties of all picture formats, tested through the command: names, standard output, jobs, a
/// full disk, and unsupported options.
@Suite struct FormatCommandTests {
  private let tree = CommandTree.fresh
  private static let photo = "chart_rggb_12bit.dng"
  private static let turned = "landscape_gbrg_portrait_orientation6.dng"

  /// The photos of TestImages for comparing formats. Debug builds use two.
  static let photos: [String] = {
    #if DEBUG
      [turned, "landscape_monochrome_12bit.dng"]
    #else
      Files.names(in: Package.testImages).filter { $0.hasSuffix(".dng") }
    #endif
  }()

  @Test(arguments: [
    (["-o", "out/a.jpg"], "a.jpg"), (["-o", "out/a.JPEG"], "a.JPEG"),
    (["-o", "out/a.jpg", "--to", "jpeg"], "a.jpg"),
    (["-o", "out", "--to", "jpeg"], "a.jpg"), (["-o", "out", "--to", "jpg"], "a.jpg"),
    (["-o", "out", "--format", "jpeg"], "a.jpg"),
    (["-o", "out/a.tif"], "a.tif"), (["-o", "out/a.TIFF"], "a.TIFF"),
    (["-o", "out", "--to", "tiff"], "a.tif"), (["-o", "out", "--to", "tif"], "a.tif"),
    (["-o", "out", "--format", "tiff"], "a.tif"),
    (["-o", "out/a.PNG"], "a.PNG"), (["-o", "out", "--to", "png"], "a.png"),
  ])
  func suffixOrFlagSetsTheFormat(_ arguments: [String], _ name: String) throws {
    try tree.copy(Self.photo, to: "a.dng")
    try tree.run(["convert", "a.dng"] + arguments, status: 0)
    #expect(tree.entries("out") == [name])
    let path = FilePath(tree.path("out/" + name))
    let size = Size(width: 480, height: 320)
    switch FilePath(name).extension?.lowercased().first {
    case "j": #expect(try JPEGPicture.header(path: path).size == size)
    case "t":
      let info = try TIFFReader.read(path: path).info
      // 16 bits, unless another depth is set.
      #expect(info.size == size && info.format == PixelFormat(channels: 3, sample: .uint16))
    default: #expect(try PNGReader.read(path: path).info.size == size)
    }
  }

  @Test(arguments: [
    ["--to", "jpeg"], ["--to", "png"], ["--to", "tiff", "--compression", "none"],
    ["--to", "tiff", "--compression", "fast"], ["--to", "jxl"], ["--to", "jxl", "--lossless"],
    ["--to", "avif", "--compression", "fast"], ["--to", "webp"],
  ])
  func standardOutputCarriesTheSameFile(_ arguments: [String]) throws {
    try tree.copy(Self.photo, to: "a.dng")
    let run = try tree.run(["convert", "a.dng", "-o", "-"] + arguments, status: 0)
    #expect(tree.entries() == ["a.dng"])
    try tree.run(["convert", "a.dng", "-o", "out"] + arguments, status: 0)
    #expect(try tree.read("out/" + #require(tree.entries("out").first)) == run.output)
  }

  @Test(arguments: [
    ["--to", "jpeg", "--quality", "80"], ["--to", "tiff"], ["--to", "png"], ["--to", "jxl"],
    ["--to", "jxl", "--lossless", "--depth", "16"], ["--to", "avif", "--compression", "fast"],
    ["--to", "webp"],
  ])
  func bytesMatchForAnyJobsAndNames(_ arguments: [String]) throws {
    for name in ["a", "b"] { try tree.copy(Self.turned, to: "in/\(name).dng") }
    let runs = ["1", "2", "8"]
    for jobs in runs {
      try tree.run(["convert", "in", "-o", jobs, "-j", jobs] + arguments, status: 0)
    }
    let files = try runs.flatMap { jobs in
      try tree.entries(jobs).map { try tree.read("\(jobs)/\($0)") }
    }
    #expect(files.count == 6)
    for file in files { #expect(file == files[0]) }
  }

  #if os(Linux)
    @Test(arguments: [
      ["--to", "jpeg", "--quality", "100"], ["--to", "png"],
      ["--to", "tiff", "--compression", "none"], ["--to", "tiff", "--compression", "fast"],
      ["--to", "jxl", "--lossless"], ["--to", "avif", "--quality", "100"],
      ["--to", "webp", "--lossless"],
    ])
    func fullDiskRemovesTheFile(_ arguments: [String]) throws {
      try tree.copy(Self.photo, to: "a.dng")
      let convert = "exec \"$0\" convert a.dng \(arguments.joined(separator: " "))"
      for script in [
        "\(convert) -o - > /dev/full",
        // A limit on the size of files, reached in the middle.
        "trap '' XFSZ; ulimit -f 8; \(convert)",
      ] {
        try tree.shell(script, status: 1, errors: "cannot write")
      }
      #expect(tree.entries() == ["a.dng"])
    }
  #endif

  @Test(arguments: [
    (["-o", "a.jpg", "--depth", "16"], "--depth 16 does not apply to JPEG (-o a.jpg)"),
    (["-o", "a.jpg", "--depth", "float32"], "--depth float32 does not apply to JPEG"),
    (["-o", "a.jpg", "--compression", "fast"], "JPEG takes --depth 8, --quality, --subsampling"),
    (["--quality", "90"], "--quality does not apply to PNG"),
    (["-o", "a.png", "--subsampling", "420"], "PNG takes --depth 8 or 16, --compression"),
    (
      ["-o", "a.png", "--compression", "none"],
      "--compression none is for TIFF. Other formats accept fast, balanced, small"
    ),
    (["-o", "a.png", "--depth", "float32"], "--depth float32 does not apply to PNG (-o a.png)"),
    (["-o", "a.tif", "--quality", "90"], "TIFF takes --depth 8 or 16 or float32, --compression"),
    (["-o", "a.tif", "--subsampling", "420"], "--subsampling does not apply to TIFF"),
    (["-o", "a.tif", "--depth", "32"], "8, 10, 12, 16, float32"),
    (["-o", "a.tif", "--compression", "lzw"], "none, fast, balanced, small"),
    (
      ["-o", "a.jpg", "--to", "png"], "-o a.jpg contradicts --to png, because the suffix sets JPEG"
    ),
    (["-o", "a.png", "--to", "jpeg"], "remove one"),
    (["-o", "a.tif", "--to", "png"], "because the suffix sets TIFF"),
    (["--to", "jpeg", "--quality", "0"], "from 1 to 100"),
    (["--to", "jpeg", "--quality", "101"], "from 1 to 100"),
    (["--to", "jpeg", "--quality", "high"], "from 1 to 100"),
    (["--to", "jpeg", "--subsampling", "411"], "auto, 444, 422, 420"),
    (["--to", "heic"], "png, jpeg, tiff, jxl, avif, webp"),
    (["--to", "png", "--format", "jpeg"], "contradicts"),
    (["-o", "a.heic"], "Bromide writes PNG, JPEG, TIFF, JPEG XL, AVIF and WebP; name a .png"),
    (["-o", "a.avif", "--lossless"], "use JPEG XL, which is smaller"),
    (["-o", "a.jpg", "--lossless"], "--lossless does not apply to JPEG (-o a.jpg)"),
    (["-o", "a.avif", "--depth", "16"], "AVIF takes --depth 8 or 10 or 12, --quality"),
    (["-o", "a.png", "--depth", "10"], "--depth 10 does not apply to PNG"),
    (["-o", "a.jxl", "--depth", "8"], "--depth 8 does not change a lossy JPEG XL"),
    (["-o", "a.jxl", "--depth", "12"], "--depth 12 does not apply to JPEG XL"),
    (["-o", "a.jxl", "--lossless", "--quality", "90"], "--quality has no effect with --lossless"),
    (["-o", "a.jxl", "--compression", "none"], "--compression none is for TIFF."),
    (["-o", "a.jxl", "--subsampling", "420"], "--subsampling does not apply to JPEG XL"),
    (["-o", "a.webp", "--compression", "fast"], "WebP takes --depth 8, --quality, --lossless"),
    (["-o", "a.webp", "--depth", "16"], "--depth 16 does not apply to WebP"),
    (["--to", "jxl", "--orientation", "keep"], "--orientation keep does not apply to JPEG XL"),
    (["-o", "a.png", "--hdr", "2"], "--hdr does not apply to PNG"),
    (["-o", "a.tif", "--hdr", "2"], "--hdr does not apply to TIFF"),
    (["-o", "-", "--to", "jpeg", "--hdr", "2"], "--hdr requires a file"),
    (["-o", "a.jpg", "--hdr", "0"], "expected 0.5 to 6 stops"),
    (["-o", "a.jpg", "--hdr", "nan"], "expected 0.5 to 6 stops"),
    (["-o", "a.jpg", "--hdr", "-1"], "expected 0.5 to 6 stops"),
    (["-o", "a.webp", "--hdr", "2"], "--hdr does not apply to WebP"),
    (["-o", "a.avif", "--hdr", "2", "--depth", "8"], "requires more than 8 bits"),
    (["-o", "a.jxl", "--hdr", "2", "--space", "display-p3"], "--space has no effect with --hdr"),
    (["-o", "a.jxl", "--hdr-transfer", "hlg"], "--hdr-transfer has no effect without --hdr"),
    (
      ["-o", "a.jpg", "--hdr", "2", "--hdr-transfer", "pq"], "--hdr-transfer does not apply to JPEG"
    ),
    (["-o", "a.jxl", "--hdr", "2", "--hdr-transfer", "sdr"], "pq, hlg"),
  ])
  func optionsThatDoNotFitAreWrongUsage(_ arguments: [String], _ words: String) throws {
    try tree.copy(Self.photo, to: "a.dng")
    try tree.run(["convert", "a.dng"] + arguments, status: 64, errors: words)
    #expect(tree.entries() == ["a.dng"])
  }

  @Test(arguments: [
    ("a.jpg", "65501x65501", "at most 65500 pixels on a side"),
    ("a.webp", "16384x16384", "at most 16383 pixels"),
  ])
  func aSideThatIsTooLongIsNamed(name: String, size: String, words: String) throws {
    try tree.copy(Self.photo, to: "a.dng")
    try tree.run(
      "convert", "a.dng", "-o", name, "--size", size, "--enlarge", status: 1, errors: words)
    #expect(tree.entries() == ["a.dng"])
  }
}
