/// The colours of plots and sheets.
///
/// The series are the palette of M. Okabe and K. Ito (“Color Universal Design”, 2008), which people
/// with any of the common colour blindnesses can tell apart. Light and dark each have their own
/// order: colours that are faint on the background come last or are left out. Further series repeat
/// the colours with dashes.
public struct Theme: Sendable, Hashable {
  /// The background colour.
  public var background: Ink
  /// Titles and names.
  public var text: Ink
  /// Numbers at axes, and other small print.
  public var faintText: Ink
  /// Thin lines of a plot.
  public var grid: Ink
  /// The lines at 0 and 1 of a plot.
  public var majorGrid: Ink
  /// Colours of a plot's lines, in order; not empty.
  public var series: [Ink]

  /// Dark on white.
  public static let light = Theme(
    background: .white, text: Ink(0x1A1A1A), faintText: Ink(0x666666), grid: Ink(0xECECEC),
    majorGrid: Ink(0xBDBDBD),
    series: [
      Ink(0x0072B2), Ink(0xD55E00), Ink(0x009E73), Ink(0xCC79A7), Ink(0xE69F00), Ink(0x56B4E9),
      .black,
    ])

  /// Bright on nearly black.
  public static let dark = Theme(
    background: Ink(0x15181C), text: Ink(0xEDEDED), faintText: Ink(0x9AA0A6), grid: Ink(0x272B31),
    majorGrid: Ink(0x50565E),
    series: [
      Ink(0x56B4E9), Ink(0xE69F00), Ink(0x009E73), Ink(0xCC79A7), Ink(0xF0E442), Ink(0xD55E00),
      .white,
    ])

  /// The colour of series `index`, and its dashes as multiples of the line's width; nil until
  /// colours repeat.
  public func style(ofSeries index: Int) -> (ink: Ink, dash: (on: Double, off: Double)?) {
    let patterns: [(on: Double, off: Double)?] = [nil, (4, 2), (1.5, 1.5), (8, 2)]
    return (
      series[index % series.count], patterns[index / series.count % patterns.count]
    )
  }
}
