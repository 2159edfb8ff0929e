internal import BromideCodecs
internal import BromideValues
internal import TestSupport

/// Test files for `bromide sample` that are not raws: the chart as a camera's frame, as a rotated
/// JPEG and as a clip, and the positions of its patches.
struct FrameFiles {
  static let files: [(name: String, bytes: @Sendable () throws -> [UInt8])] = [
    ("frames/chart_144x96.nv12", { nv12 }), ("frames/chart_turned.jpg", { jpeg }),
    ("frames/dusk.y4m", { try clip() }), ("frames/patches.csv", { patches }),
  ]

  private static let size = Size(width: 144, height: 96)

  /// The chart in sRGB, dimmed by stops, as stored for an orientation.
  private static func picture(
    stops: Double = 0, orientation: Orientation = .upright
  ) -> ImageBuffer<UInt16> {
    let stored = orientation.isTransposed ? size.transposed : size
    var image = ImageBuffer<UInt16>(size: stored, channels: 3)
    var gain = 1.0
    for _ in 0..<Int(2 * stops) { gain *= 0.5.squareRoot() }
    for y in 0..<size.height {
      for x in 0..<size.width {
        let light = SyntheticScene.chart.color(
          (Double(x) + 0.5) / Double(size.width), (Double(y) + 0.5) / Double(size.height))
        let (i, j) = orientation.storedPosition(x: x, y: y, in: stored)
        for c in 0..<3 {
          image[i, j, c] = UInt16((65535 * TransferFunction.srgb.encode(gain * light[c])).rounded())
        }
      }
    }
    return image
  }

  /// As in phone cameras: BT.601, full range.
  private static var nv12: [UInt8] {
    YCbCrEncoder(
      coding: YCbCrCoding(matrix: .bt601, range: .full, depth: 8), siting: .center, layout: .nv12
    ).encode(picture())
  }

  /// Stored in landscape format, with a quarter turn clockwise.
  private static var jpeg: [UInt8] {
    let image = picture(orientation: .rightTop)
    let planes = YCbCrEncoder(
      coding: YCbCrCoding(matrix: .bt601, range: .full, depth: 8), siting: .center, layout: .i444
    ).encode(image)
    let area = image.size.area
    var jpeg = PeerJPEG(
      size: image.size,
      planes: (0..<3).map { .init(Array(planes[$0 * area..<($0 + 1) * area]), image.size) })
    jpeg.quality = 95
    // A directory with only the orientation 6.
    jpeg.exif =
      Array("Exif\0\0II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
      + [0, 0, 0, 0]
    return jpeg.encoded()
  }

  /// Six frames at ten a second. Each is half a stop darker than the previous one.
  private static func clip() throws -> [UInt8] {
    let writer = try Y4MWriter(size: size, rate: (10, 1))
    return (0..<6).reduce(into: writer.start) {
      $0 += writer.frame(picture(stops: Double($1) / 2))
    }
  }

  /// The centres of the patches, with the names of the chart's rows and columns.
  private static var patches: [UInt8] {
    let lines = (0..<Chart.columns * Chart.rows).map { patch in
      let place = Chart.centre(patch)
      let row = ["A", "B", "C", "D"][patch / Chart.columns]
      return "\(place.x),\(place.y),\(row)\(patch % Chart.columns + 1)\n"
    }
    return Array(("x,y,name\n" + lines.joined()).utf8)
  }
}
