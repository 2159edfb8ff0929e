internal import Pixels
internal import Platform
internal import Synchronization
internal import SystemPackage
internal import YCbCr

/// A file of video, or of a picture in one of video's codings, decoded by the ffmpeg on the path to the samples that it
/// stores, without a conversion.
///
/// Frames come in order; an earlier one than the last starts ffmpeg again.
final class VideoFile: Sendable {
  let facts: VideoFacts
  let layout: YCbCrLayout
  /// Number of frames.
  let count: Int
  private let path: FilePath
  private let program: FilePath
  private let state: Mutex<State>

  private struct State: ~Copyable {
    var process: PipedProcess?
    /// Frames read so far.
    var next = 0
  }

  /// - Parameter isPicture: Whether it has one frame.
  /// - Throws: What is missing, or ffprobe's words.
  init(_ path: FilePath, isPicture: Bool = false) throws(Unreadable) {
    guard let probe = PipedProcess.find("ffprobe"), let program = PipedProcess.find("ffmpeg")
    else {
      throw Unreadable(
        "it is read by ffmpeg and ffprobe, which are not on the path; install ffmpeg")
    }
    self.path = path
    self.program = program
    var facts = VideoFacts(try Self.run(probe, Self.common + Self.asked + [Self.name(path)]))
    guard !facts.format.isEmpty, facts.size.width > 0, facts.size.height > 0 else {
      throw Unreadable("ffprobe finds no video in it")
    }
    guard let layout = YCbCrLayout(name: facts.format) else {
      throw Unreadable(
        "its pixels are \(facts.format), which Bromide does not read; ffmpeg -i FILE -pix_fmt gbrp16le OUT.mkv converts it"
      )
    }
    guard layout.byteCount(facts.size) != nil else {
      throw Unreadable("its frames of \(facts.size) are too large")
    }
    if isPicture {
      facts.count = 1
    } else if facts.count == nil {
      let counted = VideoFacts(
        try Self.run(
          probe,
          Self.common + ["-count_packets", "-show_entries", "stream=nb_read_packets"]
            + [Self.name(path)]))
      facts.count = counted.count
    }
    count = facts.count ?? 0
    self.facts = facts
    self.layout = layout
    state = Mutex(State())
  }

  /// A frame.
  ///
  /// - Throws: Why it cannot be had.
  func frame(_ index: Int) throws(Unreadable) -> YCbCrFrame {
    try state.withLock { state throws(Unreadable) in
      if state.process == nil || index < state.next {
        state.process = try Self.start(
          program, Self.decoding(path, layout), of: "ffmpeg")
        state.next = 0
      }
      guard let process = state.process, let bytes = layout.byteCount(facts.size) else {
        throw Unreadable("ffmpeg gives no frame")
      }
      let memory = PixelMemory(byteCount: bytes)
      while true {
        guard try fill(memory, from: process) else {
          process.end()
          let said = Self.words(process)
          throw Unreadable(
            state.next == 0
              ? "ffmpeg decodes none of it" + said
              : "ffmpeg gives \(state.next) of its frames, from 0 to \(state.next - 1)" + said)
        }
        state.next += 1
        if state.next > index { break }
      }
      do throws(YCbCrError) {
        var frame = try unsafe YCbCrFrame(
          layout: layout, size: facts.size, contiguous: UnsafeRawBufferPointer(memory.bytes),
          owner: memory)
        frame.hasFields = facts.interlacing == .fields
        return frame
      } catch { throw Unreadable("\(error)") }
    }
  }

  private func fill(_ memory: PixelMemory, from process: PipedProcess) throws(Unreadable) -> Bool {
    try Unreadable.unless("ffmpeg: ") { () throws(SystemError) in
      try unsafe process.read(into: memory.bytes) == memory.bytes.count
    }
  }

  /// A path that no program takes for an option or an address.
  private static func name(_ path: FilePath) -> String { "file:" + path.reversible }

  private static let common = ["-v", "error", "-select_streams", "v:0", "-of", "default=nw=1"]

  private static let asked = [
    "-show_entries",
    "stream=width,height,pix_fmt,color_range,color_space,color_transfer,color_primaries,chroma_location,r_frame_rate,avg_frame_rate,nb_frames,field_order"
      + ":stream_tags=rotate:stream_side_data=rotation",
  ]

  private static func decoding(_ path: FilePath, _ layout: YCbCrLayout) -> [String] {
    // Frames as they are stored: not turned, none left out or repeated.
    ["-v", "error", "-nostdin", "-noautorotate", "-protocol_whitelist", "file,pipe"]
      + ["-i", name(path), "-map", "0:v:0", "-vsync", "passthrough", "-f", "rawvideo", "-"]
  }

  private static func run(_ program: FilePath, _ arguments: [String]) throws(Unreadable) -> String {
    let name = program.lastComponent?.string ?? ""
    let process = try start(program, arguments, of: name)
    let bytes = try Unreadable.unless("\(name): ") { () throws(SystemError) in
      try process.readAll(atMost: 1 << 16)
    }
    guard case .exit(status: 0) = process.end() else {
      throw Unreadable("\(name) does not read it" + words(process))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func start(
    _ program: FilePath, _ arguments: [String], of name: String
  ) throws(Unreadable) -> PipedProcess {
    try Unreadable.unless("\(name): ") { () throws(SystemError) in
      try PipedProcess(program: program, arguments: arguments, pipe: .output)
    }
  }

  /// The last line that a program said, to follow a sentence.
  private static func words(_ process: PipedProcess) -> String {
    let line = process.complaints.split { $0.isNewline }.last
    return line.map { ": \($0)" } ?? ""
  }
}
