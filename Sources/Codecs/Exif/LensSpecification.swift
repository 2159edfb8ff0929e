internal import BromideSystem

/// The numbers of a lens in a photo's file. Lenses of several models can share them, so they never
/// replace a name.
public struct LensSpecification: Sendable, Hashable, Codable {
  /// The maker's number of the lens, or `nil` if the file lacks it. Numbers of two makers can be
  /// equal.
  public var number: UInt64?
  /// The shortest focal length in millimetres, or 0 if it is unknown.
  public var leastFocalLength = 0.0
  /// The longest focal length in millimetres, or 0 if it is unknown.
  public var mostFocalLength = 0.0
  /// The f-number of the widest aperture at the shortest focal length, or 0 if it is unknown.
  public var leastFocalAperture = 0.0
  /// The f-number of the widest aperture at the longest focal length, or 0 if it is unknown.
  public var mostFocalAperture = 0.0
  /// Letters of the maker for features, such as `G VR`, or an empty text.
  public var features = ""
  /// Whether the lens is fixed to the camera.
  public var isFixed = false

  /// Creates a specification without numbers.
  public init() {}

  /// The numbers and features as a text, such as `18-55mm f/3.5-5.6 G VR`, or `nil` without focal
  /// lengths.
  public var text: String? {
    guard leastFocalLength > 0 else { return nil }
    func range(_ least: Double, _ most: Double) -> String {
      let (least, most) = (Self.text(least), Self.text(most))
      return least == most ? least : "\(least)-\(most)"
    }
    var text = range(leastFocalLength, mostFocalLength) + "mm"
    if leastFocalAperture > 0, mostFocalAperture > 0 {
      text += " f/" + range(leastFocalAperture, mostFocalAperture)
    }
    return features.isEmpty ? text : text + " " + features
  }

  /// Exif's LensSpecification (CIPA DC-008-2019, 4.6.6.9): shortest and longest focal length and
  /// their apertures. An unknown number is `nil`. The array is empty without focal lengths.
  var ratios: [Rational?] {
    guard leastFocalLength > 0 else { return [] }
    return [leastFocalLength, mostFocalLength, leastFocalAperture, mostFocalAperture]
      .map { Self.ratio($0) }
  }

  /// Returns a number as lenses have it: two decimals below 10, because makers' notes contain
  /// rounded logarithms, and one above.
  private static func ratio(_ value: Double) -> Rational? {
    guard value > 0, value < 1e6 else { return nil }
    let hundredths = Int((value * (value < 10 ? 100 : 10)).rounded()) * (value < 10 ? 1 : 10)
    if hundredths % 100 == 0 { return Rational(hundredths / 100, 1) }
    return hundredths % 10 == 0 ? Rational(hundredths / 10, 10) : Rational(hundredths, 100)
  }

  private static func text(_ value: Double) -> String {
    guard let ratio = ratio(value) else { return "0" }
    return ratio.value.text(decimals: ratio.denominator == 1 ? 0 : ratio.denominator == 10 ? 1 : 2)
  }
}

extension LensSpecification {
  /// Reads Exif's LensSpecification, or returns `nil` if the focal lengths are missing.
  init?(_ fields: ExifFields) {
    func number(_ index: Int) -> Double {
      fields.rational(0xA432, at: index).map(\.value).flatMap { $0 > 0 && $0 < 1e5 ? $0 : nil } ?? 0
    }
    self.init()
    (leastFocalLength, mostFocalLength) = (number(0), number(1))
    (leastFocalAperture, mostFocalAperture) = (number(2), number(3))
    guard leastFocalLength > 0, mostFocalLength >= leastFocalLength else { return nil }
  }
}
