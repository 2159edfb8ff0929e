internal import BromideLibc

/// Real files for tests, in `BROMIDE_CORPUS` or in `../shared/corpus` next to the package.
///
/// They are not part of the project. If a machine does not have them, tests that need them are
/// visibly skipped: `@Test(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))`.
public enum Corpus {
  /// The folder, without a trailing slash, or `nil` if it is missing.
  public static let folder: String? = {
    let candidates: [String]
    if let variable = unsafe getenv("BROMIDE_CORPUS") {
      candidates = [unsafe String(cString: variable)]
    } else {
      let package = Package.root
      candidates = [package + "/../shared/corpus"]
    }
    return candidates.first { Files.isFolder($0) }
  }()

  /// Whether this machine has the files.
  public static var isPresent: Bool { folder != nil }

  /// The reason for a skip when the folder is missing.
  public static let comment = "needs real raws in BROMIDE_CORPUS or ../shared/corpus"

  /// Returns the path of a file, for example `raw/…`. The file does not need to exist.
  public static func path(_ name: String) -> String { (folder ?? "") + "/" + name }

  /// Returns the sorted files of a part (`raw`, `malformed`, `png`, …) and its subfolders. Empty
  /// without the corpus.
  public static func files(_ part: String) -> [String] {
    guard let folder else { return [] }
    return Files.all(under: folder + "/" + part)
  }

  /// Intact raws that LibRaw decodes.
  public static var raws: [String] { files("raw") }
}

/// The location of this package.
public enum Package {
  /// The folder of Package.swift at compile time.
  public static let root: String = {
    // <root>/Tests/TestSupport/Corpus.swift
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()

  /// The committed test pictures.
  public static var testImages: String { root + "/TestImages" }
}
