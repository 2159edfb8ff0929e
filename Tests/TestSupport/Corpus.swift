#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// Real files to try, where a machine has them: `BROMIDE_CORPUS`, else `../shared/corpus` beside the package.
///
/// They are never part of the project. A test that wants them says so, and says that it skips:
/// `@Test(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))`.
public enum Corpus {
  /// The folder, without a slash at its end, or nil where there is none.
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

  /// What to say where the folder is missing.
  public static let comment = "needs real raws in BROMIDE_CORPUS or ../shared/corpus"

  /// The file of that name, as `raw/…`; it need not be there.
  public static func path(_ name: String) -> String { (folder ?? "") + "/" + name }

  /// The files of a part (`raw`, `malformed`, `png`, …) and its folders, sorted; empty where there is none.
  public static func files(_ part: String) -> [String] {
    guard let folder else { return [] }
    return Files.all(under: folder + "/" + part)
  }

  /// Whole raws that LibRaw decodes.
  public static var raws: [String] { files("raw") }
}

/// Where this package lies.
public enum Package {
  /// The folder of Package.swift, as it was when this was compiled.
  public static let root: String = {
    // <root>/Tests/TestSupport/Corpus.swift
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()

  /// The committed test pictures.
  public static var testImages: String { root + "/TestImages" }
}
