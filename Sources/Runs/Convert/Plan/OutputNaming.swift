internal import BromideCodecs
internal import BromideSystem
internal import SystemPackage

/// Assigns a different output to each input, or reports why it cannot.
struct OutputNaming {
  private let request: ConvertRequest
  private let inputs: [FoundInput]
  /// The metadata of the photos, if the template needs it.
  private let photos: [PhotoMetadata?]

  init(request: ConvertRequest, inputs: [FoundInput], metadata: (FilePath) -> PhotoMetadata?) {
    self.request = request
    self.inputs = inputs
    photos = inputs.map { request.name.needsMetadata ? metadata($0.path) : nil }
  }

  /// Returns one output for each input.
  func outputs() throws(PlanError) -> [PictureOutput] {
    switch request.destination {
    case .standardOutput:
      try requireOneInput(for: nil)
      return inputs.map { _ in .standardOutput }
    case .file(let path):
      try requireOneInput(for: path)
      try rejectInputs(among: [path])
      return inputs.map { _ in .file(path) }
    case .folder, .nextToInput:
      let plain = inputs.indices.map { path(of: $0, keepsExtension: false) }
      let keys = plain.map(\.collisionKey)
      let counts = Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
      let resolved = inputs.indices.map { index in
        counts[keys[index]] == 1 ? plain[index] : path(of: index, keepsExtension: true)
      }
      try rejectCollisions(resolved)
      try rejectInputs(among: resolved)
      return resolved.map { .file($0) }
    }
  }

  /// Returns outputs that keep their input's extension, because several inputs would otherwise get
  /// the same name.
  func keptExtensions(_ outputs: [PictureOutput]) -> [String] {
    switch request.destination {
    case .standardOutput, .file: []
    case .folder, .nextToInput:
      zip(inputs.indices, outputs).compactMap { index, output in
        output.path == path(of: index, keepsExtension: false) ? nil : output.name
      }
    }
  }

  private func requireOneInput(for file: FilePath?) throws(PlanError) {
    guard inputs.count <= 1 else { throw .severalInputs(inputs.count, file: file) }
  }

  private func path(of index: Int, keepsExtension: Bool) -> FilePath {
    let input = inputs[index]
    let source = input.path.removingLastComponent()
    var values = NameTemplate.Values(
      stem: input.path.reversibleStem, ext: input.path.reversibleExtension,
      folder: (FileSystem.resolved(input.path.parent) ?? source).reversibleName,
      number: (index + 1).padded(toDigits: String(inputs.count).count))
    values.date = photos[index]?.captureTime.map {
      "\($0.year.padded(toDigits: 4))-\($0.month.padded(toDigits: 2))-\($0.day.padded(toDigits: 2))"
    }
    values.camera = photos[index]?.model
    var result = request.name.expand(values)
    if keepsExtension && !values.ext.isEmpty && !request.name.uses(.ext) {
      result += "." + values.ext
    }
    let folder =
      if case .folder(let folder) = request.destination {
        request.tree == .flat ? folder : folder.appending(input.mirrored.components)
      } else {
        source
      }
    return folder.appending(
      reversible: "\(result).\(request.settings.encoding.format.suffix)")
  }

  private func rejectCollisions(_ paths: [FilePath]) throws(PlanError) {
    let groups = Dictionary(grouping: paths.indices) { paths[$0].collisionKey }
    let colliding = groups.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    guard let first = colliding.first else { return }
    throw .collision(
      first.map { inputs[$0].path }, output: paths[first[0]], others: colliding.count - 1)
  }

  private func rejectInputs(among paths: [FilePath]) throws(PlanError) {
    if let problem = InputKeys(inputs.map(\.path)).problem(with: paths) { throw problem }
  }
}
