internal import BromidePhotos
internal import BromideRuns
internal import BromideSampling

/// A scope to draw.
struct ScopePicture: Sendable {
  private var scope: Scope
  private let picture: AnswerPicture

  init(_ scope: Scope, _ picture: AnswerPicture) { (self.scope, self.picture) = (scope, picture) }

  /// Adds a frame.
  mutating func add(_ sampler: PointSampler) throws(SampleFailure) {
    try SampleFailure.describing { try scope.add(sampler) }
  }

  /// The columns of `lines`.
  static let header = "input,scope,part,column,code,count\n"

  /// The counts that are not 0, a line each, in the columns of `header`.
  func lines(_ context: SampleContext) -> String {
    guard let counts = scope.counts else { return "" }
    var text = ""
    for part in 0..<counts.parts {
      for column in 0..<counts.columns {
        for code in 0..<256 where counts[part, column, code] > 0 {
          text +=
            "\(context.start),\(scope.kind.rawValue),\(part),\(column),\(code),\(counts[part, column, code])\n"
        }
      }
    }
    return text
  }

  /// Draws and writes the added frames.
  func write(
    of name: String, context: RunContext, messages: Messages
  ) throws(SampleFailure) {
    guard let counts = scope.counts else { return }
    let kind = scope.kind.rawValue
    let request = "\(kind) \(name) \(counts.counts.hashed)"
    try picture.write(kind, request: request, context: context, messages: messages) {
      try scope.draw(title: name)
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
