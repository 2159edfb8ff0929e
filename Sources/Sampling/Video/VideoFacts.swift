package import BromideCodecs
package import BromideValues

/// Properties of a file's first video stream, from ffprobe.
package struct VideoFacts: Sendable {
  /// As frames are stored, in pixels.
  package var size = Size(width: 0, height: 0)
  /// Width of a pixel over its height.
  package var pixelAspect = 1.0
  /// ffmpeg's name of the coding.
  package var codec = ""
  /// ffmpeg's name of the pixel format.
  package var format = ""
  package var tags = YCbCrProperties()
  /// Frames a second as a fraction.
  package var rate: (Int, Int)?
  /// The number of frames, if it was recorded or counted.
  var count: Int?
  /// How stored frames are turned upright.
  package var orientation = Orientation.upright
  package var interlacing = Y4MHeader.Interlacing.none
  /// Seconds a tick of the stream.
  var tick = (over: 0, under: 1)
  var packets: [VideoIndex.Packet] = []

  /// Parses ffprobe's `key=value` lines. Unknown keys are ignored.
  init(_ text: String) {
    var angle: Double?
    var time: Int?
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      let value = parts[1]
      switch parts[0] {
      case "pts": time = Int(value)
      case "flags":
        packets.append(VideoIndex.Packet(time: time, flags: value))
        time = nil
      case "codec_name": codec = value
      case "width": size.width = Int(value) ?? 0
      case "height": size.height = Int(value) ?? 0
      case "sample_aspect_ratio":
        pixelAspect = Self.fraction(value, ":").map { Double($0.0) / Double($0.1) } ?? 1
      case "pix_fmt": format = value
      case "color_range": tags.range = ["tv": .limited, "pc": .full][value]
      case "color_space": tags.matrix = YCbCrMatrix(name: value)
      case "color_transfer": tags.transfer = ColorTransfer(name: value)
      case "color_primaries": tags.primaries = ColorPrimaries(name: value)
      case "chroma_location": tags.siting = ChromaSiting(rawValue: value)
      case "avg_frame_rate": rate = Self.fraction(value) ?? rate
      case "r_frame_rate": rate = rate ?? Self.fraction(value)
      case "time_base": tick = Self.fraction(value).map { ($0.0, $0.1) } ?? tick
      case "nb_frames", "nb_read_frames": count = Int(value) ?? count
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
    // The names of old formats include the range.
    if format.hasPrefix("yuvj") { tags.range = tags.range ?? .full }
  }

  /// Codecs with exactly one frame per packet, so that you can count packets and start at any of
  /// them.
  private static let countable: Set<String> = [
    "h264", "hevc", "mpeg1video", "mpeg2video", "vp9", "av1", "prores", "dnxhd", "mjpeg", "ffv1",
    "gif", "apng", "png", "huffyuv", "ffvhuff", "utvideo", "magicyuv", "rawvideo", "v210", "qtrle",
  ]

  /// Whether each packet is a frame. Fields can be separate packets.
  var hasPacketsOfFrames: Bool { Self.countable.contains(codec) && interlacing == .none }

  private static func fraction(_ text: String, _ separator: Character = "/") -> (Int, Int)? {
    let parts = text.split(separator: separator).map { Int($0) }
    guard parts.count == 2, let over = parts[0], let under = parts[1], over > 0, under > 0 else {
      return nil
    }
    return (over, under)
  }
}
