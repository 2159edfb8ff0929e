internal import ArgumentParser
internal import BromideCodecs
internal import BromidePhotos
internal import BromideRuns
internal import BromideSystem
internal import SystemPackage

/// The photos to use, by their marks, time and camera.
struct ChoiceOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Only photos with this rating: 3.., ..2, 1..4, or -1 for rejected",
      discussion: "From XMP files next to the photos and XMP in them. Unrated photos have 0.",
      valueName: "stars"), transform: Self.ratings)
  var rating: ClosedRange<Int>?

  @Option(
    help: ArgumentHelp(
      "Only photos with this colour label: red,green or none", valueName: "labels"))
  var label: String?

  @Option(
    help: ArgumentHelp(
      "Only photos taken on or after a date, or newer than a file", valueName: "date|file"),
    completion: .file())
  var newer: String?

  @Option(help: ArgumentHelp("Only photos of this camera, such as D850", valueName: "name"))
  var camera: String?

  /// The flags that were set.
  var flags: [String] {
    [
      ("--rating", rating != nil), ("--label", label != nil), ("--newer", newer != nil),
      ("--camera", camera != nil),
    ].filter(\.1).map(\.0)
  }

  /// Prints the number of skipped photos and warnings about their sidecars, and warns if no photo
  /// is left.
  func note(_ skipped: Int, left: Int, _ warnings: [Warning], _ messages: Messages) {
    messages.show(warnings)
    messages.note(unchosen: skipped, by: flags)
    guard skipped > 0, left == 0 else { return }
    let names = flags.joined(separator: " and ")
    messages.warning("no photos left; \(names) \(flags.count == 1 ? "skips" : "skip") all of them")
  }

  /// The choice of the flags.
  func choice() throws(UsageError) -> PhotoChoice {
    var choice = PhotoChoice()
    choice.ratings = rating
    if let label {
      let names = label.lowercased().split(separator: ",", omittingEmptySubsequences: false)
      guard names.allSatisfy({ !$0.isEmpty }) else {
        throw UsageError("--label “\(label)”: expected names such as red,green or none")
      }
      choice.labels = Set(names.map(String.init))
    }
    if let camera {
      guard !camera.isEmpty else { throw UsageError("--camera needs a name such as D850") }
      choice.camera = camera.lowercased()
    }
    guard let newer else { return choice }
    if let time = CaptureTime(exif: newer.count == 10 ? newer + " 00:00:00" : newer) {
      choice.takenAfter = time.clockSeconds
      return choice
    }
    let path = FilePath(reversible: newer)
    guard FileSystem.exists(path) else {
      throw UsageError("--newer “\(newer)”: expected a date such as 2026-07-01, or a file")
    }
    choice.newerThan = path
    return choice
  }

  private static func ratings(_ text: String) throws -> ClosedRange<Int> {
    let wrong = ValidationError("expected 3.., ..2, 1..4, 3, or -1 for rejected")
    func stars(_ text: Substring, _ standard: Int) throws -> Int {
      if text.isEmpty { return standard }
      guard let value = Int(text), (-1...5).contains(value) else { throw wrong }
      return value
    }
    guard let dots = text.firstRange(of: "..") else {
      guard !text.isEmpty else { throw wrong }
      let value = try stars(text[...], 0)
      return value...value
    }
    // Rejected photos need an explicit -1.
    let first = try stars(text[..<dots.lowerBound], 0)
    let last = try stars(text[dots.upperBound...], 5)
    guard first <= last, text != ".." else { throw wrong }
    return first...last
  }
}
