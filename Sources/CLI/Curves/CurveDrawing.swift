internal import BromideDrawing
internal import BromideTimelines
internal import BromideValues

/// A subject of `bromide curves`, shown as a picture, in the terminal, or as numbers.
protocol CurveDrawing {
  /// The file name of the picture in a folder.
  var fileName: String { get }
  /// Text that identifies the picture, except its colours and scale.
  var request: String { get }
  func draw(_ options: CurvesPictureOptions) throws(DrawingError) -> ImageBuffer<UInt8>
  func write(as format: CurveFormat, _ options: CurvesPictureOptions) -> ExitStatus
}

extension CurveSubject: CurveDrawing {
  var fileName: String { "curves" }
  var request: String { description }

  func draw(_ options: CurvesPictureOptions) throws(DrawingError) -> ImageBuffer<UInt8> {
    try CurveSheet(self, options).draw()
  }

  func write(as format: CurveFormat, _ options: CurvesPictureOptions) -> ExitStatus {
    guard format != .text else {
      return TerminalSheet(self, overlay: options.overlay, slopes: options.derivative).write()
    }
    return CurveTable(self, steps: options.steps ?? 100, slopes: options.derivative)
      .write(as: format)
  }
}

extension DelaySheet: CurveDrawing {
  var fileName: String { "delays" }

  func draw(_ options: CurvesPictureOptions) throws(DrawingError) -> ImageBuffer<UInt8> {
    try draw(theme: options.theme.theme, scale: options.scale)
  }

  func write(as format: CurveFormat, _ options: CurvesPictureOptions) -> ExitStatus {
    ExitStatus.put(text(as: format)) ?? .done
  }
}

extension TimelineCourse: CurveDrawing {
  var fileName: String { "timeline" }

  func draw(_ options: CurvesPictureOptions) throws(DrawingError) -> ImageBuffer<UInt8> {
    try TimelineSheet(course: self, theme: options.theme.theme).draw(scale: options.scale)
  }

  func write(as format: CurveFormat, _ options: CurvesPictureOptions) -> ExitStatus {
    guard format != .text else { return TerminalSheet(self).write() }
    let table = ScheduleTable(timeline, schedule)
    var status = ExitStatus.put(table.header + "\n")
    for frame in 0..<schedule.frameCount where status == nil {
      status = ExitStatus.put(table.csv(frame).map { $0 + "\n" }.joined())
    }
    return status ?? .done
  }
}
