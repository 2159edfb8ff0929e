internal import Platform
internal import SystemPackage

/// A raw format without a header. LibRaw knows such a file by its size alone, which any other file may have.
///
/// So such a file is a raw only if its name has the format's own suffix, or if somebody names the format.
public enum HeaderlessRaw: String, Sendable, Hashable, Codable, CaseIterable {
  /// The YRGB files of Kodak's C330, C603 and others.
  case kodakYRGB = "kodak-yrgb"
  /// The sensor dumps that CHDK makes on Canon's PowerShots.
  case canonCHDK = "canon-chdk"
  /// Whatever LibRaw takes a file of that size for.
  case libraw

  /// Who made a file's format known: the name of the file, or a person.
  package enum Source: String, Sendable, Hashable, Codable {
    case suffix, flag
  }

  /// LibRaw's name for the maker of its cameras; nil for any.
  private var make: String? {
    switch self {
    case .kodakYRGB: "Kodak"
    case .canonCHDK: "Canon"
    case .libraw: nil
    }
  }

  /// The suffix of its files in lower case; nil without one.
  package var suffix: String? {
    switch self {
    case .kodakYRGB: "raw"
    case .canonCHDK: "crw"
    case .libraw: nil
    }
  }

  /// Who says that a file is of a format that LibRaw knows by the file's size; nil if nobody does.
  ///
  /// - Parameters:
  ///   - make: LibRaw's name for the maker of a camera whose files have that size.
  ///   - named: The format that a person named; nil without one.
  static func source(of path: FilePath, make: String, named: HeaderlessRaw?) -> Source? {
    if let named { return named.fits(make) ? .flag : nil }
    let suffix = path.lowercasedExtension
    return allCases.contains { $0.suffix == suffix && $0.fits(make) } ? .suffix : nil
  }

  /// The format of a maker's files without a header.
  static func format(of make: String) -> HeaderlessRaw {
    allCases.first { $0.fits(make) } ?? .libraw
  }

  private func fits(_ make: String) -> Bool {
    self.make.map { make.lowercased().hasPrefix($0.lowercased()) } ?? true
  }
}
