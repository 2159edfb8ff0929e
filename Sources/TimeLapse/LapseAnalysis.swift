/// The measurements of a sequence's photos, and the exposure that makes them match.
///
/// It is made once for a run, so that one frame alone, a share of the frames and all of them agree. The measurements do not depend on
/// how long is smoothed; a new smoothing needs no new ones.
public struct LapseAnalysis: Sendable, Hashable {
  /// One photo of the sequence.
  public struct Photo: Sendable, Hashable, Codable {
    /// The file's name.
    public var name: String
    /// The camera's setting in EV (`ExposureSetting.brightness`); nil if unknown.
    public var setting: Double?
    /// Mean linear light of the measured part, 1 for white (`RawLuminance`); nil if it was not measured.
    public var luminance: Double?
    /// EV by which the setting is above that of the photo before.
    public var step = 0.0
    /// EV that evens out steps.
    public var holyGrail = 0.0
    /// EV that evens out flicker.
    public var deflicker = 0.0

    /// EV to add to the photo's exposure.
    public var correction: Double { holyGrail + deflicker }

    init(name: String, setting: Double?, luminance: Double?) {
      self.name = name
      self.setting = setting
      self.luminance = luminance
    }
  }

  /// The settings by which photos are made to match.
  public let settings: LapseSettings
  /// Identifies the measurements' subject: equal for equal photos, part and white balance.
  public let fingerprint: String
  /// The photos in the sequence's order.
  public let photos: [Photo]

  /// Calculates corrections from measurements.
  init(_ measured: [Photo], fingerprint: String, settings: LapseSettings) {
    let brightness = measured.map(\.setting)
    let steps = HolyGrail.steps(brightness)
    let compensation = settings.holyGrail.map { Self.compensation(brightness, $0, settings) }
    let correction = settings.deflicker.map { deflicker in
      Deflicker.correction(
        measured.map(\.luminance),
        brightness: settings.holyGrail == nil
          ? measured.map { _ in 0 } : HolyGrail.carried(brightness),
        smooth: deflicker.smooth, rounds: settings.holyGrail == nil ? 1 : 2)
    }
    photos = measured.indices.map { i in
      var photo = measured[i]
      photo.step = steps[i]
      photo.holyGrail = compensation?[i] ?? 0
      photo.deflicker = correction?[i] ?? 0
      return photo
    }
    self.settings = settings
    self.fingerprint = fingerprint
  }

  /// EV that replace the settings' course by a smooth one.
  ///
  /// A wish for the window is followed to the letter where nothing else is asked for. Beside the removal of flicker, what it
  /// leaves of each step would be the only ripple in a smooth run, so it is rounded as a course without a wish is.
  private static func compensation(
    _ brightness: [Double?], _ wish: LapseSettings.HolyGrail, _ settings: LapseSettings
  ) -> [Double] {
    let set = HolyGrail.carried(brightness)
    let reach = Int((settings.deflicker?.smooth ?? usualReach).rounded())
    guard let window = wish.smooth else {
      return zip(HolyGrail.spread(brightness, reach: reach), set).map { $0 - $1 }
    }
    let glide = HolyGrail.compensation(brightness, smooth: window)
    guard settings.deflicker != nil else { return glide }
    let rounded = LocalTrend.through(
      zip(glide, set).map { $0 + $1 }, reach: HolyGrail.rounding(set, reach: reach), isRobust: false
    )
    return zip(rounded, set).map { $0 - $1 }
  }

  /// Photos on either side over which the settings' course is rounded at least.
  private static let usualReach = 12.0

  /// The photos that state no exposure time; their settings count as those of the photo before.
  public var unstated: Int { photos.count { $0.setting == nil } }

  /// A heading and a line per photo: measurements and corrections in EV.
  public var report: [String] {
    let width = photos.map(\.name.count).max() ?? 0
    func column(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    func line(_ name: String, _ texts: [String]) -> String {
      name + String(repeating: " ", count: max(0, max(width, 5) - name.count))
        + texts.map { column($0, 11) }.joined()
    }
    let heads = ["setting", "step", "luminance", "holy-grail", "deflicker", "exposure"]
    return [line("photo", heads)]
      + photos.map { photo in
        line(
          photo.name,
          [
            photo.setting.map { Self.text($0) } ?? "–",
            photo.step == 0 ? "" : Self.text(photo.step, sign: true),
            photo.luminance.map { Self.text($0, decimals: 5) } ?? "–",
            settings.holyGrail == nil ? "" : Self.text(photo.holyGrail, sign: true),
            settings.deflicker == nil ? "" : Self.text(photo.deflicker, sign: true),
            Self.text(photo.correction, sign: true),
          ])
      }
  }

  private static func text(_ value: Double, decimals: Int = 3, sign: Bool = false) -> String {
    var unit = 1.0
    for _ in 0..<decimals { unit *= 10 }
    let scaled = Int((abs(value) * unit).rounded())
    let digits = String(scaled)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let mark = scaled == 0 ? (sign ? " " : "") : value < 0 ? "-" : sign ? "+" : ""
    return mark + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}
