internal import BromideCodecs
internal import BromideRaw
internal import BromideSystem
internal import SystemPackage

/// A program that reads the name of a lens from a photo: exiftool or exiv2.
///
/// It has tables of the makers' numbers, which Bromide does not copy because of their licences. It
/// runs without a shell.
struct LensProgram: Sendable, Hashable {
  /// The programs that Bromide knows, the preferred first.
  enum Kind: String, Sendable, CaseIterable {
    case exiftool, exiv2

    /// The source of its names.
    var source: PhotoMetadata.LensSource { self == .exiftool ? .exiftool : .exiv2 }
  }

  let kind: Kind
  let path: FilePath

  /// Returns the first program in PATH, or `nil` if both are missing.
  ///
  /// A relative folder in PATH can be the photos' folder, so its programs are ignored.
  static func find() -> LensProgram? {
    for kind in Kind.allCases {
      guard let path = PipedProcess.find(kind.rawValue), path.isAbsolute else { continue }
      return LensProgram(kind: kind, path: path)
    }
    return nil
  }

  /// Runs the program and returns the name, or `nil` if it is unknown or not certain.
  ///
  /// - Parameters:
  ///   - seconds: The limit. The program is killed afterwards.
  ///   - timeout: The maximum seconds without progress, or `nil` for the usual time.
  func name(
    of photo: FilePath, _ lens: LensSpecification, seconds: Double, timeout: Double?
  ) -> String? {
    guard let photo = Self.safe(photo),
      let process = try? PipedProcess(
        program: path, arguments: arguments + [photo.reversible], pipe: .output,
        timeout: timeout, limit: seconds),
      let bytes = try? process.readAll(atMost: Self.mostBytes), bytes.count <= Self.mostBytes
    else { return nil }
    let ending = process.end()
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.last == "\n", !text.unicodeScalars.contains("\u{FFFD}") else { return nil }
    let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    switch kind {
    case .exiftool:
      // The last line proves that the others are complete.
      guard lines.count == 3, lines[2].first?.isNumber == true else { return nil }
      return LensAnswer.name(lines[1], type: lines[0], lens)
    case .exiv2:
      // It takes the first of several lenses with one number, so the name must have the numbers.
      guard ending == .exit(status: 0), lines.count == 1, lens.leastFocalLength > 0 else {
        return nil
      }
      return LensAnswer.name(lines[0], type: lines[0], lens)
    }
  }

  private var arguments: [String] {
    switch kind {
    // Without a configuration file, which can contain code.
    case .exiftool:
      [
        "-config", "", "-q", "-q", "-m", "-fast", "-f", "-s3", "-LensType", "-Composite:LensID",
        "-ExifToolVersion",
      ]
    // The makers that exiv2 does not guess.
    case .exiv2:
      ["-q", "-Pt"]
        + ["NikonLd1.LensIDNumber", "NikonLd2.LensIDNumber", "NikonLd3.LensIDNumber"]
        .flatMap { ["-K", "Exif." + $0] } + ["-K", "Exif.OlympusEq.LensType"]
    }
  }

  /// Returns a path that is never an option, or `nil` for a path that exiftool can misread.
  ///
  /// Before version 12.38, exiftool ran a file name that ends with `|` as a command
  /// (CVE-2022-23935).
  static func safe(_ photo: FilePath) -> FilePath? {
    guard let path = FileSystem.resolved(photo), path.isAbsolute else { return nil }
    let isPlain = path.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    guard isPlain, let last = path.bytes.last else { return nil }
    return last == UInt8(ascii: "|") || last == UInt8(ascii: " ") ? nil : path
  }

  /// Names are much shorter.
  private static let mostBytes = 4096
}

/// Decides whether the text of another program is the name of one lens.
enum LensAnswer {
  /// Returns the name, or `nil` if it is missing, lists alternatives, or contradicts the photo.
  ///
  /// - Parameters:
  ///   - type: The program's text for the maker's number alone. If it differs from the name, the
  ///     program has chosen between lenses by the photo's focal length. The choice can be wrong, and
  ///     another photo of the lens can get another name.
  ///   - lens: The numbers in the photo.
  static func name(_ name: String, type: String, _ lens: LensSpecification) -> String? {
    let lower = name.lowercased()
    guard (4...longest).contains(name.utf8.count), name.contains(where: \.isNumber),
      isName(name), !lower.hasPrefix("unknown"), !isChoice(lower),
      !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    // A type without numbers is a kind of lens, such as Nikon's “G VR”.
    guard type == name || !type.contains(where: \.isNumber) && !isChoice(type.lowercased()) else {
      return nil
    }
    return fits(name, lens) ? name : nil
  }

  /// Returns whether a text has more than numbers and units. For lenses that Adobe's programs do not
  /// know, they write `18.0-55.0 mm f/3.5-5.6` instead of a name.
  static func isName(_ text: String) -> Bool {
    text.lowercased().split(whereSeparator: { !$0.isLetter }).contains { $0 != "mm" && $0 != "f" }
  }

  private static func isChoice(_ text: String) -> Bool {
    text.contains(" or ") || text.contains(" / ") || text.contains("|")
  }

  /// Returns whether the focal lengths in a name are the photo's, or the photo has none.
  private static func fits(_ name: String, _ lens: LensSpecification) -> Bool {
    guard lens.leastFocalLength > 0 else { return true }
    guard let (least, most) = LensName.focalLengths(name) else { return false }
    func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= share * other }
    return isNear(lens.leastFocalLength, least) && isNear(lens.mostFocalLength, most)
  }

  private static let longest = 256
  /// Makers' notes contain focal lengths as powers of two in steps of 3 %.
  private static let share = 0.05
}
