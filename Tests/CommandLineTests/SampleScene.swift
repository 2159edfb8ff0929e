import BromideCodecs
import BromideKernels
import BromideValues
import Foundation
import SystemPackage
import TestSupport

/// The 24-patch chart in files of every format. Each patch is three blocks of 16 pixels wide and
/// high.
struct SampleScene {
  static let size = Size(width: 48 * Chart.columns, height: 48 * Chart.rows)
  /// CSV of the patches' centres.
  static let points = (0..<24).map { "\(Chart.centre($0).x),\(Chart.centre($0).y)\n" }.joined()

  /// The scene in R′G′B′ with sRGB's curve in 16 bits. It is 257 times the published codes, so it
  /// is also exact in 8 bits.
  static let picture: ImageBuffer<UInt16> = {
    var image = ImageBuffer<UInt16>(size: size, channels: 3)
    for (x, y) in size.places {
      // A third of a pixel away from the edges, so that rounding has no effect.
      let light = SyntheticScene.chart.color(
        (Double(x) + 0.5) / Double(size.width), (Double(y) + 0.5) / Double(size.height))
      for c in 0..<3 {
        image[x, y, c] = UInt16((65535 * TransferFunction.srgb.encode(light[c])).rounded())
      }
    }
    return image
  }()

  static func png(_ path: String, space: RGBSpace? = .srgb) throws {
    let format = PixelFormat(channels: 3, sample: .uint8)
    let encoder = PNGBandEncoder(
      size: size, format: format, compression: .fast, instructionSet: .best)
    let writer = try PNGWriter(
      .path(FilePath(path)), PNGDescription(size: size, format: format, space: space))
    var bytes: [UInt8] = []
    for (x, y, c) in size.places.channels(3) {
      bytes.append(UInt8((Double(picture[x, y, c]) / 257).rounded()))
    }
    let band = unsafe bytes.withUnsafeBytes { rows in
      unsafe encoder.encode(rows: rows, isLast: true, scratch: encoder.makeScratch())
    }
    try writer.append(band)
    _ = try writer.finish()
  }

  /// A JPEG with quantisation steps of 1. It keeps a flat block's mean, 8·(code − 128), and its
  /// other waves, 0, exactly.
  static func jpeg(_ subsampling: YCbCrLayout.Subsampling) -> [UInt8] {
    let layout = YCbCrLayout.planar(subsampling, depth: 8)
    let bytes = YCbCrEncoder(
      coding: YCbCrCoding(matrix: .bt601, range: .full, depth: 8), siting: .center,
      layout: layout
    ).encode(picture)
    let chroma = layout.chromaSize(size)
    let cb = size.area..<size.area + chroma.area
    let (across, down) = (subsampling.across, subsampling.down)
    return PeerJPEG(
      size: size,
      planes: [
        .init(Array(bytes[..<size.area]), size, across: across, down: down),
        .init(Array(bytes[cb]), chroma), .init(Array(bytes[cb.upperBound...]), chroma),
      ]
    ).encoded()
  }

  static func y4m(_ coding: YCbCrCoding) -> [UInt8] {
    let layout = YCbCrLayout.planar(.yuv420, depth: coding.depth)
    let name = coding.depth == 8 ? "420mpeg2" : "420p\(coding.depth)"
    let header = "YUV4MPEG2 W\(size.width) H\(size.height) F25:1 C\(name)\nFRAME\n"
    return Array(header.utf8) + YCbCrEncoder(coding: coding, layout: layout).encode(picture)
  }

  /// A 14-bit DNG by a camera with a single matrix.
  static let photo: SyntheticPhoto = {
    var photo = SyntheticPhoto(.chart, size: size)
    photo.options.white = 16_383
    photo.options.black = [512]
    photo.options.color = photo.camera.color(calibratedUnder: [.daylight])
    photo.recordsColor = true
    return photo
  }()
}

/// The range of Lab values that the errors of the steps before allow.
struct LabBound {
  var low: SIMD3<Double>
  var high: SIMD3<Double>

  /// - Parameters:
  ///   - light: Exact linear sRGB.
  ///   - error: The downward and upward error of each channel.
  ///
  /// X, Y and Z increase with every channel, and so do their cube roots, so their extremes occur at
  /// the channels' extremes. The differences a and b are extreme if one root is largest and the
  /// other smallest.
  init(light: SIMD3<Double>, low: SIMD3<Double>, high: SIMD3<Double>) {
    let toXYZ = Matrix3x3.bradford(from: .d65, to: .d50) * RGBSpace.srgb.toXYZ
    func roots(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
      let t = toXYZ * rgb / Chromaticity.d50.xyz
      func root(_ v: Double) -> Double {
        v > 216.0 / 24389 ? cbrt(v) : v * 841 / 108 + 4.0 / 29
      }
      return SIMD3(root(t.x), root(t.y), root(t.z))
    }
    // Bradford's few negative terms reduce the values by less than this.
    let (a, b) = (roots(low), roots(high))
    self.low = SIMD3(116 * a.y - 16, 500 * (a.x - b.y), 200 * (a.y - b.z))
    self.high = SIMD3(116 * b.y - 16, 500 * (b.x - a.y), 200 * (b.y - a.z))
  }

  /// The error that every format adds: single precision of R′G′B′ (2⁻²³ of 1, twice), and three
  /// printed decimals.
  func contains(_ lab: SIMD3<Double>) -> Bool {
    let slack = SIMD3(repeating: 0.0005 + 0.0005)
    return all(lab .>= low - slack) && all(lab .<= high + slack)
  }
}

extension SampleScene {
  /// NV12 frames, each of a single grey.
  static func nv12(_ luma: [UInt8], _ width: Int = 64, _ height: Int = 32) -> [UInt8] {
    luma.flatMap {
      [UInt8](repeating: $0, count: width * height)
        + [UInt8](repeating: 128, count: width * height / 2)
    }
  }
}

extension CommandRun {
  /// The fields of CSV on standard output, line by line.
  var fields: [[String]] {
    text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
