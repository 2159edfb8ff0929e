/// Corrections that the user set, and that have no effect on a photo.
///
/// The text names settings as recipes do. A command can name its flags instead.
public enum IdleCorrection: Sendable, Hashable {
  /// The lens corrections of this choice, and the reason.
  case lens(OpticsSettings.Lens, reason: String)
  /// Corrections of a mosaic, of a photo without a mosaic.
  case sensor([OpticsCorrection])
}

extension IdleCorrection: CustomStringConvertible {
  /// A sentence without the photo's name.
  public var description: String {
    switch self {
    case .lens(let lens, let reason): "lens \(lens.rawValue): \(reason)"
    case .sensor(let corrections):
      "without \(corrections.map(\.noun).joined(separator: ", ")): the photo has no mosaic to correct"
    }
  }
}

extension OpticsCorrection {
  fileprivate var noun: String {
    switch self {
    case .lateralColor: "lateral colour"
    case .hotPixels: "hot pixels"
    case .captureSharpening: "capture sharpening"
    case .noise: "noise reduction"
    }
  }
}
