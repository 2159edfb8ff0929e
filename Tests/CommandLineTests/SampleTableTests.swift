import BromideCodecs
import BromideValues
import Foundation
import TestSupport
import Testing

/// One scene in every format gives the same Lab, within each format's quantisation error.
///
/// The bounds are derived. In an encoded format, every stored number is within ½ of the exact
/// value. In PNG, this is R′G′B′. In JPEG and Y4M, it is Y, Cb and Cr, and the matrix multiplies
/// the error by the sum of its row's magnitudes. (Patches are flat, so filtering chroma has no
/// effect.) In a raw, each site is within ½ code, times gain and matrix.
@Suite struct SampleTableTests {
  private let tree = CommandTree.fresh

  init() throws { try tree.write(SampleScene.points, to: "patches.csv") }

  /// The Lab values that `sample` prints for all patches.
  private func labs(_ name: String, _ arguments: [String]) throws -> [SIMD3<Double>] {
    let run = try tree.run(
      [
        "sample", name, "--points", "patches.csv", "--window", "5", "--space", "lab", "--format",
        "csv",
      ] + arguments, status: 0)
    let lines = run.text.split(separator: "\n")
    #expect(lines.first?.hasPrefix("input,frame,x,y,lab.L,lab.a,lab.b,reading") == true)
    return lines.dropFirst().map { line in
      let fields = line.split(separator: ",")
      return SIMD3(Double(fields[4])!, Double(fields[5])!, Double(fields[6])!)
    }
  }

