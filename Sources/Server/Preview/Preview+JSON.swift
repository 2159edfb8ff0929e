internal import BromideDevelop
internal import BromideRuns
package import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// The JSON for the page.
extension Preview {
  /// Returns the current state without curves.
  package func state() -> JSONValue {
    let moment = moment
    var fields: [(String, JSONValue)] = [
      ("version", .number("\(moment.version)")),
      ("name", .text(subject.path.visibleName)), ("kind", .text(subject.kind.rawValue)),
      ("isMeasuring", .boolean(moment.isMeasuring)),
      ("isStale", .boolean(moment.isStale)),
      ("problems", .array(moment.problems.map(\.json))),
      ("notes", .array(moment.notes.map { .text($0) })),
    ]
    if let opened = moment.opened {
      let schedule = opened.schedule
      fields += [
        ("frames", .number("\(schedule.frameCount)")),
        ("rate", .number("\(schedule.rate.value)")),
        ("width", .number("\(opened.form.size.width)")),
        ("height", .number("\(opened.form.size.height)")),
        (
          "sources",
          .array(
            zip(schedule.sources, opened.timeline.sources).map { source, given in
              .object([
                ("first", .number("\(source.firstFrame)")),
                ("count", .number("\(source.frameCount)")),
                ("seconds", .number("\(source.seconds)")), ("name", .text(given.content.label)),
              ])
            })
        ),
        ("photos", .number("\(opened.photos.reduce(0) { $0 + $1.count })")),
      ]
    }
    return .object(fields)
  }

  /// Returns the curves of all tracks, and the brightness of time-lapse photos.
  package func graph() -> JSONValue {
    let moment = moment
    guard let opened = moment.opened else {
      return .object([("version", .number("\(moment.version)"))])
    }
    return .object([
      ("version", .number("\(moment.version)")),
      ("curves", .array(opened.schedule.courses(intervals: Self.intervals).map(\.json))),
      (
        "lapses",
        .array(
          zip(opened.timeline.sources.indices, moment.analyses).compactMap { index, analysis in
            analysis.map { Self.lapse($0, of: index, in: opened) }
          })
      ),
    ])
  }

  /// The number of points in a curve. On a page, the distance is about two pixels.
  private static let intervals = 480

  private static func lapse(
    _ analysis: LapseAnalysis, of index: Int, in opened: OpenedTimeline
  ) -> JSONValue {
    let (course, source) = (analysis.course, opened.schedule.sources[index])
    let shown = (source.firstFrame..<source.firstFrame + source.frameCount).map { frame in
      opened.schedule.frame(frame).layers.first { $0.source == index }?.photo ?? 0
    }
    func numbers(_ values: [Double?]) -> JSONValue { .array(values.map(JSONValue.init)) }
    func places(_ values: [Int]) -> JSONValue { .array(values.map { .number("\($0)") }) }
    return .object([
      ("source", .number("\(index)")), ("isMeasured", .boolean(course.isMeasured)),
      ("photos", .array(analysis.photos.map { .text($0.name) })),
      ("before", numbers(course.before)), ("after", numbers(course.after)),
      ("corrections", numbers(analysis.photos.map(\.correction))),
      ("outliers", places(course.outliers)), ("steps", places(course.steps)),
      ("gaps", places(opened.gaps(of: index).map(\.place))),
      ("first", .number("\(source.firstFrame)")), ("shown", places(shown)),
    ])
  }
}

extension TimelineSource.Content {
  /// A short name for the source.
  fileprivate var label: String {
    switch self {
    case .photo(let path), .clip(let path): path.visibleName
    case .sequence(let list): list.paths.first?.visibleName ?? "sequence"
    case .tiles(let layout): "tiles of \(layout.photo.visibleName)"
    case .sheet: "sheet"
    case .text(let layout): layout.template.text
    case .color: "colour"
    }
  }
}

extension PreviewMoment.Problem {
  fileprivate var json: JSONValue {
    .object([
      ("line", JSONValue(line.map(Double.init))), ("code", .text(code)), ("reason", .text(reason)),
    ])
  }
}

extension ParameterCourse {
  fileprivate var json: JSONValue {
    func pairs(_ points: [SIMD2<Double>]) -> JSONValue {
      .array(points.map { .array([.number("\(Float($0.x))"), .number("\(Float($0.y))")]) })
    }
    return .object([
      ("name", .text(parameter.name)), ("unit", .text(parameter.unit)),
      (
        "lines",
        .array(
          lines.map {
            .object([
              ("source", .number("\($0.source)")), ("name", .text($0.name)),
              ("place", .number("\($0.place)")),
              ("points", pairs($0.points)), ("marks", pairs($0.marks)),
            ])
          })
      ),
    ])
  }
}

extension JSONValue {
  /// Creates a number, or null if the value is unknown.
  fileprivate init(_ value: Double?) {
    self = .number(value.flatMap { $0.isFinite ? "\($0)" : nil } ?? "null")
  }
}
