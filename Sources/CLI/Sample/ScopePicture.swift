internal import BromideDevelop
internal import BromideSampling

/// A scope to draw, and the counts so far.
struct ScopePicture: Sendable {
  let kind: ScopeCounts.Kind
  let picture: AnswerPicture
  /// Whether each frame is a column.
  let isOverTime: Bool
  private var counts: ScopeCounts?
  private var signal: ScopeSignal?
  private var frames = 0

  init(_ kind: ScopeCounts.Kind, _ picture: AnswerPicture, isOverTime: Bool) {
    (self.kind, self.picture, self.isOverTime) = (kind, picture, isOverTime)
  }

  /// Adds a frame.
  mutating func add(_ sampler: PointSampler) throws(SampleFailure) {
    let columns = isOverTime ? 0 : sampler.scopeColumns()
    var counts = counts ?? ScopeCounts(kind, columns: columns)
    if isOverTime { counts.addColumn() }
    try SampleFailure.describing { try counts.add(sampler, column: isOverTime ? frames : nil) }
    (self.counts, signal, frames) = (counts, sampler.scopeSignal, frames + 1)
  }

  /// The counts that are not 0, a line each, in the columns of `header`.
  func lines(_ context: SampleContext) -> String {
    guard let counts else { return "" }
    var text = ""
    for part in 0..<counts.parts {
      for column in 0..<counts.columns {
        for code in 0..<256 where counts[part, column, code] > 0 {
          text +=
            "\(context.start),\(kind.rawValue),\(part),\(column),\(code),\(counts[part, column, code])\n"
        }
      }
    }
    return text
  }

  /// The columns of `lines`.
  static let header = "input,scope,part,column,code,count\n"

  /// Draws and writes the added frames.
  func write(of name: String, messages: Messages) throws(SampleFailure) {
    guard let counts, let signal else { return }
    let request = "\(kind.rawValue) \(name) \(counts.counts.hashed)"
    try picture.write(kind.rawValue, request: request, messages: messages) {
      try ScopeDrawing(counts: counts, signal: signal, title: name, isOverTime: isOverTime).draw()
    }
  }
}

extension [[Int]] {
  /// A short text that differs if numbers do (FNV-1a).
  fileprivate var hashed: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for number in joined() { hash = (hash ^ UInt64(truncatingIfNeeded: number)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
