package import BromideDevelop

/// The course of a parameter over a timeline, for plots.
package struct ParameterCourse: Sendable {
  /// One number of the parameter in one source.
  package struct Line: Sendable {
    /// The index of the source in the timeline.
    package let source: Int
    /// The name of the number, or an empty string if it is the only one.
    package let name: String
    /// The number's index in the value.
    package let place: Int
    /// Pairs of timeline seconds and values.
    package let points: [SIMD2<Double>]
    /// The points that the document sets.
    package let marks: [SIMD2<Double>]
  }

  /// The moving parameter.
  package let parameter: Parameter
  /// Its numbers in all sources that animate it.
  package let lines: [Line]
}

extension TimelineSchedule {
  /// Returns the moving parameters, in the order of the table.
  ///
  /// - Parameter intervals: The number of intervals between points of each line.
  package func courses(intervals: Int) -> [ParameterCourse] {
    var tracks: [String: [(source: Int, track: ScheduledTrack)]] = [:]
    for (index, source) in sources.enumerated() {
      let others = source.placing + (source.pace.map { [$0] } ?? [])
      for track in source.tracks + others.filter({ $0.marks.count > 1 }) {
        tracks[track.parameter.name, default: []].append((index, track))
      }
    }
    let pace = [Retiming.speed, Retiming.timeMap]
    return (ParameterTable.all + LayerParameter.all + pace).compactMap { parameter in
      guard let own = tracks[parameter.name]?.filter({ $0.track.parameter == parameter }),
        !own.isEmpty
      else { return nil }
      let intervals = max(1, min(intervals, Self.mostPoints / own.count))
      let lines = own.flatMap { index, track in
        let source = sources[index]
        return track.lines(
          of: index, from: Double(source.firstFrame) / rate.value, seconds: source.seconds,
          intervals: intervals)
      }
      return ParameterCourse(parameter: parameter, lines: lines)
    }
  }

  /// The approximate number of points in a parameter's lines. This is more than a plot has pixels,
  /// for any number of sources.
  private static let mostPoints = 200_000
}

extension ScheduledTrack {
  fileprivate func lines(
    of source: Int, from begin: Double, seconds: Double, intervals: Int
  ) -> [ParameterCourse.Line] {
    let names = parameter.partNames(count: value(at: 0).values.count)
    let times = (0...intervals).map { seconds * (Double($0) / Double(intervals)) }
    let values = times.map { value(at: $0).values }
    return names.indices.map { place in
      ParameterCourse.Line(
        source: source, name: names[place], place: place,
        points: zip(times, values).map { [begin + $0, $1[place]] },
        marks: marks.map { [begin + $0.time, value(at: $0.time).values[place]] })
    }
  }
}

extension Parameter {
  /// Returns the names of a value's numbers. A single number has an empty name.
  fileprivate func partNames(count: Int) -> [String] {
    switch form {
    case .number: [""]
    case .numbers(let names): names.map { $0.lowercased() }
    case .window: ["x", "y", "width", "height"]
    case .color: ["red", "green", "blue"]
    case .groups(let groups, let members):
      groups.flatMap { group in members.map { "\(group) \($0.name)" } }
    case .points: (0..<count).map { "\($0.isMultiple(of: 2) ? "x" : "y")\($0 / 2 + 1)" }
    }
  }
}
