internal import BromideDevelop
internal import BromideSampling
internal import BromideSystem
package import BromideTimelines
internal import BromideValues
package import SystemPackage

extension OpenedTimeline {
  /// Returns the file for a source's measurements, such as `night.analysis.json` for `night.yaml`.
  ///
  /// - Parameter path: The timeline's document, or the folder that replaces it.
  package func analysisFile(of source: Int, nextTo path: FilePath) -> FilePath {
    let stem = Timeline.isDocument(path) ? path.reversibleStem : path.reversibleName
    let number = timeline.sources.count == 1 ? "" : "-\(source + 1)"
    return path.removingLastComponent()
      .appending(reversible: "\(stem)\(number).analysis.json")
  }

  /// Returns the white balance mode of a sequence. Keys, XMP files and an explicit white balance
  /// override the recorded values.
  package func balance(of source: Int) -> LapseOptions.Balance {
    guard case .sequence = timeline.sources[source].content, !setsBalance(source) else {
      return .camera
    }
    let lapse = timeline.sources[source].lapse
    if let balance = lapse.balance { return balance }
    let isGiven = timeline.sources[source].develop?.given.contains("white-balance") == true
    return lapse.deflicker != nil && !isGiven ? .smooth : .camera
  }

  /// Returns whether keys, XMP files or settings set the white balance of a source.
  package func setsBalance(_ source: Int) -> Bool {
    let recipe = recipe(of: source)
    let own: [Parameter] = [.temperature, .tint]
    return recipe.whiteBalance != .camera || form.settings.photo.balancePlace != nil
      || own.contains { recipe.filters[$0] != nil }
      || timeline.sources[source].tracks.contains { own.contains($0.parameter) }
  }

  /// Returns the orientation for all photos of a source, or `nil` to use each photo's orientation.
  func orientation(of source: Int) -> Orientation? {
    guard timeline.sources[source].lapse.orientation == .lock else { return nil }
    return photos[source].lazy.compactMap { $0.facts?.orientation }.first
  }

  /// Returns the time gaps of a sequence sorted by time.
  package func gaps(of source: Int) -> [TimeGap] {
    guard case .sequence(let list) = timeline.sources[source].content, list.order == .time,
      !showsFrames[source]
    else { return [] }
    return TimeGap.all(in: photos[source])
  }
}
