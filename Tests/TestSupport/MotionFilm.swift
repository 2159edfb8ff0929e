/// An MP4 with a track of sensor readings and without pictures: GoPro's `gpmd` or Google's `camm`.
public struct MotionFilm {
  /// The format of the track.
  public var format = "gpmd"
  /// The samples of the track with their durations in milliseconds.
  public var samples: [(bytes: [UInt8], milliseconds: Int)] = []
  /// Whether the index has 64-bit sizes and offsets.
  public var isLong = false

  /// Creates a film without samples.
  public init() {}

  /// The file.
  public var bytes: [UInt8] {
    let start = Self.box("ftyp", Array("mp41".utf8) + big(0) + Array("mp41".utf8))
    let content = samples.flatMap(\.bytes)
    let data =
      isLong
      ? big(1) + Array("mdat".utf8) + big(content.count + 16, 8) + content
      : Self.box("mdat", content)
    return start + data + Self.box("moov", movie(from: start.count + data.count - content.count))
  }

  private func movie(from start: Int) -> [UInt8] {
    let total = samples.reduce(0) { $0 + $1.milliseconds }
    var offset = start
    var offsets: [Int] = []
    for sample in samples {
      offsets.append(offset)
      offset += sample.bytes.count
    }
    let entry = Self.box(format, [0, 0, 0, 0, 0, 0, 0, 1])
    let table =
      Self.full("stsd", big(1) + entry)
      + Self.full(
        "stts",
        big(samples.count)
          + samples.flatMap { big(1) + big($0.milliseconds) })
      + Self.full("stsc", big(1) + big(1) + big(1) + big(1))
      + Self.full(
        "stsz",
        big(0) + big(samples.count)
          + samples.flatMap { big($0.bytes.count) })
      + Self.full(
        isLong ? "co64" : "stco",
        big(samples.count) + offsets.flatMap { big($0, isLong ? 8 : 4) })
    let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) }
    let media =
      Self.full("mdhd", zeros(8) + big(1000) + big(total) + zeros(4))
      + Self.full("hdlr", Array("mhlrmeta".utf8) + zeros(12) + [1, 0x20])
      + Self.box("minf", Self.box("stbl", table))
    let track =
      Self.full("tkhd", zeros(8) + big(1) + zeros(4) + big(total) + zeros(60))
      + Self.box("mdia", media)
    return Self.full("mvhd", zeros(8) + big(1000) + big(total) + zeros(80))
      + Self.box("trak", track)
  }

  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8) + Array(name.utf8) + content
  }

  private static func full(_ name: String, _ content: [UInt8]) -> [UInt8] {
    box(name, big(0) + content)
  }
}

extension MotionFilm {
  /// Returns an item of GPMF with its padding.
  public static func item(
    _ key: String, _ type: Character, size: Int, count: Int, _ bytes: [UInt8]
  ) -> [UInt8] {
    let padding = [UInt8](repeating: 0xEE, count: (4 - bytes.count % 4) % 4)
    return Array(key.utf8) + [type.asciiValue ?? 0, UInt8(size)] + big(count, 2) + bytes
      + padding
  }

  /// Returns a nested item of GPMF.
  public static func nest(_ key: String, _ items: [UInt8]...) -> [UInt8] {
    let bytes = items.flatMap(\.self)
    return item(key, "\0", size: 4, count: bytes.count / 4, bytes)
  }

  /// Returns a text item.
  public static func text(_ key: String, _ text: [UInt8]) -> [UInt8] {
    item(key, "c", size: 1, count: text.count, text)
  }

  /// Returns an item of 16-bit numbers.
  ///
  /// - Parameter size: The numbers of a value.
  public static func shorts(_ key: String, size: Int = 1, _ numbers: [Int]) -> [UInt8] {
    item(key, "s", size: 2 * size, count: numbers.count / size, numbers.flatMap { big($0, 2) })
  }

  /// Returns a packet of CAMM with three floats.
  public static func packet(_ type: Int, _ x: Float, _ y: Float, _ z: Float) -> [UInt8] {
    [0, 0, UInt8(type), 0] + [x, y, z].flatMap { little($0.bitPattern) }
  }

  /// A ride of a GoPro: two payloads of 1 s and 0.5 s, with a gyroscope of four and three values
  /// and an accelerometer of two and one.
  public static var ride: MotionFilm {
    func payload(_ rates: [Int], _ forces: [Int]) -> [UInt8] {
      nest(
        "DEVC", text("DVNM", Array("Hero5 Black".utf8)),
        nest(
          "STRM", text("STNM", Array("Accelerometer (up/down, right/left, forward/back)".utf8)),
          item("SIUN", "c", size: 4, count: 1, [0x6D, 0x2F, 0x73, 0xB2]), shorts("SCAL", [418]),
          shorts("ACCL", size: 3, forces)),
        nest(
          "STRM", text("STNM", Array("Gyroscope (z,x,y)".utf8)),
          item("SIUN", "c", size: 5, count: 1, Array("rad/s".utf8)), shorts("SCAL", [3755]),
          shorts("GYRO", size: 3, rates)))
    }
    var film = MotionFilm()
    film.samples = [
      (
        payload(
          [185, 153, 105, -255, 91, 153, 316, -43, 161, 7, 9, -11],
          [4418, -628, -571, 4084, -76, 387]), 1000
      ),
      (payload([32_767, -32_768, 0, 1, 2, 3, 4, 5, 6], [4171, 23, 1315]), 500),
    ]
    return film
  }
}
