import Bromide

// Members of every type that Bromide's interface shows, by one import: without re-exports, MemberImportVisibility hides them.

/// Uses of values that the page does not show.
func members(of photo: Photo) throws -> [String] {
  var recipe = DevelopRecipe.standard
  recipe.whiteBalance = .temperature(5200, tint: 0)
  recipe.look = .flat
  recipe.highlightMode = .blend
  recipe.cropArea = .default
  recipe.demosaic = .rcd
  recipe.orientation = .keep
  recipe.optics.captureSharpening = .amount(1)
  recipe.filters[.crop] = [0, 0, 0.5, 0.5]
  recipe.size = SizeRequest(bounds: .box(Size(width: 60, height: 40)), fit: .cover, enlarge: true)
  var options = WriteOptions()
  options.compression = .small
  options.jpeg = JPEGOptions(quality: 85)
  options.metadata = .none
  options.ifExists = .overwrite
  let picture: Picture<UInt8> = try photo.developed(recipe)
  let color = try photo.color(
    at: NormalizedPoint(x: 0.5, y: 0.5),
    window: SampleWindow(side: .fraction(0.02), shape: .round, statistic: .median))
  let lab: Lab = color.lab
  let space: SampleSpace = .oklch
  let layout: YCbCrLayout = .p010
  let coding = FrameSampler.Coding(
    matrix: .bt2020, range: .full, siting: .topLeft, primaries: .bt2020, transfer: .hlg)
  let failure: (any Error)? = Result { try Photo(bytes: [1, 2, 3]) }.failure
  return [
    "\(picture.size.width)×\(picture.size.height)", photo.metadata.model ?? "",
    "\(lab.l > 0)", "\(color.numbers(in: space) != nil)", layout.name,
    "\(coding.matrix == .bt2020)",
    "\(options.format == .png)", (failure as? BromideError).map { "\($0.kind)" } ?? "none",
    photo.path?.string ?? "no path",
  ]
}

extension Result {
  fileprivate init(_ body: () throws(Failure) -> Success) {
    do throws(Failure) { self = .success(try body()) } catch { self = .failure(error) }
  }

  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
