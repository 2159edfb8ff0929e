#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// Real files for tests, if the machine has them: in `BROMIDE_CORPUS`, or else in
/// `../shared/corpus` beside the package.
///
/// They are never part of the project. A test that needs them is skipped visibly without them:
/// `@Test(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))`.
public enum Corpus {
  /// The folder, without a trailing slash; nil if there is none.
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

  /// The path of a file, such as `raw/…`; the file need not exist.
  public static func path(_ name: String) -> String { (folder ?? "") + "/" + name }

  /// The files of a part (`raw`, `malformed`, `png`, …) and its subfolders, sorted; empty if there
  /// are none.
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
