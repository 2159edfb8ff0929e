internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import BromideValues

/// Samples colours of an opened photo, like `bromide sample`.
struct FileSampler: Sendable {
  private let sampler: PointSampler
  private let window: SampleWindow
  private let input: PhotoInput
  private let loss: @Sendable () -> String?
  /// Whether the pixels are YCbCr.
  private var hasCodes: Bool { if case .frame = sampler.pixels { true } else { false } }

  /// - Throws: `BromideError` if the photo cannot be decoded or does not support the request.
  init(_ store: PhotoStore, _ request: SampleText) throws(BromideError) {
    window = request.window
    store.add(request.warnings)
    input = store.input
    guard store.isPicture else {
      let ready = try store.ready(request.settings, crew: Crew(threads: Machine.cores))
      do throws(DevelopError) {
        sampler = try Self.sampler(ready.source, ready.recipe, request.light)
      } catch { throw BromideError(error, store.input) }
      loss = { [store] in store.loss }
      return
    }
    var opening = OpeningSettings(store.access.context)
    opening.photo.loading.damaged = store.access.damaged
    let picture: OpenedPicture
    do throws(OpeningError) {
      picture = try PictureOpener(settings: opening).find(store.input.path).open(.alone)
    } catch {
      let error = BromideError(error, store.input.path)
      throw BromideError(error.kind, store.input.name, store.input.reason(error.reason))
    }
    guard case .still(let still) = picture.frames else {
      throw BromideError(.request, store.input.name, "it is a clip, not a photo")
    }
    if store.access.damaged == .fail, let damage = picture.damage {
      throw BromideError(.damaged, store.input.name, store.input.reason(damage))
    }
    store.add(PhotoStore.warnings(aboutDamage: picture.damage) + picture.warnings)
    sampler = still
    loss = picture.loss
  }

  /// Returns a sampler of a raw. Points apply to the recorded picture, so it skips corrections that
  /// move pixels.
  static func sampler(
    _ source: DevelopSource, _ recipe: DevelopRecipe, _ light: SampledLight
  ) throws(DevelopError) -> PointSampler {
    var source = source
    source.embedded = source.embedded.shading
    source.lensMovesPixels = false
    return try PointSampler(raw: source, recipe: recipe, light: light)
  }

  /// Returns three numbers for each point.
  func numbers(
    _ space: SampleSpace, at points: [NormalizedPoint]
  ) throws(BromideError) -> [SIMD3<Double>] {
    let readout = SampleReadout(space, from: sampler.space)
    let scratch = sampler.makeScratch()
    var results: [SIMD3<Double>] = []
    results.reserveCapacity(points.count)
    do throws(SamplingError) {
      for point in points {
        let sample = try sampler.sample(at: point, window: window, scratch: scratch)
        guard hasCodes || space != .ycbcr, let numbers = readout.value(sample) else {
          throw .missing("it has no values in \(space.name)")
        }
        results.append(numbers)
      }
    } catch { throw BromideError(.request, input.name, error.description) }
    if let loss = loss() { throw BromideError(.input, input.name, loss) }
    return results
  }
}
