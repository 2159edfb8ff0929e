public import Develop
internal import Scheduling

extension DemosaicedPhoto {
  /// Makes all tiles on some threads.
  public func fill(threads: Int) {
    let _: Never? = FrameWorkers.run(
      count: tileCount, threads: threads, makeScratch: { self.makeScratch() },
      work: { tile, scratch in
        self.make(tile: tile, scratch: scratch)
        return nil
      })
  }
}
