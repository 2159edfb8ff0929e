public import BromideDevelop
internal import BromideLibc

/// Settings of Camera Raw that become other parameters of Bromide.
extension Sidecar {
  mutating func readEffects(_ reader: inout SidecarReader) throws(SidecarError) {
    if let name = reader.greyProperty { set(.monochrome, 1, name) }
    reader.pass("ConvertToGrayscale")
    try readTexture(&reader)
    try readDehaze(&reader)
    try readCurves(&reader)
    try readVignette(&reader)
    if let amount = try reader.number("GrainAmount", 0...100), amount > 0 {
      let size = try reader.number("GrainSize", 0...100) ?? 25
      set(.grain, 0.006 * amount, "GrainAmount")
      set(.grainSize, 0.0003 * pow(2, size / 25), "GrainSize")
    }
  }

  /// Adds fine contrast for a positive texture. Bromide has no filter for a negative one.
  private mutating func readTexture(_ reader: inout SidecarReader) throws(SidecarError) {
    guard let texture = try reader.number("Texture", -100...100) else { return }
    if texture < 0 { unsupported.append("crs:Texture") }
    guard texture > 0 else { return }
    set(.sharpen, 0.006 * texture, "Texture", isApproximate: true)
    set(.sharpenRadius, 0.0008, "Texture", isApproximate: true)
  }

  /// Replaces haze removal, which depends on the photo's content, with contrast, blacks and
  /// saturation.
  private mutating func readDehaze(_ reader: inout SidecarReader) throws(SidecarError) {
    guard let haze = try reader.number("Dehaze", -100...100), haze != 0 else { return }
    set(.contrast, value(.contrast) * pow(2, haze / 250), "Dehaze", isApproximate: true)
    set(.blacks, value(.blacks) - 0.006 * haze, "Dehaze", isApproximate: true)
    set(.saturation, value(.saturation) * (1 + haze / 400), "Dehaze", isApproximate: true)
  }

  private mutating func readVignette(_ reader: inout SidecarReader) throws(SidecarError) {
    guard let amount = try reader.number("PostCropVignetteAmount", -100...100), amount != 0 else {
      return
    }
    let middle = try reader.number("PostCropVignetteMidpoint", 0...100) ?? 50
    let stops = (amount < 0 ? -3 : 2) * pow(abs(amount) / 100, 1.5)
    set(.vignette, stops, "PostCropVignetteAmount")
    set(.vignetteSize, 0.006 * middle, "PostCropVignetteMidpoint")
  }

  /// Reads the parametric curve, the curve through points, which follows it, and the curves of red,
  /// green and blue.
  private mutating func readCurves(_ reader: inout SidecarReader) throws(SidecarError) {
    let parametric = try Self.parametric(&reader)
    let points = try Self.points("ToneCurvePV2012", &reader)
    let names =
      (parametric == nil ? [] : ["Parametric"]) + (points == nil ? [] : ["ToneCurvePV2012"])
    var values = points ?? []
    if let parametric {
      let curve = points.map { Parameter.curve($0) }
      values = stride(from: 0, to: parametric.count, by: 2).flatMap { index in
        [parametric[index], curve?(parametric[index + 1]) ?? parametric[index + 1]]
      }
    }
    for name in names { set(.toneCurve, values, name, isApproximate: parametric != nil) }
    for (color, parameter) in [
      ("Red", Parameter.toneCurveRed), ("Green", .toneCurveGreen), ("Blue", .toneCurveBlue),
    ] {
      let name = "ToneCurvePV2012" + color
      if let points = try Self.points(name, &reader) { set(parameter, points, name) }
    }
  }

  /// Returns the points of a curve, or `nil` for a straight line.
  private static func points(
    _ name: String, _ reader: inout SidecarReader
  ) throws(SidecarError) -> [Double]? {
    guard let value = reader.value(XMPName.cameraRaw, name) else { return nil }
    reader.pass(name)
    guard case .list(let items) = value else {
      throw .value("crs:" + name, found: "", accepted: "a list of points")
    }
    if items.isEmpty { return nil }
    var values: [Double] = []
    for item in items {
      let numbers = item.split(separator: ",").map { part in Double(part.filter { $0 != " " }) }
      guard numbers.count == 2, let x = numbers[0], let y = numbers[1], (0...255).contains(x),
        (0...255).contains(y)
      else { throw .value("crs:" + name, found: item, accepted: "points x, y from 0 to 255") }
      values += [x / 255, y / 255]
    }
    guard Parameter.toneCurve.accepts(values) else {
      throw .value("crs:" + name, found: items.joined(separator: "; "), accepted: "rising x")
    }
    return values == [0, 0, 1, 1] ? nil : values
  }

