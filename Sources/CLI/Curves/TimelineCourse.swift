internal import BromideDevelop
internal import BromidePhotos
internal import BromideRuns
internal import BromideSystem
internal import BromideTimelines
internal import SystemPackage

/// The parameters of a timeline over time.
struct TimelineCourse {
  let name: String
  let timeline: Timeline
  let schedule: TimelineSchedule
  let panels: [ParameterCourse]

  init(path: FilePath) throws(UsageError) {
    let context = RunContext()
    do throws(TimelineError) {
      timeline = try Timeline(path: path, context: context)
      schedule = try TimelineSchedule(timeline, lengths: Self.lengths(of: timeline, context))
    } catch {
      throw UsageError("\(error)")
    }
    name = path.visible
    panels = schedule.courses(intervals: CurveSamples.count)
    if panels.isEmpty { throw UsageError("\(path): no source has tracks; add tracks") }
  }

  /// The timeline's duration in seconds.
  var duration: Double { Double(schedule.frameCount) / schedule.rate.value }

  /// All data that the picture depends on.
  var request: String {
    panels.map { panel in
      panel.parameter.name
        + panel.lines.map { "\($0.name) \($0.points) \($0.marks)" }.joined(separator: " ")
    }.joined(separator: " ")
  }

  private static func lengths(
    of timeline: Timeline, _ context: RunContext
  ) throws(TimelineError) -> [SourceLength] {
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
          length.photos = try PhotoSequence(list, threads: 2, context: context).photos.map(\.path)
        } catch { throw problem("\(error)") }
      case .clip(let path):
        do throws(FrameError) {
          length.frames = try ClipFile(path: path, source.planes, context: context).frameCount
        } catch { throw problem("\(error)") }
      case .photo, .tiles, .sheet, .text, .color: break
      }
      lengths.append(length)
    }
    return lengths
  }
}
