internal import Kernels
internal import Outputs
internal import Platform

/// What a frame was made from and how, as the text that its PNG carries: `v1 frame HASH with VERSION on v3`.
///
/// The hash covers content and settings and no names, so that equal frames carry equal texts. It is the truth that running again goes
/// by; the manifest only repeats it. Frames of damaged or missing photos carry `draft` in place of `frame`, so that they are
/// never current.
struct FrameText: Sendable, Hashable {
  /// Of all that the pixels depend on.
  var hash: String
  /// What drew it.
  var instructionSet: String
  /// Whether all of its photos are there and whole.
  var isWhole = true

  private static let whole = "frame"
  /// As long as `frame`, so that it can take its place in a file.
  private static let draft = Fingerprint.draft

  var text: String {
    "v1 \(isWhole ? Self.whole : Self.draft) \(hash) with \(BromideVersion.number) on \(instructionSet)"
  }

  init(hash: String, instructionSet: InstructionSet, isWhole: Bool = true) {
    self.hash = hash
    // The words of design.md: what `best` chose, so that shards can be compared.
    self.instructionSet = instructionSet.rawValue
    self.isWhole = isWhole
  }

  /// Reads what a picture carries; nil where it is no frame by this version.
  init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 7, words[0] == "v1", [Self.whole, Self.draft].contains(words[1]),
      words[3] == "with", words[4] == BromideVersion.number, words[5] == "on"
    else { return nil }
    hash = words[2]
    instructionSet = words[6]
    isWhole = words[1] == Self.whole
  }

  /// Whether a picture's text is that of a frame, by whatever version.
  static func isFrame(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    return words.count == 7 && [whole[...], draft[...]].contains(words[1])
  }
}
