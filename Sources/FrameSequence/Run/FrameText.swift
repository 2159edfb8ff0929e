internal import Kernels
internal import Outputs
internal import Platform

/// The text that a frame's file carries about its origin: `v1 frame HASH with VERSION on v3`, of raws with the demosaics at its
/// end: `by cells,rcd`.
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
  /// The methods that made full colour of its photos, by name, in order; empty if none did.
  var demosaics: [String] = []

  private static let whole = "frame"
  /// As long as `frame`, so that it can take its place in a file.
  private static let draft = Fingerprint.draft

  var text: String {
    "v1 \(isWhole ? Self.whole : Self.draft) \(hash) with \(BromideVersion.number) on \(instructionSet)"
      + (demosaics.isEmpty ? "" : " by \(demosaics.joined(separator: ","))")
  }

  init(
    hash: String, instructionSet: InstructionSet, isWhole: Bool = true, demosaics: [String] = []
  ) {
    self.hash = hash
    self.demosaics = demosaics
    // The instruction set that `best` chose, so that shards can be compared.
    self.instructionSet = instructionSet.rawValue
    self.isWhole = isWhole
  }

  /// Reads the text of a picture; nil if it is not a frame made by this version.
  init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard Self.hasForm(words), words[0] == "v1", [Self.whole, Self.draft].contains(words[1]),
      words[3] == "with", words[4] == BromideVersion.number, words[5] == "on"
    else { return nil }
    hash = words[2]
    instructionSet = words[6]
    isWhole = words[1] == Self.whole
    demosaics = words.count > 7 ? words[8].split(separator: ",").map(String.init) : []
  }

  private static func hasForm(_ words: [some StringProtocol]) -> Bool {
    words.count == 7 || words.count == 9 && words[7] == "by"
  }
}
