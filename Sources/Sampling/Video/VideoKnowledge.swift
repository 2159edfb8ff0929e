internal import Platform
internal import Synchronization
internal import SystemPackage

/// What is known of a film before a frame of it is decoded.
struct VideoKnowledge: Sendable {
  let facts: VideoFacts
  /// Empty where packets are no measure of frames.
  let index: VideoIndex
  var count: Int
  let remarks: [String]
  /// The last thing that ffprobe complained of.
  let complaint: String?
  /// Whether `count` is what decoding gives.
  var isCounted: Bool

  private struct Key: Hashable {
    let path: FilePath
    let status: FileStatus
  }

  private static let known = Mutex<[Key: VideoKnowledge]>([:])

  /// Asks ffprobe about a file, once while it stays as it is: a run asks for its rate, then its length, then its frames.
  ///
  /// - Parameter counts: Whether frames that cannot be counted by packets are decoded to count them.
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
    var remarks = complaint.map { ["ffprobe says: \($0)"] } ?? []
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
