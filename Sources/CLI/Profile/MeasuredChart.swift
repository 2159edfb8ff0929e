internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import SystemPackage

/// The camera values of a chart's patches in a photo.
struct MeasuredChart {
  /// The maker and the model of the camera.
  let camera: String
  /// The patches that can be used.
  let patches: [ChartFit.Patch]
  /// The names of the others: clipped, covered or uneven.
  let leftOut: [String]

  /// - Throws: A sentence without the photo's name.
  init(
    _ path: FilePath, _ grid: PatchGrid, jobs: Int, _ context: RunContext
  ) throws(SampleFailure) {
    var opening = OpeningSettings(context)
    opening.photo.recipe.optics = .none
    let picture: OpenedPicture
    var isRaw = true
    do throws(OpeningError) {
      let found = try PictureOpener(settings: opening).find(path)
      isRaw = found.kind == .raw
      let photo = try? OpenedPhoto(path: path, settings: opening.photo.loading)
      let (make, model) = (photo?.metadata.make ?? "", photo?.metadata.model ?? "")
      camera = model.hasPrefix(make) || make.isEmpty ? model : "\(make) \(model)"
      picture = try found.open(Crew(threads: jobs))
    } catch { throw SampleFailure(describing: error) }
    guard isRaw else {
      throw SampleFailure("profiles require raw photos, which contain the camera's colours")
    }
    if let damage = picture.damage { throw SampleFailure("damaged: \(damage)") }
    guard case .still(let sampler) = picture.frames, let chart = grid.chart else {
      throw SampleFailure("it is a clip; use a raw photo")
    }
    let places = try grid.places(in: sampler, clamp: false)
    let window = chart.window(places.map(\.point), in: sampler.size)
    let scratch = sampler.makeScratch()
    let samples = try SampleFailure.describing {
      try places.map {
        try sampler.sample($0, window: window, keepsPixels: true, scratch: scratch)
      }
    }
    let comparison = ChartComparison(chart, samples, matched: chart.middleGrey)
    var (patches, leftOut): ([ChartFit.Patch], [String]) = ([], [])
    for (index, sample) in samples.enumerated() {
      let patch = chart.patches[index]
      // A clipped channel is lower than the light was.
      if let value = sample.camera, value.max() < 0.97, sample.clipped < 0.01,
        !comparison.leftOut.contains(index)
      {
        patches.append(ChartFit.Patch(camera: value, reference: patch.reference))
      } else {
        leftOut.append(patch.name)
      }
    }
    (self.patches, self.leftOut) = (patches, leftOut)
  }
}
