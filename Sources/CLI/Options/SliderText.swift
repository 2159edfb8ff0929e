internal import BromideDevelop
internal import BromidePhotos

/// Explains the numbers of Lightroom's sliders, which are not the numbers of Bromide's flags.
enum SliderText {
  /// Returns the flag for a slider's value, or an empty text if the rejected value is not a number
  /// of this slider: `; Lightroom's +20 is --contrast 1.07`.
  static func advice(_ text: String, for parameter: Parameter) -> String {
    guard let number = Double(text), parameter.form == .number,
      let slider = SidecarMapping.table.first(where: { $0.parameter == parameter }),
      slider.range.contains(number), slider.range != parameter.range
    else { return "" }
    // Two decimals are finer than a step of most sliders.
    let value = (slider.value(number) * 100).rounded() / 100
    let sign = number > 0 && !text.hasPrefix("+") ? "+" : ""
    return "; Lightroom's \(sign)\(text) is --\(parameter.name) \(parameter.text([value]))"
  }
}
