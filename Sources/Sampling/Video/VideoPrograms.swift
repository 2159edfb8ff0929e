internal import BromidePhotos
internal import BromideSystem
internal import SystemPackage

/// ffmpeg and ffprobe, as films are read by them.
struct VideoPrograms: Sendable {
  private let ffprobe: FilePath
  private let ffmpeg: FilePath
  private let context: RunContext

  /// - Throws: The missing program.
  init(_ context: RunContext) throws(Unreadable) {
    guard let ffprobe = PipedProcess.find("ffprobe"), let ffmpeg = PipedProcess.find("ffmpeg")
    else {
      throw Unreadable(
        "it is read by ffmpeg and ffprobe, which are not on the path; install ffmpeg")
    }
    self.ffprobe = ffprobe
    self.ffmpeg = ffmpeg
    self.context = context
  }

  /// Returns ffprobe's facts about a file's first video stream and its packets, and its last error
  /// message.
  func facts(_ path: FilePath) throws(Unreadable) -> (VideoFacts, complaint: String?) {
    let requested =
      "stream=codec_name,width,height,sample_aspect_ratio,pix_fmt,color_range,color_space,color_transfer,color_primaries"
      + ",chroma_location,r_frame_rate,avg_frame_rate,time_base,nb_frames,field_order"
      + ":stream_tags=rotate:stream_side_data=rotation:packet=pts,flags"
    let (text, words) = try probe(path, ["-show_entries", requested])
    return (VideoFacts(text), words)
  }

  /// The number of frames that decoding gives.
  func countedFrames(_ path: FilePath) throws(Unreadable) -> Int? {
    let requested = ["-count_frames", "-show_entries", "stream=nb_read_frames"]
    return VideoFacts(try probe(path, requested).0).count
  }

  private func probe(
    _ path: FilePath, _ requested: [String]
  ) throws(Unreadable) -> (String, complaint: String?) {
    let process = try start(
      ffprobe,
      ["-v", "error", "-select_streams", "V:0", "-of", "default=nw=1"] + requested
        + [Self.name(path)], of: "ffprobe", reading: path)
    // A line has some 10 bytes, a packet two lines, and a day has 5 million frames.
    let bytes = try Unreadable.unless("ffprobe: ") { () throws(SystemError) in
      try process.readAll(atMost: 1 << 28)
    }
    let ending = process.end()
    let words = Self.words(process)
    guard case .exit(status: 0) = ending else {
      throw Unreadable("ffprobe does not read it" + (words.map { ": \($0)" } ?? ""))
    }
    return (String(decoding: bytes, as: UTF8.self), words)
  }

  /// Where decoding begins.
  struct Start: Sendable {
    /// The time of the first key frame, in seconds.
    var seconds: Double
    /// When the first frame shows that is given, in ticks.
    var time: Int
  }

  /// Starts to decode frames in order, as stored: without rotation, skips, repeats or conversion.
  ///
  /// - Parameters:
  ///   - start: The frame to start at, or `nil` for the first frame.
  ///   - stopsAtDamage: Whether to stop at a damaged frame instead of guessing its content.
  func decode(
    _ path: FilePath, from start: Start? = nil, stopsAtDamage: Bool
  ) throws(Unreadable) -> PipedProcess {
    var arguments = ["-v", "error", "-nostdin", "-noautorotate"]
    // Without `explode` it depends on ffmpeg's threads whether a damaged frame is an error.
    if stopsAtDamage { arguments += ["-xerror", "-err_detect", "explode"] }
    if let start {
      // Keep the file's times so that the filter below finds the frame by its time.
      arguments += ["-copyts", "-noaccurate_seek", "-seek_timestamp", "1", "-ss"]
      arguments.append("\(start.seconds)")
    }
    arguments += ["-protocol_whitelist", "file,pipe", "-i", Self.name(path), "-map", "0:V:0"]
    if let start {
      // Skip all frames before this one, and keep all frames after it.
      arguments += ["-vf", "select=eq(pts\\,\(start.time))+not(isnan(prev_selected_pts))"]
    }
    return try self.start(
      ffmpeg, arguments + ["-vsync", "passthrough", "-f", "rawvideo", "-"], of: "ffmpeg",
      reading: path)
  }

  /// A path that no program takes for an option or an address.
  private static func name(_ path: FilePath) -> String { "file:" + path.reversible }

  private func start(
    _ program: FilePath, _ arguments: [String], of name: String, reading file: FilePath
  ) throws(Unreadable) -> PipedProcess {
    try Unreadable.unless("\(name): ") { () throws(SystemError) in
      try PipedProcess(
        program: program, arguments: arguments, pipe: .output, reading: file,
        timeout: context.timeout)
    }
  }

  /// The last line that a program said.
  static func words(_ process: PipedProcess) -> String? {
    process.complaints.split { $0.isNewline }.last.map(String.init)
  }
}
