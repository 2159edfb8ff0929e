internal import BromideDevelop
internal import BromidePhotos
internal import SystemPackage
internal import Tweening

/// Converts a document's track to seconds, and collects its problems.
struct TrackBuilder {
  let track: ParameterTrack
  let timing: SourceTiming
  /// The value without a track: the timeline's constant, or the default.
  let constant: [Double]?
  let path: FilePath
  private(set) var problems: [TimelineProblem] = []
  /// The warning about a last movement that the source's end cuts off, or `nil`.
  private(set) var warning: Warning?
  private var movements: [Movement] = []
  private var marks: [ScheduledTrack.Mark] = []
  /// The number of values. All tone curves of a track must have the same number of points.
  private var count: Int?

  init(_ track: ParameterTrack, _ timing: SourceTiming, constant: [Double]?, path: FilePath) {
    self.track = track
    self.timing = timing
    self.constant = constant
    self.path = path
  }

  private var parameter: Parameter { track.parameter }

  /// Returns the finished track, or `nil` if there are problems.
  mutating func build() -> ScheduledTrack? {
    keys()
    for entry in track.entries {
      switch entry.action {
      case .key: break
      case .tween(let tween): add(tween, line: entry.line)
      case .detour(let at, let target, let duration, let curve):
        guard let time = time(at, "at", entry.line), let length = length(duration, entry.line),
          let last = movements.last
        else { continue }
        guard time >= last.begin else {
          report(
            entry.line, "at", "\(at)",
            "is before the movement it leaves, which begins at \(text(last.begin)) s")
          continue
        }
        let motion = last.motion(at: time)
        let end = value(target, after: motion.position, entry.line)
        let detour = Detour(
          leaving: motion, at: time, to: end, arrivingAfter: length, timing: curve)
        leave(at: time)
        movements.append(.detour(detour))
        mark(.detour, [time, detour.arrival])
      }
    }
    guard problems.isEmpty, !movements.isEmpty else { return nil }
    var loop: ScheduledTrack.Loop?
    if let given = track.loop { loop = self.loop(given) }
    guard problems.isEmpty else { return nil }
    warnAboutEnd(loop)
    return ScheduledTrack(parameter, movements, marks.sorted { $0.time < $1.time }, loop: loop)
  }

  private mutating func warnAboutEnd(_ loop: ScheduledTrack.Loop?) {
    guard loop == nil, let end = movements.last?.end, end.isFinite, end > timing.seconds + 1e-9
    else { return }
    let problem = TimelineProblem(
      path: path, line: track.entries.last?.line ?? track.line, key: parameter.name,
      reason:
        "the last movement ends at \(text(end)) s, after the source's end at \(text(timing.seconds)) s, so it does not arrive"
    )
    warning = Warning(problem.description)
  }

  /// Returns the repetition of the track in seconds. If it has no time, this returns `nil` and adds
  /// a problem.
  private mutating func loop(_ given: ParameterTrack.Loop) -> ScheduledTrack.Loop? {
    let end = movements[movements.count - 1].end
    let count: Double =
      switch given.repetition {
      case .times(let count): Double(count)
      case .forever: .infinity
      }
    guard let span = given.period else {
      guard end > 0, end.isFinite else {
        report(
          track.line, "repeat", nil,
          end > 0
            ? "repeats a row with a last tween that does not end; set its period"
            : "repeats a row that ends at 0 s; set its period")
        return nil
      }
      return ScheduledTrack.Loop(period: end, count: count, yoyo: given.yoyo)
    }
    guard let period = take(timing.length(of: span), span, "period", track.line) else { return nil }
    // Accept rounding errors if the last movement ends with the period.
    guard period > 0, period >= end.nextDown - 1e-9 || end.isInfinite else {
      report(
        track.line, "period", "\(span)",
        "is \(text(period)) s, shorter than the row, which ends at \(text(end)) s")
      return nil
    }
    return ScheduledTrack.Loop(period: period, count: count, yoyo: given.yoyo)
  }

