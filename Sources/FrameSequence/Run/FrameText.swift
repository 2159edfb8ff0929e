internal import Kernels
internal import Outputs
internal import Platform

/// The text that a frame's file carries about its origin: `v1 frame HASH with VERSION on v3`.
///
/// The hash covers content and settings and no names, so that equal frames carry equal texts. It is the truth that running again goes
/// by; the manifest only repeats it. Frames of damaged or missing photos carry `draft` in place of `frame`, so that they are
/// never current.
struct FrameText: Sendable, Hashable {
  /// The hash of everything that the pixels depend on.
  var hash: String
  /// The instruction set that drew it.
  var instructionSet: String
  /// Whether all of its photos exist and are whole.
  var isWhole = true

  private static let whole = "frame"
  /// As long as `frame`, so that it can take its place in a file.
  private static let draft = Fingerprint.draft

  var text: String {
    "v1 \(isWhole ? Self.whole : Self.draft) \(hash) with \(BromideVersion.number) on \(instructionSet)"
  }

  init(hash: String, instructionSet: InstructionSet, isWhole: Bool = true) {
    self.hash = hash
    // The instruction set that `best` chose, so that shards can be compared.
    self.instructionSet = instructionSet.rawValue
    self.isWhole = isWhole
  }

  /// Reads the text of a picture; nil if it is not a frame made by this version.
  init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 7, words[0] == "v1", [Self.whole, Self.draft].contains(words[1]),
      words[3] == "with", words[4] == BromideVersion.number, words[5] == "on"
    else { return nil }
    hash = words[2]
    instructionSet = words[6]
    isWhole = words[1] == Self.whole
  }

  /// Whether a picture's text is that of a frame, made by any version.
  static func isFrame(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    return words.count == 7 && [whole[...], draft[...]].contains(words[1])
  }
}
