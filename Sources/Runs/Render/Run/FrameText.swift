internal import BromideKernels
internal import BromidePhotos
internal import BromideSystem

/// The text in a frame's file that identifies its content: `v1 frame HASH with VERSION on v3`. For
/// raws, it ends with the demosaic methods: `by cells,rcd`.
///
/// The hash covers content and settings, but not names, so that equal frames have equal texts. A
/// later run uses this text to find frames that are up to date, and the manifest is only a copy.
/// Frames with damaged or missing photos contain `draft` instead of `frame`, so that they are never
/// up to date.
struct FrameText: Sendable, Hashable {
  /// The hash of all data that the pixels depend on.
  var hash: String
  /// The instruction set that drew the frame.
  var instructionSet: String
  /// Whether all photos exist and are intact.
  var isWhole = true
  /// The names of the photos' demosaic methods in order, empty if they were not used.
  var demosaics: [String] = []

  private static let whole = "frame"
  /// The same length as `frame`, so that it can replace it in a file.
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
    // Store the instruction set that `best` selected, so that shards can be compared.
    self.instructionSet = instructionSet.rawValue
    self.isWhole = isWhole
  }

  /// Reads the text of a picture, or returns `nil` if it is not a frame of this version.
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
