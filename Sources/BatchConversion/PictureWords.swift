internal import Develop
internal import Metadata
internal import PNGCoding
internal import Pixels

/// What a picture says of itself besides its pixels.
struct PictureWords {
  /// The eXIf chunk's bytes; nil where there is nothing to say.
  let exif: [UInt8]?
  let texts: [PNGText]

  /// 300 dots an inch, what prints are made with. Without a pHYs chunk programs that lay out pages take 72 or 96, and
  /// a photo of 24 megapixels becomes two metres wide. Pixels are square: development makes them so.
  static let pixelsPerMetre = 11811

  init(photo: PhotoMetadata, orientation: Orientation, settings: ConvertSettings) {
    var words = settings.metadata == .none ? PhotoMetadata() : photo
    if settings.metadata == .noPlace { words.position = nil }
    words.copyright = settings.copyright ?? words.copyright
    words.artist = settings.artist ?? words.artist
    words.orientation = settings.recipe.orientation == .apply ? .upright : orientation
    let isSilent = words == PhotoMetadata()
    words.software = BromideVersion.software
    exif = isSilent && settings.metadata == .none ? nil : ExifBlock.bytes(for: words)
    var texts = [PNGText(keyword: "Software", text: BromideVersion.software)]
    if let time = words.captureTime {
      texts.append(PNGText(keyword: "Creation Time", text: Self.text(of: time)))
    }
    self.texts = texts
  }

  /// The form of RFC 1123 that the PNG specification recommends for `Creation Time`; the zone is left out where the
  /// camera did not say it.
  static func text(of time: CaptureTime) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let month = months.indices.contains(time.month - 1) ? months[time.month - 1] : "Jan"
    let day = "\(weekday(time)), \(two(time.day)) \(month) \(time.year)"
    let clock = "\(two(time.hour)):\(two(time.minute)):\(two(time.second))"
    let zone = time.zone.map { zone in
      zone == "Z" ? " +0000" : " " + zone.filter { $0 != ":" }
    }
    return "\(day) \(clock)\(zone ?? "")"
  }

  /// The day of the week in the Gregorian calendar (C. Zeller's congruence, 1882).
  private static func weekday(_ time: CaptureTime) -> String {
    let early = time.month < 3
    let month = early ? time.month + 12 : time.month
    let year = early ? time.year - 1 : time.year
    let day = time.day + 13 * (month + 1) / 5 + year + year / 4 - year / 100 + year / 400
    return ["Sat", "Sun", "Mon", "Tue", "Wed", "Thu", "Fri"][((day % 7) + 7) % 7]
  }
}
