internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// Rows of points on a flat chart.
struct PatchGrid: Sendable {
  /// The position of a chart.
  enum Corners: Sendable {
    /// Top left, top right, bottom right, bottom left.
    case four([SamplePlace])
    /// The command finds the chart.
    case auto
  }

  private var columns: Int
  private var rows: Int
  private var corners: Corners?
  /// The chart with known colours, or `nil` for a plain grid.
  private(set) var chart: ColorChart?
  /// The patch of the chart for matching the luminance.
  private(set) var matched: Int?

  init(columns: Int, rows: Int, corners: Corners?) {
    (self.columns, self.rows, self.corners) = (columns, rows, corners)
  }

  /// Creates the grid of a chart.
  ///
  /// - Parameters:
  ///   - name: A published chart, or a CGATS file.
  ///   - match: The patch for matching the luminance, or `nil` to use middle grey.
  init(chart name: String, match: String?, corners: Corners?) throws {
    let chart = try Self.chart(name)
    self.init(columns: chart.columns, rows: chart.rows, corners: corners)
    self.chart = chart
    if match == "none" { return }
    matched = match.map { chart.index(of: $0) } ?? chart.middleGrey
    if let match, matched == nil {
      let last = chart.patches.last?.name ?? ""
      throw UsageError("--match \(match): \(chart.name) has patches from A1 to \(last)")
    }
  }

  private static func chart(_ name: String) throws -> ColorChart {
    if let chart = ColorChart.named(name) { return chart }
    let known = ColorChart.published.map(\.name).joined(separator: ", ")
    guard name.contains(".") || name.contains("/") else {
      throw UsageError("chart \(name): the charts are \(known), or name a CGATS file")
    }
    let path = FilePath(reversible: name)
    let text: String
    do throws(InputError) { text = try InputSearch.text(of: path, isStrict: false) } catch {
      throw UsageError("\(error); name the chart before the inputs: \(known) or a CGATS file")
    }
    do throws(ChartError) {
      return try ColorChart(name: path.visibleName, cgats: text)
    } catch { throw UsageError("chart \(path): \(error)") }
  }

  /// Whether points depend on the picture.
  var needsPicture: Bool {
    guard chart == nil else { return true }
    if case .four(let places) = corners { return places.contains(where: \.needsSize) }
    return false
  }

  /// Returns the points in a picture.
  ///
  /// - Parameters:
  ///   - sampler: The picture, or `nil` if points do not depend on it.
  ///   - clamp: Whether to move points outside the picture to its edge.
  func places(in sampler: PointSampler?, clamp: Bool) throws(SampleFailure) -> [SamplePlace] {
    let corners = try corners(in: sampler)
    let points: [NormalizedPoint]
    do throws(SamplingError) {
      if let chart, let corners {
        points = try chart.places(corners: corners)
      } else {
        points = NormalizedPoint.grid(
          columns: columns, rows: rows, perspective: try corners.map(Perspective.init))
      }
    } catch { throw SampleFailure("--corners: \(error)") }
    return try points.enumerated().map { index, point throws(SampleFailure) in
      try SamplePlace(point: point, name: chart?.patches[index].name).inside(clamp: clamp)
    }
  }

  private func corners(in sampler: PointSampler?) throws(SampleFailure) -> [NormalizedPoint]? {
    switch corners {
    case nil: return nil
    case .four(let places):
      return try places.map { place throws(SampleFailure) in
        // Corners of a grid can be outside the picture.
        guard place.needsSize, let sampler else { return place.point }
        return try place.resolved(in: sampler.size, clamp: false).point
      }
    case .auto:
      guard let sampler, let chart else { return nil }
      let picture = try SampleFailure.describing { try sampler.thumbnail(longEdge: 640) }
      guard let found = chart.corners(in: picture) else {
        throw SampleFailure(
          "no \(chart.name) found; set --corners to the centres of the corner patches"
        )
      }
      return found
    }
  }
}
