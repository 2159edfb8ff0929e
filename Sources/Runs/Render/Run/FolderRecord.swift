internal import BromideLibc
internal import BromidePhotos
internal import BromideSystem
public import BromideTimelines
internal import BromideValues
public import SystemPackage

/// Writes the manifest of a folder from its frames.
struct FolderRecord {
  private let plan: RenderPlan
  private let folder: FilePath
  private let names: FrameNames

  init(_ plan: RenderPlan, folder: FilePath) {
    self.plan = plan
    self.folder = folder
    names = plan.names
  }

  /// Writes the manifest.
  ///
  /// - Returns: Names of frames that do not belong to this run, in natural order.
  func write() throws(SystemError) -> [String] {
    // If several processes use the folder, they write one after the other. So the last process sees
    // all frames.
    let lock = try? Transfer.descriptor(opening: folder, O_RDONLY | O_DIRECTORY)
    defer { if let lock { close(lock) } }
    if let lock { _ = flock(lock, LOCK_EX) }
    let present = Set(try FileSystem.entries(of: folder).map(\.reversible))
    var frames: [Manifest.Frame] = []
    for index in 0..<plan.frameCount where present.contains(names.name(index)) {
      if let frame = record(index) { frames.append(frame) }
    }
    let clips = plan.makers.enumerated().compactMap { source, maker in
      maker.clipFacts.map { Manifest.Clip(source: source, facts: $0) }
    }
    let manifest = Manifest(
      header: Manifest.Header(
        frames: plan.frameCount, size: "\(plan.form.size.width)x\(plan.form.size.height)",
        rate: "\(plan.rate.numerator)/\(plan.rate.denominator)",
        clips: clips.isEmpty ? nil : clips),
      frames: frames)
    try FileSystem.replace(folder.appending(Manifest.name), with: Array(manifest.text.utf8))
    return present.filter(isOlder).sortedNaturally(by: \.self)
  }

  private func record(_ index: Int) -> Manifest.Frame? {
    let name = names.name(index)
    let frame = plan.frame(index)
    guard let hash = try? plan.hash(frame),
      let (bytes, text) = Manifest.found(
        folder.appending(name), hash: hash, plan.form.settings.context)
    else { return nil }
    return Manifest.Frame(
      frame: index, name: name, time: frame.time, bytes: bytes, fingerprint: text.text,
      instructionSet: text.instructionSet,
      demosaic: text.demosaics.isEmpty ? nil : text.demosaics,
      layers: frame.layers.map { layer in
        Manifest.Layer(layer, inputs: plan.makers[layer.source].inputs(of: layer))
      })
  }

  /// Returns whether a file is a frame of a different run.
  private func isOlder(_ name: String) -> Bool {
    names.isForeign(name)
      && PictureFile.fingerprint(
        of: folder.appending(name), context: plan.form.settings.context
      ).map(StillChoice.isFrame(text:)) ?? false
  }
}

extension FrameRate {
  /// Returns the rate of the frames in a folder from its manifest, or `nil` without a manifest.
  public init?(ofFrames folder: FilePath) {
    guard let manifest = Manifest.read(in: folder) else { return nil }
    self.init(manifest.header.rate)
  }
}
