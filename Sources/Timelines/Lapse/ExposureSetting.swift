internal import BromideCodecs
internal import BromideLibc

/// A camera's setting in stops of brightness: log₂(time · ISO/100 / f-number²).
///
/// Cameras write rounded names of their settings: 1/60 s is 2⁻⁶ s, f/5.6 is √32, ISO 125 is
/// 100·2^⅓. With the rounded values, the step from 1/15 to 1/8 s would be 0.91 EV although the
/// light doubles. Each number is therefore rounded to its series: full, third or half stops (ISO
/// 12232, and the shutter speeds and f-numbers of cameras, which all are powers of 2^⅓ and 2^½
/// starting at 1 s, f/1 and ISO 100).
public struct ExposureSetting: Sendable, Hashable {
  /// EV that the shutter gives: log₂ of its seconds.
  public let time: Double
  /// EV of the aperture: −2 log₂ of the f-number. It is 0 if it is unknown, for example for a lens
  /// without contacts.
  public let aperture: Double
  /// EV of the sensitivity: log₂(ISO/100). It is 0 if it is unknown.
  public let sensitivity: Double

  /// All three together: 1 more is a picture twice as bright.
  public var brightness: Double { time + aperture + sensitivity }

  /// Creates the setting in a header. Returns `nil` if the header has no exposure time.
  public init?(_ facts: PhotoFacts) {
    guard let seconds = facts.exposureTime?.value, seconds > 0, seconds.isFinite else {
      return nil
    }
    time = Self.time(seconds)
    let stop = facts.fNumber?.value ?? 0
    aperture = stop > 0 && stop.isFinite ? -2 * Self.stop(stop) : 0
    sensitivity = facts.iso.map { $0 > 0 ? Self.sensitivity($0) : 0 } ?? 0
  }

  /// log₂ of the seconds that a shutter speed names. Above 30 s a timer counts, and seconds are
  /// seconds.
  static func time(_ seconds: Double) -> Double {
    if seconds > 30.5 { return log2(seconds) }
    // 3 s and 1.5 s are names of half stops only, but slightly closer to the thirds 3.2 and 1.6.
    for (name, stops) in [(3.0, 1.5), (1.5, 0.5)] where abs(seconds / name - 1) < 0.001 {
      return stops
    }
    return snapped(log2(seconds))
  }

  /// Returns log₂ of the f-number that a name means. A third of a stop is a factor of 2^(1/6).
  static func stop(_ fNumber: Double) -> Double { snapped(2 * log2(fNumber)) / 2 }

  /// Stops above ISO 100.
  static func sensitivity(_ iso: Int) -> Double { snapped(log2(Double(iso) / 100)) }

  /// Returns the nearest third or half of a stop. A number that is too far from both for a rounded
  /// name stays unchanged.
  ///
  /// The names with the largest rounding are 1/15, 1/30 and 1/60 s: 0.093 EV.
  private static func snapped(_ stops: Double) -> Double {
    let thirds = (stops * 3).rounded() / 3
    let halves = (stops * 2).rounded() / 2
    let nearest = abs(stops - thirds) <= abs(stops - halves) ? thirds : halves
    return abs(stops - nearest) <= 0.1 ? nearest : stops
  }
}
