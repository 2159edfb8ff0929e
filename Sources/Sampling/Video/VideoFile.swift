package import BromideCodecs
package import BromidePhotos
internal import BromideSystem
internal import BromideValues
internal import Synchronization
package import SystemPackage

/// A video file, decoded by the installed ffmpeg to its stored
/// samples without a conversion.
///
/// Frames are read in order, and the last ones are cached, so that threads can request them in
/// approximate order. An earlier frame, or one that is far ahead, restarts ffmpeg at a key frame
/// safely before it. The frame is identified by its time, so that it matches the frame from
/// decoding the entire file. If the file's times or packets are not reliable, ffmpeg restarts at
/// the beginning. Any thread can request frames. They are read by one thread at once.
package final class VideoFile: Sendable {
  /// The purpose of reading frames.
  package enum Purpose: Sendable {
    /// Some frames are sampled, mostly in order: damaged ones as ffmpeg mends them.
    case samples
    /// All frames are shown, in any order: they are counted where the file cannot be trusted, and
    /// damage is an error.
    case clip
  }

  package let facts: VideoFacts
  package let layout: YCbCrLayout
  /// Number of frames.
  package let count: Int
  /// Warnings about the file: damage that ffprobe found, and uneven frame times.
  package let remarks: [String]
  private let path: FilePath
  private let programs: VideoPrograms
  private let index: VideoIndex
  private let purpose: Purpose
  /// The number of cached frames.
  private let windowLength: Int
  private let state: Mutex<State>

  private struct State: ~Copyable {
    var process: PipedProcess?
    /// The frame that ffmpeg gives next.
    var next = 0
    /// The first frame that ffmpeg returned since its start.
    var first = 0
    var window: [Int: YCbCrFrame] = [:]
    /// Whether ffmpeg may begin elsewhere than at the first frame.
    var seeks: Bool
    /// The first frame that it could not give, and why.
    var end: (frame: Int, reason: Unreadable)?
  }

  /// The maximum bytes of a clip's cached frames.
  private static let windowBytes = 128 << 20

  /// - Throws: The missing program, or ffprobe's error message.
  package init(
    _ path: FilePath, for purpose: Purpose, _ context: RunContext
  ) throws(Unreadable) {
    self.path = path
    self.purpose = purpose
    programs = try VideoPrograms(context)
    let known = try VideoKnowledge.of(path, programs, counts: purpose == .clip)
    facts = known.facts
    index = known.index
    guard !facts.format.isEmpty, facts.size.width > 0, facts.size.height > 0 else {
      throw Unreadable(
        "ffprobe cannot find a video in it" + (known.complaint.map { ": \($0)" } ?? ""))
    }
    guard let layout = YCbCrLayout(name: facts.format) else {
      throw Unreadable(
        "its pixels are \(facts.format), which Bromide does not read; ffmpeg -i FILE -pix_fmt gbrp16le OUT.mkv converts it"
      )
    }
    guard let bytes = layout.byteCount(facts.size) else {
      throw Unreadable("its frames of \(facts.size) are too large")
    }
    self.layout = layout
    count = known.count
    remarks = known.remarks
    windowLength = purpose == .clip ? min(max(4, Self.windowBytes / bytes), 32) : 1
    state = Mutex(State(seeks: !known.index.times.isEmpty))
  }

  /// Returns a frame.
  ///
  /// - Throws: The reason why the frame is not available.
  package func frame(_ index: Int) throws(Unreadable) -> YCbCrFrame {
    try state.withLock { state throws(Unreadable) in
      if let frame = state.window[index] { return frame }
      if let end = state.end, index >= end.frame { throw end.reason }
      if state.process == nil || index < state.next || isFar(index, from: state.next, state.seeks) {
        // A caller that moves backwards needs the previous frames next.
        let isEarlier = state.process != nil && index < state.next
        try begin(at: isEarlier ? max(0, index - windowLength / 2) : index, &state)
      }
      while state.next <= index { try advance(&state) }
      guard let frame = state.window[index] else {
        throw Unreadable("ffmpeg does not return a frame")
      }
      return frame
    }
  }

  /// Stops ffmpeg and clears the cached frames. The next request starts it again.
  package func close() {
    state.withLock { state in
      state.process = nil
      state.window = [:]
    }
  }

  /// Returns whether restarting ffmpeg is faster than decoding up to the frame. A restart takes as
  /// long as some frames.
  private func isFar(_ frame: Int, from next: Int, _ seeks: Bool) -> Bool {
    guard seeks, frame > next, let start = index.start(for: frame) else { return false }
    return start.frame - next > 32
  }

  private func begin(at frame: Int, _ state: inout State) throws(Unreadable) {
    state.process = nil
    var start: VideoPrograms.Start?
    if state.seeks, let key = index.start(for: frame) {
      start = VideoPrograms.Start(
        seconds: Double(key.time) * Double(facts.tick.over) / Double(facts.tick.under),
        time: index.times[frame])
    }
    state.process = try programs.decode(path, from: start, stopsAtDamage: purpose == .clip)
    state.first = start == nil ? 0 : frame
    state.next = state.first
  }

  /// Takes the next frame from ffmpeg.
  private func advance(_ state: inout State) throws(Unreadable) {
    guard let process = state.process, let bytes = layout.byteCount(facts.size) else {
      throw Unreadable("ffmpeg does not return a frame")
    }
    let memory = PixelMemory(byteCount: bytes)
    let isWhole = try Unreadable.unless("ffmpeg: ") { () throws(SystemError) in
      try unsafe process.read(into: memory.bytes) == memory.bytes.count
    }
    guard isWhole else {
      if state.next == state.first, state.first > 0 {
        // It does not find the frame by its time.
        state.seeks = false
        return try begin(at: 0, &state)
      }
      process.end()
      let message = VideoPrograms.words(process).map { ": \($0)" } ?? ""
      let reason = Unreadable(
        state.next == 0
          ? "ffmpeg cannot decode it" + message
          : "ffmpeg gives \(state.next) of its frames, from 0 to \(state.next - 1)" + message)
      state.end = (state.next, reason)
      throw reason
    }
    do throws(YCbCrError) {
      var frame = try unsafe YCbCrFrame(
        layout: layout, size: facts.size, contiguous: UnsafeRawBufferPointer(memory.bytes),
        owner: memory)
      frame.hasFields = facts.interlacing == .fields
      while state.window.count >= windowLength, let oldest = furthest(from: state.next, in: state) {
        state.window[oldest] = nil
      }
      state.window[state.next] = frame
    } catch { throw Unreadable("\(error)") }
    state.next += 1
  }

  /// Returns the cached frame that is furthest away.
  private func furthest(from frame: Int, in state: borrowing State) -> Int? {
    state.window.keys.max { abs($0 - frame) < abs($1 - frame) }
  }
}
