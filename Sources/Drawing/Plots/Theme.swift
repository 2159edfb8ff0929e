/// The colours of plots and sheets.
///
/// The series use the palette of M. Okabe and K. Ito (“Color Universal Design”, 2008), because
/// people with common types of colour blindness can distinguish its colours. The light and dark
/// themes use different orders. Colours with low contrast come last or are omitted. Additional
/// series repeat the colours with dashes.
public struct Theme: Sendable, Hashable {
  /// The background colour.
  public var background: Ink
  /// The colour of titles and names.
  public var text: Ink
  /// The colour of axis numbers and other small text.
  public var faintText: Ink
  /// The colour of thin lines in a plot.
  public var grid: Ink
  /// The colour of the lines at 0 and 1 in a plot.
  public var majorGrid: Ink
  /// Colours of a plot's lines, in order. The array must not be empty.
  public var series: [Ink]

  /// Dark colours on white.
  public static let light = Theme(
    background: .white, text: Ink(0x1A1A1A), faintText: Ink(0x666666), grid: Ink(0xECECEC),
    majorGrid: Ink(0xBDBDBD),
    series: [
      Ink(0x0072B2), Ink(0xD55E00), Ink(0x009E73), Ink(0xCC79A7), Ink(0xE69F00), Ink(0x56B4E9),
      .black,
    ])

  /// Bright colours on almost black.
  public static let dark = Theme(
    background: Ink(0x15181C), text: Ink(0xEDEDED), faintText: Ink(0x9AA0A6), grid: Ink(0x272B31),
    majorGrid: Ink(0x50565E),
    series: [
      Ink(0x56B4E9), Ink(0xE69F00), Ink(0x009E73), Ink(0xCC79A7), Ink(0xF0E442), Ink(0xD55E00),
      .white,
    ])

  /// Returns the colour of a series, and its dashes as multiples of the line's width. Dashes are
  /// `nil` until colours repeat.
  public func style(ofSeries index: Int) -> (ink: Ink, dash: (on: Double, off: Double)?) {
    let patterns: [(on: Double, off: Double)?] = [nil, (4, 2), (1.5, 1.5), (8, 2)]
    return (
      series[index % series.count], patterns[index / series.count % patterns.count]
    )
  }
}
