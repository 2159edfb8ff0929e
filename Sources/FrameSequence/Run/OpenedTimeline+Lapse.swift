internal import Platform
package import SystemPackage
package import TimeLapse
internal import Timelines

extension OpenedTimeline {
  /// The file for a source's measurements, such as `night.analysis.json` for `night.yaml`.
  ///
  /// - Parameter path: The timeline's document, or the folder that stands for it.
  package func analysisFile(of source: Int, beside path: FilePath) -> FilePath {
    let stem = Timeline.isDocument(path) ? path.reversibleStem : path.reversibleName
    let number = timeline.sources.count == 1 ? "" : "-\(source + 1)"
    return path.removingLastComponent()
      .appending(reversible: "\(stem)\(number).analysis.json")
  }

  /// The gaps of a sequence that shows by time.
  package func gaps(of source: Int) -> [TimeGap] {
    guard case .sequence(let list) = timeline.sources[source].content, list.order == .time
    else { return [] }
    return TimeGap.all(in: photos[source])
  }
}
