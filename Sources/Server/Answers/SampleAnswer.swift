internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// The colour spaces and the window of samples.
struct SampleForms {
  let spaces: [SampleSpace]
  let window: SampleWindow

  /// Reads the spaces and the window of a request.
  ///
  /// - Throws: `Rejection` that names the invalid space or window value.
  init(_ names: [String], _ window: ProtoWindow) throws(Rejection) {
    let known = SampleSpace.all.map(\.name)
    var spaces: [SampleSpace] = []
    for name in names.isEmpty ? ["hex", "srgb", "lab"] : names {
      guard let space = SampleSpace.named(name) else {
        throw .wrong(
          "no space is called “\(name)”; expected one of \(known.joined(separator: ", "))"
            + Suggestion.text(for: name, among: known))
      }
      spaces.append(space)
    }
    self.spaces = spaces
    let statistic = window.statistic.isEmpty ? "mean" : window.statistic
    guard let statistic = SampleWindow.Statistic(rawValue: statistic) else {
      let names = SampleWindow.Statistic.allCases.map(\.rawValue)
      throw .wrong("statistic: expected one of \(names.joined(separator: ", "))")
    }
    let most = SampleWindow.Side.mostPixels
    guard max(window.side, window.height) <= most else {
      throw .wrong("a window has sides of up to \(most) pixels")
    }
    guard !window.round || window.height == 0 else {
      throw .wrong("round: requires a window without a height")
    }
    self.window = SampleWindow(
      side: .pixels(max(1, Int(window.side))),
      height: window.height == 0 ? nil : .pixels(Int(window.height)),
      shape: window.round ? .round : .square, statistic: statistic)
  }

  /// Converts the points of a request.
  static func places(_ points: [ProtoPoint]) throws(Rejection) -> [NormalizedPoint] {
    guard !points.isEmpty, points.count <= mostPoints else {
      throw .wrong("give 1 to \(mostPoints) points")
    }
    return points.map { NormalizedPoint(x: $0.x, y: $0.y) }
  }

  /// Samples the picture at all points.
  ///
  /// - Throws: `Rejection` if a point is outside the picture, or if a space does not support it.
  func samples(
    _ sampler: PointSampler, _ places: [NormalizedPoint]
  ) throws(Rejection) -> [ProtoSample] {
    let readouts = spaces.map { SampleReadout($0, from: sampler.space) }
    let scratch = sampler.makeScratch()
    var samples: [ProtoSample] = []
    for place in places {
      do throws(SamplingError) {
        let sample = try sampler.sample(at: place, window: window, scratch: scratch)
        samples.append(try message(sample, readouts))
      } catch {
        throw .wrong("\(error)")
      }
    }
    return samples
  }

  private func message(
    _ sample: Sample, _ readouts: [SampleReadout]
  ) throws(SamplingError) -> ProtoSample {
    var message = ProtoSample()
    message.point.x = sample.point.x
    message.point.y = sample.point.y
    message.pixelX = UInt32(sample.pixelX)
    message.pixelY = UInt32(sample.pixelY)
    message.count = UInt32(sample.count)
    message.colors = readouts.compactMap { readout in
      // Skip spaces that the picture does not support. For example, a JPEG has no camera values.
      guard let value = readout.value(sample) else { return nil }
      var color = ProtoColor()
      color.space = readout.space.name
      if readout.space == .hex {
        color.text = SampleReadout.hex(value)
      } else {
        color.values = readout.space.components.indices.map { value[$0] }
      }
      return color
    }
    return message
  }

  private static let mostPoints = 10_000
}

/// Answers `ProtoSampleRequest`.
struct SampleAnswer {
  private let site: Site
  private let request: ServedRequest

  init(_ site: Site, _ request: ServedRequest) {
    self.site = site
    self.request = request
  }

  func answer(_ requested: ProtoSampleRequest) throws(Rejection) -> ProtoSampleAnswer {
    let file = try site.folder.file(Array(requested.picture.utf8))
    let forms = try SampleForms(requested.spaces, requested.window)
    let places = try SampleForms.places(requested.points)
    let query = try DevelopQuery(
      requested.parameters.map { ($0.name, $0.value) }, over: site.settings.development)
    if query.isPlaced {
      throw .wrong(
        "filters of neighbours and places cannot be sampled; develop the photo and sample the picture"
      )
    }
    let context = site.folder.context
    var settings = OpeningSettings(context)
    settings.photo = query.settings
    settings.photo.loading.context = context
    // Use the same corrections as `bromide sample`: shading by the file's corrections or lensfun,
    // and no correction that must be measured.
    settings.photo.recipe.optics = .none.with(query.settings.recipe.optics.lens)
    settings.places = places
    settings.window = forms.window
    switch requested.light {
    case "", "scene": settings.light = .scene
    case "convert": settings.light = .convert
    default: throw .wrong("light: expected scene or convert")
    }
    let found = try opening { () throws(OpeningError) in
      try PictureOpener(settings: settings).find(file.path)
    }
    guard found.kind == .raw || (requested.parameters.isEmpty && requested.light.isEmpty) else {
      throw .wrong("parameters and light are for raw photos; this is a finished picture")
    }
    return try site.maker.memory.with(found.memory, for: request) { () throws(Rejection) in
      try answer(requested, found, forms, places, file, settings.photo)
    }
  }

  private func answer(
    _ requested: ProtoSampleRequest, _ found: PictureOpener.Found, _ forms: SampleForms,
    _ places: [NormalizedPoint], _ file: ServedFile, _ settings: PhotoSettings
  ) throws(Rejection) -> ProtoSampleAnswer {
    let picture = try opening { () throws(OpeningError) in try found.open(.alone) }
    if let damage = picture.damage { throw Rejection(422, "it is damaged: \(damage)") }
    guard case .still(let sampler) = picture.frames else {
      throw .wrong("it is a clip; send its frames")
    }
    var answer = ProtoSampleAnswer()
    answer.samples = try forms.samples(sampler, places)
    if let loss = picture.loss() { throw Rejection(500, loss) }
    answer.width = UInt32(sampler.size.width)
    answer.height = UInt32(sampler.size.height)
    answer.facts = picture.facts.map(ProtoFact.init)
    answer.warnings = file.sentences(picture.warnings, settings)
    if requested.hasPose { answer.pose = requested.pose }
    return answer
  }

  private func opening<R>(_ body: () throws(OpeningError) -> R) throws(Rejection) -> R {
    do throws(OpeningError) { return try body() } catch {
      throw Rejection(422, OpeningWords.sentence(error))
    }
  }
}

extension ProtoFact {
  init(_ fact: Fact) {
    self.init()
    name = fact.name
    value = fact.value
    source = fact.source
  }
}

/// Describes errors of opening a file without its name.
enum OpeningWords {
  static func sentence(_ error: OpeningError) -> String {
    switch error {
    case .photo(let error): error.reason
    case .sidecar(let error): error.reason
    case .develop(let error): error.description
    case .unreadable(let error): error.reason
    case .unknownProfile: "its ICC profile does not consist of three primaries and a curve"
    default: "it cannot be read"
    }
  }
}
