public import Develop
public import Scheduling

extension DemosaicedPhoto {
  /// Makes all tiles.
  public func fill(_ crew: Crew = .alone) {
    crew.forEach(
      tileCount, makeScratch: { self.makeScratch() },
      work: { tile, scratch in self.make(tile: tile, scratch: scratch) })
  }
}
