internal import Develop
internal import PhotoLoading
internal import Pixels
internal import RawDecoding

/// Says what a photo cannot get of what was asked for: as warnings, or, if these are failures, by throwing the first.
struct PhotoWarnings {
  /// The photo, as messages name it.
  let photo: String
  /// Whether warnings are failures.
  let isStrict: Bool

  /// Says which of the file's own corrections cannot be followed, and that there are none where they were asked for.
  func tellLens(
    _ raw: RawPhoto, _ source: DevelopSource, _ lens: OpticsSettings.Lens
  ) throws(DevelopError) {
    guard lens != .none else { return }
    if lens == .lensfun, case .unknown(let reason) = source.lens?.knowledge {
      try warn("--lens lensfun: the photo stays unchanged, because \(reason)")
    }
    let embedded = raw.embeddedOptics
    let required = embedded.ignored.filter { !$0.isOptional }.map(\.text)
    if !required.isEmpty {
      try warn("Bromide cannot apply corrections in the file: \(required.joined(separator: ", "))")
    }
    if lens == .embedded, embedded.isEmpty, required.isEmpty {
      try warn("--lens embedded: the file does not contain corrections")
    }
  }

  /// Says which corrections the photo's sensor cannot get, of those that were asked for by name.
  func tellCorrections(
    _ optics: OpticsSettings, asked: Set<OpticsCorrection>, of image: SensorImage
  ) throws(DevelopError) {
    let lost = optics.withoutEffect(on: image).filter(asked.contains).map(\.flag)
    guard !lost.isEmpty else { return }
    try warn("without \(lost.joined(separator: ", ")): the photo has no mosaic to correct")
  }

  /// Says which of the values that the file states the picture does not have as stated.
  func tell(_ remarks: [String]) throws(DevelopError) {
    for remark in remarks { try warn(remark) }
  }

  private func warn(_ sentence: String) throws(DevelopError) {
    guard !isStrict else { throw .unsupported(sentence) }
    ColorGuesses.add("\(photo): \(sentence)")
  }
}

extension OpticsCorrection {
  /// The flag that asks for it.
  fileprivate var flag: String {
    switch self {
    case .lateralColor: "--ca"
    case .hotPixels: "--hot-pixels"
    case .captureSharpening: "--capture-sharpen"
    case .noise: "--denoise"
    }
  }
}
