internal import BromideDevelop
package import BromidePhotos
internal import BromideSampling
package import BromideSystem
package import BromideTimelines
package import BromideValues

/// Draws single frames of a timeline in any order. Pixels are the same as in a run, and sources
/// stay open for later frames.
///
/// Not thread-safe.
package final class FrameStudio: @unchecked Sendable {
  private let run: FrameRun
  private let scratch: FrameScratch
  /// Sources that may be open, most recently used last.
  private var recent: [Int] = []
  /// Bytes that must stay free while sources are open.
  private let leftFree: Int

  /// A drawn frame.
  package struct Picture<Sample: BitwiseCopyable & Sendable>: Sendable {
    /// RGB in the timeline's space.
    package let pixels: ImageBuffer<Sample>
    /// A problem with the drawn frame: damage, or another photo instead of a missing one.
    package let remark: FrameRemark?
    /// Problems of its photos that do not change the frame's status.
    package let warnings: [Warning]
  }

  /// Opens the sources.
  ///
  /// - Parameters:
  ///   - timeline: The timeline. Its form is used for the frames, except the depth.
  ///   - sample: The depth of the frames, 8 or 16 bits.
  ///   - analyses: The corrections that make the photos of each source match. If the array is
  ///     shorter, other sources stay unchanged.
  ///   - crew: Helps with each frame.
  /// - Throws: `RenderError`.
  package init(
    _ timeline: OpenedTimeline, _ analyses: [LapseAnalysis?] = [],
    sample: SampleFormat = .uint8, crew: Crew
  ) throws(RenderError) {
    var opened = timeline
    opened.form.settings.photo.recipe.sample = sample
    let plan = try RenderPlan(opened, analyses, destination: .standardOutput)
    run = FrameRun(plan, format: PixelFormat(channels: 3, sample: sample), stream: nil)
    let free = Machine.freeMemory()
    leftFree = free / 4
    scratch = FrameScratch(crew: crew, photoBytes: free / 8)
  }

  deinit { for maker in run.makers { maker.close() } }

  /// Draws a frame.
  ///
  /// - Parameters:
  ///   - index: 0 ..< the number of frames.
  ///   - type: The type of the studio's depth.
  /// - Throws: `FrameError`.
  package func picture<Sample: BitwiseCopyable & Sendable>(
    _ index: Int, of type: Sample.Type = UInt8.self
  ) throws(FrameError) -> Picture<Sample> {
    precondition(
      MemoryLayout<Sample>.size == run.plan.form.settings.photo.recipe.sample.byteCount,
      "the studio draws another depth")
    let frame = run.plan.frame(index)
    let shown = Set(frame.layers.map(\.source))
    recent = recent.filter { !shown.contains($0) } + shown.sorted()
    while recent.count > shown.count, Machine.freeMemory() < leftFree {
      run.makers[recent.removeFirst()].close()
    }
    scratch.keep(only: run.plan.makers, sources: Set(recent))
    let drawn = try run.picture(of: frame, scratch, scratch.crew)
    var picture = ImageBuffer<Sample>(size: drawn.size, channels: 3)
    let memory = try drawn.pixels(scratch)
    unsafe picture.withUnsafeMutableSamples { samples in
      unsafe UnsafeMutableRawBufferPointer(samples).copyMemory(
        from: UnsafeRawBufferPointer(
          rebasing: memory.bytes[..<(samples.count * MemoryLayout<Sample>.size)]))
    }
    return Picture(pixels: picture, remark: drawn.remark, warnings: drawn.warnings)
  }
}
