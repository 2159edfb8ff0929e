internal import Color
internal import Pixels
internal import Platform
internal import SystemPackage
internal import YCbCr

/// What ffprobe tells of a file's first video stream.
struct VideoFacts: Sendable {
  var size = Size(width: 0, height: 0)
  /// ffmpeg's name of the pixel format.
  var format = ""
  var tags = YCbCrStatement()
  /// Frames a second as a fraction.
  var rate: (Int, Int)?
  /// Number of frames, where the file states it or they were counted.
  var count: Int?
  var orientation = Orientation.upright
  var interlacing = Y4MHeader.Interlacing.none

  /// Reads ffprobe's `key=value` lines. Unknown words state nothing.
  init(_ text: String) {
    var angle: Double?
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      let value = parts[1]
      switch parts[0] {
      case "width": size.width = Int(value) ?? 0
      case "height": size.height = Int(value) ?? 0
      case "pix_fmt": format = value
      case "color_range": tags.range = ["tv": .limited, "pc": .full][value]
      case "color_space": tags.matrix = YCbCrMatrix(name: value)
      case "color_transfer": tags.transfer = ColorTransfer(name: value)
      case "color_primaries": tags.primaries = ColorPrimaries(name: value)
      case "chroma_location": tags.siting = ChromaSiting(rawValue: value)
      case "avg_frame_rate": rate = Self.fraction(value) ?? rate
      case "r_frame_rate": rate = rate ?? Self.fraction(value)
      case "nb_frames", "nb_read_packets": count = Int(value) ?? count
      case "field_order":
        interlacing = ["tt", "bb", "tb", "bt"].contains(value) ? .fields : .none
      case "rotation", "TAG:rotate": angle = angle ?? Double(value)
      default: break
      }
    }
    // ffprobe counts anticlockwise.
    switch angle.map({ Int($0.rounded()) % 360 }) {
    case 90, -270: orientation = .leftBottom
    case -90, 270: orientation = .rightTop
    case 180, -180: orientation = .bottomRight
    default: break
    }
    // Old formats say so by their names.
    if format.hasPrefix("yuvj") { tags.range = tags.range ?? .full }
  }

  private static func fraction(_ text: String) -> (Int, Int)? {
    let parts = text.split(separator: "/").map { Int($0) }
    guard parts.count == 2, let over = parts[0], let under = parts[1], over > 0, under > 0 else {
      return nil
    }
    return (over, under)
  }
}
