internal import BromideDevelop
internal import BromideKernels
internal import BromidePhotos
internal import BromideSystem

extension LateralColor {
  /// The shift along the radius, at 9/10 of the radius.
  var text: String {
    let (red, blue) = (red.alongRadius(0.9), blue.alongRadius(0.9))
    return "lateral colour of red \(red.text(decimals: 2)), blue \(blue.text(decimals: 2)) px"
  }
}

extension LockedOptics.Entry {
  /// The measurement as text, such as `lateral colour of red -0.99, blue 0.16 px, blur 0.62 px,
  /// noise 3.4e-05·x + 1.2e-07, as IMG_1.CR2 shows`.
  var text: String {
    var facts: [String] = []
    if let color = reading.lateralColor { facts.append(color.text) }
    if let radius = reading.radius { facts.append("blur \(radius.text(decimals: 2)) px") }
    facts.append(
      reading.noise.map { "noise \(Self.short($0.a))·x + \(Self.short($0.b))" }
        ?? "noise unknown")
    return facts.joined(separator: ", ") + ", as \(photo) shows"
  }

  /// Formats a number with two digits.
  private static func short(_ value: Double) -> String {
    guard value > 0 else { return "0" }
    var (digits, exponent) = (value, 0)
    while digits < 1 {
      digits *= 10
      exponent -= 1
    }
    return exponent == 0
      ? digits.text(decimals: 1) : "\(digits.text(decimals: 1))e\(exponent)"
  }
}
