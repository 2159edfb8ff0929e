internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideValues

/// Collects warnings about settings that a photo does not support, or throws the first one with
/// `--strict`. A warning names a setting and not its flag, because a recipe can also set it.
struct PhotoWarnings {
  /// The photo's name in messages.
  let photo: String
  /// Whether a warning must fail the photo.
  let isStrict: Bool
  /// The warnings so far.
  private(set) var all: [Warning] = []

  init(photo: String, isStrict: Bool) {
    self.photo = photo
    self.isStrict = isStrict
  }

  /// Warns about lens corrections that the file requires and Bromide does not support. Also warns
  /// if the requested corrections are missing.
  mutating func checkLens(
    _ raw: RawPhoto, _ source: DevelopSource, _ lens: OpticsSettings.Lens
  ) throws(DevelopError) {
    guard lens != .none else { return }
    if lens == .lensfun, case .unknown(let reason) = source.lens?.knowledge {
      try warn("lens \(lens.rawValue): the photo stays unchanged, because \(reason)")
    }
    let embedded = raw.embeddedOptics
    let required = embedded.ignored.filter { !$0.isOptional }.map(\.text)
    if !required.isEmpty {
      try warn("Bromide cannot apply corrections in the file: \(required.joined(separator: ", "))")
    }
    if lens == .embedded, embedded.isEmpty, required.isEmpty {
      try warn("lens \(lens.rawValue): the file does not contain corrections")
    }
  }

  /// Warns about explicitly set corrections that the photo's sensor does not support.
  mutating func checkCorrections(
    _ optics: OpticsSettings, requested: Set<OpticsCorrection>, of image: SensorImage
  ) throws(DevelopError) {
    let lost = optics.withoutEffect(on: image).filter(requested.contains)
    if !lost.isEmpty {
      let nouns = lost.map(\.noun).joined(separator: ", ")
      try warn("without \(nouns): the photo has no mosaic to correct")
    }
  }

  /// Warns about recorded values that the picture cannot reproduce.
  mutating func add(_ remarks: [String]) throws(DevelopError) {
    for remark in remarks { try warn(remark) }
  }

  private mutating func warn(_ sentence: String) throws(DevelopError) {
    guard !isStrict else { throw .unsupported(sentence) }
    all.append(Warning("\(photo): \(sentence)"))
  }
}

extension OpticsCorrection {
  /// The name for a person.
  fileprivate var noun: String {
    switch self {
    case .lateralColor: "lateral colour"
    case .hotPixels: "hot pixels"
    case .captureSharpening: "capture sharpening"
    case .noise: "noise reduction"
    }
  }
}
