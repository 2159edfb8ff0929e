internal import BromideSystem
internal import Synchronization
internal import SystemPackage

/// Properties of a film that are available before a frame is decoded.
struct VideoKnowledge: Sendable {
  let facts: VideoFacts
  /// Empty if packets do not match frames.
  let index: VideoIndex
  var count: Int
  let remarks: [String]
  /// The last thing that ffprobe complained of.
  let complaint: String?
  /// Whether `count` equals the number of decoded frames.
  var isCounted: Bool

  private struct Key: Hashable {
    let path: FilePath
    let status: FileStatus
  }

  private static let known = Mutex<[Key: VideoKnowledge]>([:])

  /// Runs ffprobe on a file and caches the result until the file changes. A run needs the rate,
  /// then the length, then the frames.
  ///
  /// - Parameter counts: Whether to decode frames to count them if counting packets is not enough.
  static func of(
    _ path: FilePath, _ programs: VideoPrograms, counts: Bool
  ) throws(Unreadable) -> VideoKnowledge {
    let status = try Unreadable.unless { () throws(SystemError) in try FileSystem.status(path) }
    let key = Key(path: path, status: status)
    if let found = known.withLock({ $0[key] }), found.isCounted || !counts { return found }
    let (facts, complaint) = try programs.facts(path)
    let isRegular = facts.hasPacketsOfFrames && complaint == nil
    let index = VideoIndex(isRegular ? facts.packets : [])
    var knowledge = VideoKnowledge(
      facts: facts, index: index,
      count: index.times.isEmpty ? facts.count ?? facts.packets.count : index.times.count,
      remarks: remarks(facts, index, complaint), complaint: complaint,
      isCounted: !index.times.isEmpty)
    if counts, !knowledge.isCounted, !facts.packets.isEmpty {
      knowledge.count = try programs.countedFrames(path) ?? knowledge.count
      knowledge.isCounted = true
    }
    known.withLock { $0[key] = knowledge }
    return knowledge
  }

  private static func remarks(
    _ facts: VideoFacts, _ index: VideoIndex, _ complaint: String?
  ) -> [String] {
    var remarks = complaint.map { ["ffprobe: \($0)"] } ?? []
    if let uneven = index.unevenness {
      let seconds = { (ticks: Int) in
        "\((Double(ticks * facts.tick.over) / Double(facts.tick.under) * 1000).rounded() / 1000)"
      }
      remarks.append(
        "its frames are \(seconds(uneven.shortest)) to \(seconds(uneven.longest)) s apart; each shows as long as every other"
      )
    }
    return remarks
  }
}
