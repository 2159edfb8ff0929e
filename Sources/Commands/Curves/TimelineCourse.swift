internal import Develop
internal import FrameSequence
internal import Platform
internal import SystemPackage
internal import TimeLapse
internal import Timelines

/// The parameters of a timeline over time.
struct TimelineCourse {
  let name: String
  let timeline: Timeline
  let schedule: TimelineSchedule
  let panels: [Panel]

  /// One parameter, in all sources that animate it.
  struct Panel {
    let parameter: Parameter
    var lines: [Line] = []
  }

  /// One number of a parameter, in one source.
  struct Line {
    /// The name of the number, or empty if it is the only one.
    let name: String
    /// The number's index in the value, which selects the colour.
    let place: Int
    /// Pairs of timeline seconds and values.
    let points: [SIMD2<Double>]
    let marks: [SIMD2<Double>]
  }

  init(path: FilePath) throws(UsageError) {
    do throws(TimelineError) {
      timeline = try Timeline(path: path)
      schedule = try TimelineSchedule(timeline, lengths: Self.lengths(of: timeline))
    } catch {
      throw UsageError("\(error)")
    }
    name = path.visible
    panels = Self.panels(schedule)
    if panels.isEmpty { throw UsageError("\(path): nothing moves, as no source has tracks") }
  }

  /// The timeline's duration in seconds.
  var duration: Double { Double(schedule.frameCount) / schedule.rate.value }

  /// Everything that the picture depends on.
  var request: String {
    panels.map { panel in
      panel.parameter.name
        + panel.lines.map { "\($0.name) \($0.points) \($0.marks)" }.joined(separator: " ")
    }.joined(separator: " ")
  }

  private static func lengths(of timeline: Timeline) throws(TimelineError) -> [SourceLength] {
    var lengths: [SourceLength] = []
    for source in timeline.sources {
      func problem(_ reason: String) -> TimelineError {
        TimelineError([
          TimelineProblem(path: timeline.path ?? "", line: source.line, reason: reason)
        ])
      }
      var length = SourceLength()
      switch source.content {
      case .sequence(let list):
        do throws(SequenceError) {
          length.photos = try PhotoSequence(list, threads: 2).photos.map(\.path)
        } catch { throw problem("\(error)") }
      case .clip(let path):
        do throws(FrameError) {
          length.frames = try ClipFile(path: path, source.planes).frameCount
        } catch { throw problem("\(error)") }
      case .photo, .tiles, .sheet, .text, .color: break
      }
      lengths.append(length)
    }
    return lengths
  }

  private static func panels(_ schedule: TimelineSchedule) -> [Panel] {
    var panels: [Panel] = []
    for parameter in ParameterTable.all + LayerParameter.all {
      var panel = Panel(parameter: parameter)
      for source in schedule.sources {
        let tracks = source.tracks + source.placing.filter { $0.marks.count > 1 }
        for track in tracks where track.parameter == parameter {
          panel.lines += lines(
            of: track, from: Double(source.firstFrame) / schedule.rate.value, source)
        }
      }
      if !panel.lines.isEmpty { panels.append(panel) }
    }
    return panels
  }

  private static func lines(
    of track: ScheduledTrack, from begin: Double, _ source: ScheduledSource
  ) -> [Line] {
    let names = track.parameter.partNames(count: track.value(at: 0).values.count)
    let times = (0...CurveSamples.count).map {
      source.seconds * (Double($0) / Double(CurveSamples.count))
    }
    let values = times.map { track.value(at: $0).values }
    return names.indices.map { place in
      Line(
        name: names[place], place: place,
        points: zip(times, values).map { [begin + $0, $1[place]] },
        marks: track.marks.map { [begin + $0.time, track.value(at: $0.time).values[place]] })
    }
  }
}

extension Parameter {
  /// The names of a value's numbers; a single number has an empty one.
  fileprivate func partNames(count: Int) -> [String] {
    switch form {
    case .number: [""]
    case .numbers(let names): names.map { $0.lowercased() }
    case .window: ["x", "y", "width", "height"]
    case .color: ["red", "green", "blue"]
    case .points: (0..<count).map { "\($0.isMultiple(of: 2) ? "x" : "y")\($0 / 2 + 1)" }
    }
  }
}