  private mutating func keys() {
    var keys: [Keyframe<TweenValue>] = []
    for entry in track.entries {
      guard case .key(let at, let value, let transition) = entry.action,
        let time = time(at, "at", entry.line)
      else { continue }
      if let last = keys.last, time <= last.time {
        report(
          entry.line, "at", "\(at)",
          "is \(text(time)) s, not later than the key before it at \(text(last.time)) s")
        continue
      }
      var tweened = self.value(value, after: keys.last?.value, entry.line)
      // The tangents of smooth transitions use these numbers. See `KeyframeTangent`.
      if case .smooth = transition { tweened.isWindow = false }
      keys.append(Keyframe(time: time, value: tweened, transition: transition))
    }
    guard !keys.isEmpty else { return }
    do throws(KeyframeError) {
      movements.append(.keys(try KeyframeTrack(keys)))
      mark(.key, keys.map(\.time))
    } catch {
      report(track.line, "", nil, "\(error)")
    }
  }

  private mutating func add(_ tween: TweenEntry, line: Int?) {
    let last = movements.last
    var start = last.map { $0.end.isFinite ? $0.end : $0.begin } ?? 0
    if let given = tween.start {
      guard let time = time(given, "start", line) else { return }
      start = time
    }
    if let last, start < last.begin {
      report(
        line, "start", tween.start.map { "\($0)" },
        "is before the tween before it, at \(text(last.begin)) s")
      return
    }
    var duration = max(0, timing.seconds - start)
    if let given = tween.duration {
      guard let length = length(given, line) else { return }
      duration = length
    }
    let from: TweenValue
    if let given = tween.from {
      from = value(given, after: nil, line)
    } else if let last {
      from = last.value(at: start)
    } else if let constant {
      // The default tone curve is a straight line.
      from = value(
        parameter.form == .points && constant.isEmpty ? [0, 0, 1, 1] : constant, after: nil, line)
    } else {
      report(
        line, "from", nil,
        parameter.unit == LayerParameter.pixels
          ? "is missing; in pixels \(parameter.name) has no default"
          : "is missing, because the photo's \(parameter.name) is unknown before it is developed; set it"
      )
      return
    }
    let end = value(tween.to, after: from, line)
    guard problems.isEmpty else { return }
    let segment = Segment(from: from, to: end, duration: duration, timing: tween.curve)
    let animation = Tweening.Animation(
      [segment], startTime: start, repetition: tween.repetition, yoyo: tween.yoyo)
    leave(at: start)
    movements.append(.tween(animation, from: from))
    mark(.tween, [start, start + animation.duration])
  }

  /// Removes marks after the departure from the abandoned movement.
  private mutating func leave(at time: Double) { marks.removeAll { $0.time > time } }

  private mutating func mark(_ kind: ScheduledTrack.Kind, _ times: [Double]) {
    marks += times.filter { $0 <= timing.seconds }.map { ScheduledTrack.Mark(time: $0, kind: kind) }
  }

  private mutating func value(_ values: [Double], after before: TweenValue?, _ line: Int?)
    -> TweenValue
  {
    if values.count != count ?? values.count {
      report(
        line, "", parameter.text(values),
        "has \(values.count / 2) points, the one before \((count ?? 0) / 2); a curve moves to one of as many points"
      )
      return before ?? parameter.tweened(values)
    }
    count = values.count
    return parameter.tweened(values, after: before)
  }

  private mutating func time(_ point: TimePoint, _ key: String, _ line: Int?) -> Double? {
    take(timing.time(of: point), point, key, line)
  }

  private mutating func length(_ span: TimePoint, _ line: Int?) -> Double? {
    take(timing.length(of: span), span, "duration", line)
  }

  private mutating func take(
    _ result: Result<Double, TimingError>, _ point: TimePoint, _ key: String, _ line: Int?
  ) -> Double? {
    switch result {
    case .success(let seconds): return seconds
    case .failure(let error):
      report(line, key, "\(point)", error.reason)
      return nil
    }
  }

  private mutating func report(_ line: Int?, _ key: String, _ found: String?, _ reason: String) {
    let keys = [parameter.name, key].filter { !$0.isEmpty }.joined(separator: ".")
    problems.append(
      TimelineProblem(path: path, line: line ?? track.line, key: keys, found: found, reason: reason)
    )
  }

  private func text(_ number: Double) -> String { SourceTiming.text(number) }
}
