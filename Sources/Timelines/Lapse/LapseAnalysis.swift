/// The measurements of a sequence's photos, and the exposures that make them match.
///
/// It is made once per run, so that a single frame, a shard of the frames and the full run agree.
/// The measurements do not depend on the smoothing, so another smoothing reuses them.
public struct LapseAnalysis: Sendable, Hashable {
  /// One photo of the sequence.
  public struct Photo: Sendable, Hashable, Codable {
    /// The file's name.
    public var name: String
    /// The camera's setting in EV (`ExposureSetting.brightness`), or `nil` if unknown.
    public var setting: Double?
    /// Mean linear light of the measured part, 1 for white (`RawLuminance`), or `nil` if it was not
    /// measured.
    public var luminance: Double?
    /// Light of the measured part's tiles in EV, 0 for white (`RawLuminance.Light`), or `nil` if
    /// they were not measured.
    public var tiles: [Double]?
    /// The recorded white balance, or `nil` if it was not read or is missing.
    public var recorded: RecordedBalance?
    /// The white balance that makes it match, or `nil` to keep the photo's balance.
    public var balance: RecordedBalance?
    /// EV by which the setting is above the photo before.
    public var step = 0.0
    /// EV that evens out steps.
    public var holyGrail = 0.0
    /// EV that evens out flicker.
    public var deflicker = 0.0

    /// EV to add to the photo's exposure.
    public var correction: Double { holyGrail + deflicker }

    init(
      name: String, setting: Double?, luminance: Double?, tiles: [Double]? = nil,
      recorded: RecordedBalance? = nil
    ) {
      self.name = name
      self.setting = setting
      self.luminance = luminance
      self.tiles = tiles
      self.recorded = recorded
    }
  }

  /// The settings for matching photos.
  public let settings: LapseSettings
  /// Identifies the measurements' subject: equal for equal photos, part and white balance.
  public let fingerprint: String
  /// The photos in the sequence's order.
  public let photos: [Photo]
  /// Outliers. Photos with lightning get the correction of their neighbours. Photos with a car's
  /// lights get the correction for the rest of their picture.
  public let outliers: [Int]

  /// Calculates corrections from measurements.
  init(_ measured: [Photo], fingerprint: String, settings: LapseSettings) {
    let set = HolyGrail.carried(measured.map(\.setting))
    let steps = HolyGrail.steps(measured.map(\.setting))
    let (luminance, lit) =
      settings.deflicker.map { LocalLights.removed(from: measured, smooth: $0.smooth) }
      ?? (measured.map(\.luminance), [])
    let light = settings.deflicker.flatMap {
      MeasuredLight(luminance, settings: set, smooth: $0.smooth)
    }
    let changes = Self.changes(luminance, set, light, settings)
    let balances = RecordedBalance.matched(measured.map(\.recorded), by: settings)
    photos = measured.indices.map { i in
      var photo = measured[i]
      photo.step = steps[i]
      photo.holyGrail = changes.holyGrail[i]
      photo.deflicker = changes.deflicker[i]
      photo.balance = balances[i]
      return photo
    }
    outliers = Set(light?.outliers ?? []).union(lit).sorted()
    self.settings = settings
    self.fingerprint = fingerprint
  }

  /// EV that even out steps and flicker.
  private static func changes(
    _ luminance: [Double?], _ set: [Double], _ light: MeasuredLight?, _ settings: LapseSettings
  ) -> (holyGrail: [Double], deflicker: [Double]) {
    let none = luminance.map { _ in 0.0 }
    guard let holyGrail = settings.holyGrail else {
      guard let deflicker = settings.deflicker else { return (none, none) }
      return (
        none,
        Deflicker.correction(
          luminance, brightness: none, settings: set, smooth: deflicker.smooth)
      )
    }
    guard let deflicker = settings.deflicker, let light else {
      return (compensation(set, holyGrail, reach: nil), none)
    }
    if holyGrail.smooth == nil {
      return (
        zip(light.course(set), zip(light.light, set)).map { $0 - $1.0 - $1.1 },
        light.deviations.map { -$0 }
      )
    }
    return (
      compensation(set, holyGrail, reach: deflicker.smooth),
      Deflicker.correction(luminance, brightness: set, smooth: deflicker.smooth, rounds: 2)
    )
  }

  /// Returns the EV that replace the settings' curve by a smooth one.
  ///
  /// A set window is applied exactly if deflicker is off. With deflicker, the remains of each step
  /// would be the only ripple in a smooth run, so the corners are rounded.
  /// - Parameter reach: Photos on either side for smoothing flicker, or `nil` if flicker stays.
  private static func compensation(
    _ set: [Double], _ choice: LapseSettings.HolyGrail, reach: Double?
  ) -> [Double] {
    guard let window = choice.smooth else { return zip(HolyGrail.spread(set), set).map { $0 - $1 } }
    let glide = HolyGrail.compensation(set, smooth: window)
    guard let reach else { return glide }
    let rounded = LocalTrend.through(
      zip(glide, set).map { $0 + $1 },
      reach: HolyGrail.rounding(set, reach: Int(reach.rounded())), isRobust: false)
    return zip(rounded, set).map { $0 - $1 }
  }

  /// The number of photos without an exposure time. They use the settings of the photo before.
  public var unknownExposures: Int { photos.count { $0.setting == nil } }

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
    let hasBalance = photos.contains { $0.balance != nil }
    let heads =
      ["setting", "step", "luminance", "holy-grail", "deflicker", "exposure"]
      + (hasBalance ? ["recorded", "balance"] : [])
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
          ] + (hasBalance ? [Self.text(photo.recorded), Self.text(photo.balance)] : []))
      }
  }

  /// Kelvin and tint.
  private static func text(_ balance: RecordedBalance?) -> String {
    guard let balance else { return "–" }
    let tint = Int(balance.tint.rounded())
    return "\(Int(balance.kelvin.rounded()))" + (tint < 0 ? "\(tint)" : "+\(tint)")
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