  /// Returns 17 points of the parametric curve, or `nil` if its sliders are 0.
  ///
  /// Each slider is a raised cosine over its zone: y = x + 0.15 Σ v/100 · sin²(π(x − lo)/(hi − lo)).
  private static func parametric(_ reader: inout SidecarReader) throws(SidecarError) -> [Double]? {
    let names = ["Shadows", "Darks", "Lights", "Highlights"]
    var sliders: [Double] = []
    for name in names {
      sliders.append(try reader.number("Parametric" + name, -100...100) ?? 0)
    }
    guard sliders.contains(where: { $0 != 0 }) else { return nil }
    var splits: [Double] = []
    for (name, standard) in [("Shadow", 25.0), ("Midtone", 50), ("Highlight", 75)] {
      splits.append((try reader.number("Parametric\(name)Split", 0...100) ?? standard) / 100)
    }
    let zones: [(Double, Double)] = [
      (0, splits[1]), (0, splits[2]), (splits[0], 1), (splits[1], 1),
    ]
    var least = 0.0
    return (0...16).flatMap { step in
      let x = Double(step) / 16
      var y = x
      for (slider, (low, high)) in zip(sliders, zones) where x > low && x < high {
        y += 0.15 * slider / 100 * pow(sin(.pi * (x - low) / (high - low)), 2)
      }
      // A curve that falls would reverse tones.
      least = min(max(y, least), 1)
      return [x, least]
    }
  }

  /// The value of a parameter after the settings so far.
  private func value(_ parameter: Parameter) -> Double {
    settings.last { $0.parameter == parameter.name }?.value ?? parameter.standard?[0] ?? 0
  }

  private mutating func set(
    _ parameter: Parameter, _ value: Double, _ name: String, isApproximate: Bool = false
  ) {
    let rounded = (value * 1e9).rounded() / 1e9
    settings.append(
      Setting(
        name: "crs:" + name, parameter: parameter.name, place: 0,
        value: parameter.clamped([rounded])[0], isApproximate: isApproximate))
  }

  private mutating func set(
    _ curve: Parameter, _ points: [Double], _ name: String, isApproximate: Bool = false
  ) {
    settings.append(
      Setting(
        name: "crs:" + name, parameter: curve.name, place: 0, value: 0, values: points,
        isApproximate: isApproximate))
  }
}

/// A correction of lens and sensor in a sidecar.
public struct SidecarCorrection: Sendable, Hashable {
  /// The values of corrections.
  public enum Value: Sendable, Hashable {
    case sharpening(OpticsSettings.Sharpening)
    case noise(OpticsSettings.NoiseReduction)
    case lens(OpticsSettings.Lens)
    case lateralColor(OpticsSettings.LateralColorChoice)
  }

  /// The property's name with its usual prefix.
  public let name: String
  /// The key of the correction in recipes.
  public let key: String
  /// The value.
  public let value: Value
  /// Whether details of the property are lost.
  public let isApproximate: Bool

  /// Applies the correction.
  public func apply(to optics: inout OpticsSettings) {
    switch value {
    case .sharpening(let sharpening): optics.captureSharpening = sharpening
    case .noise(let noise): optics.noise = noise
    case .lens(let lens): optics.lens = lens
    case .lateralColor(let color): optics.lateralColor = color
    }
  }
}

extension Sidecar {
  /// Reads the corrections that differ from Adobe's defaults, which equal Bromide's.
  mutating func readCorrections(_ reader: inout SidecarReader) throws(SidecarError) {
    if let amount = try reader.number("Sharpness", 0...150), amount != 40 {
      let value: OpticsSettings.Sharpening =
        amount == 0 ? .none : .amount(min(3, (1.7 * amount / 40 * 1e9).rounded() / 1e9))
      add("Sharpness", "capture-sharpen", .sharpening(value))
    }
    let luminance = try reader.number("LuminanceSmoothing", 0...100)
    let color = try reader.number("ColorNoiseReduction", 0...100)
    if let luminance, luminance > 0 {
      add("LuminanceSmoothing", "noise-reduction", .noise(.auto), isApproximate: true)
    } else if let color, color == 0 {
      add("ColorNoiseReduction", "noise-reduction", .noise(.none))
    } else if let color, color != 25 {
      add("ColorNoiseReduction", "noise-reduction", .noise(.light), isApproximate: true)
    }
    if let profile = try reader.number("LensProfileEnable", 0...1) {
      add("LensProfileEnable", "lens", .lens(profile == 1 ? .auto : .embedded))
    }
    if let lateral = try reader.number("AutoLateralCA", 0...1), lateral == 1 {
      add("AutoLateralCA", "ca", .lateralColor(.auto))
    }
  }

  private mutating func add(
    _ name: String, _ key: String, _ value: SidecarCorrection.Value, isApproximate: Bool = false
  ) {
    corrections.append(
      SidecarCorrection(name: "crs:" + name, key: key, value: value, isApproximate: isApproximate))
  }
}
