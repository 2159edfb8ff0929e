package import BromideSystem

/// Develops the bands of a picture strip by strip, so that most strips continue where the band
/// before ended.
///
/// A strip that begins also computes the rows above it that its rows depend on: with all
/// corrections 80 rows, a third of a band. So threads that work on different bands hand the scratch
/// memory of a strip to each other, and a thread whose band must wait works on the others' bands. A
/// strip begins only if no other thread will reach it soon.
@safe
package final class BandStrips: @unchecked Sendable {
  private struct Strip: Hashable {
    let band, index: Int

    /// The strip that can continue this one.
    var next: Strip { Strip(band: band + 1, index: index) }
    /// The strip that this one can continue.
    var previous: Strip { Strip(band: band - 1, index: index) }
  }

  /// A band that a thread has asked for.
  @safe
  private struct Band {
    @unsafe let output: UnsafeMutableRawBufferPointer
    let strips: Int
    /// The number of strips that are not complete.
    var left: Int
  }

  /// A strip to work on.
  @safe
  private struct Task {
    let strip: Strip
    /// `nil` if the thread must make it.
    let scratch: DevelopScratch?
    @unsafe let output: UnsafeMutableRawBufferPointer
  }

  private let developer: Developer
  /// Whether no other picture needs the photo's samples.
  private let releasesSamples: Bool
  private let finished: @Sendable (Stopwatch) -> Void
  private let monitor = Monitor()
  // The monitor protects all of the following properties.
  private var bands: [Int: Band] = [:]
  /// All strips that threads have begun.
  private var taken: Set<Strip> = []
  private var running: Set<Strip> = []
  /// The scratch memory of open strips, by the strips that can continue them.
  private var resting: [Strip: DevelopScratch] = [:]
  private var spare: [DevelopScratch] = []
  /// The finished bands below the first one that is not finished, and its number.
  private var finishedBands: Set<Int> = []
  private var firstBand = 0
  /// The rows of the sensor's image whose memory is freed.
  private var releasedRows = 0

  /// - Parameters:
  ///   - developer: Makes the strips.
  ///   - releasesSamples: Whether to free the memory of samples that stay in their file, as soon as
  ///     their bands are done. Do not do this if they are needed again.
  ///   - finished: Called after each strip, on its thread, with the time since its start.
  package init(
    _ developer: Developer, releasesSamples: Bool = false,
    finished: @escaping @Sendable (Stopwatch) -> Void = { _ in }
  ) {
    self.developer = developer
    self.releasesSamples = releasesSamples
    self.finished = finished
  }

  /// Develops a band. Several threads can do this for different bands, best in their order.
  ///
  /// - Parameters:
  ///   - band: 0 ..< the developer's `bandCount`. Each band can be developed once.
  ///   - crew: Threads that help with this band.
  ///   - output: Memory for the band's rows, without gaps.
  @unsafe package func develop(
    _ band: Int, crew: Crew = .alone, into output: UnsafeMutableRawBufferPointer
  ) {
    let count = developer.stripCount(ofBand: band)
    monitor.locked {
      bands[band] = unsafe Band(output: output, strips: count, left: count)
    }
    if crew.size > 1, count > 1 {
      crew(atMost: count - 1) { [self] in work(on: band, waits: false) }
    }
    work(on: band, waits: true)
    let rows = monitor.locked {
      bands[band] = nil
      return rowsToRelease(after: band)
    }
    if !rows.isEmpty { developer.release(rows: rows) }
  }

  /// Records a finished band. Returns rows of the sensor's image that no other band needs, or an
  /// empty range. Call this with the lock held.
  private func rowsToRelease(after band: Int) -> Range<Int> {
    guard releasesSamples else { return 0..<0 }
    finishedBands.insert(band)
    while finishedBands.remove(firstBand) != nil { firstBand += 1 }
    let start = releasedRows
    releasedRows = max(start, developer.finishedRows(before: firstBand))
    return start..<releasedRows
  }

  /// Works on strips until a band is complete.
  ///
  /// - Parameter waits: Whether to wait for other threads, or to return if there is no strip to
  ///   work on.
  private func work(on band: Int, waits: Bool) {
    var done: (Strip, DevelopScratch)?
    while let task = exchange(done, band, waits: waits) {
      let watch = Stopwatch()
      let scratch = task.scratch ?? developer.makeScratch()
      unsafe developer.develop(
        strip: task.strip.index, ofBand: task.strip.band, scratch: scratch, into: task.output)
      finished(watch)
      done = (task.strip, scratch)
    }
  }

  /// Records a finished strip and chooses the next one, with scratch memory if there is any.
  private func exchange(
    _ done: (strip: Strip, scratch: DevelopScratch)?, _ band: Int, waits: Bool
  ) -> Task? {
    monitor.locked {
      if let done { note(done.strip, done.scratch) }
      while let left = bands[band]?.left, left > 0 {
        if let strip = choose(), let owner = bands[strip.band] {
          taken.insert(strip)
          running.insert(strip)
          let scratch = resting.removeValue(forKey: strip) ?? spare.popLast()
          return unsafe Task(strip: strip, scratch: scratch, output: owner.output)
        }
        guard waits else { return nil }
        monitor.wait()
      }
      return nil
    }
  }

  /// Call this with the lock held.
  private func note(_ strip: Strip, _ scratch: DevelopScratch) {
    running.remove(strip)
    bands[strip.band]?.left -= 1
    if !developer.continuesStrips || taken.contains(strip.next) {
      spare.append(scratch)
    } else if strip.next.band < developer.bandCount {
      resting[strip.next] = scratch
    }
    monitor.broadcast()
  }

  /// Returns the first strip that can continue another, or else the first that must begin. Call
  /// this with the lock held.
  private func choose() -> Strip? {
    var first: Strip?
    for band in bands.keys.sorted() {
      for index in 0..<(bands[band]?.strips ?? 0) {
        let strip = Strip(band: band, index: index)
        if taken.contains(strip) { continue }
        if resting[strip] != nil { return strip }
        if first == nil, !running.contains(strip.previous) || !developer.continuesStrips {
          first = strip
        }
      }
    }
    return first
  }
}