  /// Compares all patches with bounds derived from an error in R′G′B′.
  private func check(_ labs: [SIMD3<Double>], encodedError: SIMD3<Double>) {
    #expect(labs.count == 24)
    for (patch, lab) in labs.enumerated() {
      let code = Chart.codes[patch] / 255
      func light(_ v: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
          TransferFunction.srgb.decode(v.x), TransferFunction.srgb.decode(v.y),
          TransferFunction.srgb.decode(v.z))
      }
      let bound = LabBound(
        light: light(code), low: light(code - encodedError), high: light(code + encodedError))
      #expect(bound.contains(lab), "patch \(patch): \(lab) not in \(bound.low)…\(bound.high)")
    }
  }

  @Test func png() throws {
    try SampleScene.png(tree.path("scene.png"))
    // The published codes are integers, so they are not rounded.
    check(try labs("scene.png", []), encodedError: SIMD3(repeating: 0))
  }

  @Test(arguments: [YCbCrLayout.Subsampling.yuv444, .yuv422, .yuv420])
  func jpeg(subsampling: YCbCrLayout.Subsampling) throws {
    try tree.write(SampleScene.jpeg(subsampling), to: "scene.jpg")
    let coding = YCbCrCoding(matrix: .bt601, range: .full, depth: 8)
    check(try labs("scene.jpg", []), encodedError: Self.halfCode(coding))
  }

  @Test(
    arguments: [YCbCrMatrix.bt601, .bt709, .bt2020].flatMap { matrix in
      YCbCrRange.allCases.flatMap { range in
        [8, 10].map { YCbCrCoding(matrix: matrix, range: range, depth: $0) }
      }
    })
  func y4m(coding: YCbCrCoding) throws {
    try tree.write(SampleScene.y4m(coding), to: "scene.y4m")
    let labs = try labs(
      "scene.y4m",
      [
        "--matrix", coding.matrix.name, "--range", coding.range.rawValue, "--primaries", "709",
        "--transfer", "srgb",
      ])
    check(labs, encodedError: Self.halfCode(coding))
  }

  /// R′G′B′ that half a code in each of Y, Cb and Cr makes at most.
  private static func halfCode(_ coding: YCbCrCoding) -> SIMD3<Double> {
    let rows = coding.decoding.rows.map { abs($0.x) + abs($0.y) + abs($0.z) }
    return 0.5 * SIMD3(rows[0], rows[1], rows[2])
  }

  @Test func dng() throws {
    let photo = SampleScene.photo
    try tree.write(photo.file(), to: "scene.dng")
    let labs = try labs("scene.dng", [])
    let toXYZ = SyntheticCamera.linearSRGBToXYZ
    let camera = photo.camera.daylightMatrix
    let balancedToLight = (camera * toXYZ).inverse!
    // White in the camera, which the balance makes (1, 1, 1), compared with the file's white. CIE
    // 15's D65 differs slightly from sRGB's chromaticities, and the file has six decimals.
    let white = camera * toXYZ * SIMD3(1, 1, 1)
    let neutral = photo.camera.neutral(.daylight)
    let ratio = neutral / white * (white.y / neutral.y)
    var model = SIMD3<Double>()
    for c in 0..<3 { model[c] = abs(ratio[c] - 1) + 0.5e-6 / neutral[c] + 0.5e-6 / neutral.y }
    // Half a code of each site, relative to balanced camera values with white at 1.
    let site = 0.5 / (16_383 - 512) / neutral
    // The file's white under D65 to sRGB's white.
    let adaptation =
      toXYZ.inverse!
      * Matrix3x3.bradford(from: .init(xyz: SyntheticCamera.Light.daylight.xyz), to: .d65) * toXYZ
    for (patch, lab) in labs.enumerated() {
      let light = Chart.colors[patch]
      let balanced = balancedToLight.inverse! * light * (1 / white)
      // Not the product itself, but how far it may be off: magnitudes add.
      var error = SIMD3<Double>()
      for (row, c) in product(0..<3, 0..<3) {
        let part = balancedToLight[row, c] * white[c]
        error[row] += abs(part) * (model[c] * abs(balanced[c]) + site[c])
        error[row] += abs(adaptation[row, c] - (row == c ? 1 : 0)) * abs(light[c])
      }
      let bound = LabBound(light: light, low: light - error, high: light + error)
      #expect(bound.contains(lab), "patch \(patch): \(lab) not in \(bound.low)…\(bound.high)")
      #expect(error.max() < 0.002, "a bound that says something: \(error)")
    }
  }

  /// ffmpeg's accurate conversion of the same file, where no chroma is upsampled: R′G′B′ within 1
  /// code.
  @Test(
    .enabled(if: ForeignProgram.ffmpeg != nil, "ffmpeg is not installed"),
    arguments: [YCbCrMatrix.bt601, .bt709], YCbCrRange.allCases)
  func ffmpegAgrees(matrix: YCbCrMatrix, range: YCbCrRange) throws {
    let coding = YCbCrCoding(matrix: matrix, range: range, depth: 8)
    let size = SampleScene.size
    let planes = YCbCrEncoder(coding: coding, layout: .i444).encode(SampleScene.picture)
    try tree.write(
      Array("YUV4MPEG2 W\(size.width) H\(size.height) F25:1 C444\nFRAME\n".utf8) + planes,
      to: "scene.y4m")
    let name = matrix == .bt601 ? "bt601" : "bt709"
    let scale =
      "scale=in_color_matrix=\(name):in_range=\(range == .full ? "pc" : "tv"):out_range=pc:flags=accurate_rnd+full_chroma_int+full_chroma_inp"
    try tree.run(
      [
        "-v", "error", "-i", "scene.y4m", "-vf", scale, "-pix_fmt", "rgb24", "-f", "rawvideo", "-y",
        "scene.rgb",
      ], binary: #require(ForeignProgram.ffmpeg).path, status: 0)
    let rgb = try tree.read("scene.rgb")
    let run = try tree.run(
      "sample", "scene.y4m", "--points", "patches.csv", "--space", "rgb", "--format", "csv",
      "--matrix", matrix.name, "--range", range.rawValue, status: 0)
    for (patch, line) in run.text.split(separator: "\n").dropFirst().enumerated() {
      let fields = line.split(separator: ",")
      let (x, y) = Chart.centre(patch).pixel(size)
      for c in 0..<3 {
        let theirs = Double(rgb[(y * size.width + x) * 3 + c])
        #expect(abs(Double(fields[4 + c])! - theirs) <= 1, "patch \(patch)")
      }
    }
  }
}

extension NormalizedPoint {
  fileprivate func pixel(_ size: Size) -> (Int, Int) {
    (Int(x * Double(size.width)), Int(y * Double(size.height)))
  }
}
