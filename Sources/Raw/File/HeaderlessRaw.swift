internal import BromideSystem
internal import SystemPackage

/// A raw format without a header. LibRaw identifies it only by the file's size, which any other
/// file can have.
///
/// So Bromide treats the file as a raw only if its name has the format's suffix or the user sets
/// the format.
public enum HeaderlessRaw: String, Sendable, Hashable, Codable, CaseIterable {
  /// The YRGB files of Kodak's C330, C603 and others.
  case kodakYRGB = "kodak-yrgb"
  /// The sensor dumps that CHDK makes on Canon's PowerShots.
  case canonCHDK = "canon-chdk"
  /// LibRaw's format for the file's size.
  case libraw

  /// How the format was chosen: by the file's suffix or by the user.
  package enum Source: String, Sendable, Hashable, Codable {
    case suffix, flag
  }

  /// LibRaw's name for the maker of its cameras, or `nil` for any maker.
  private var make: String? {
    switch self {
    case .kodakYRGB: "Kodak"
    case .canonCHDK: "Canon"
    case .libraw: nil
    }
  }

  /// The suffix of its files in lower case, or `nil` without a suffix.
  package var suffix: String? {
    switch self {
    case .kodakYRGB: "raw"
    case .canonCHDK: "crw"
    case .libraw: nil
    }
  }

  /// Returns how the format of a file was chosen, or `nil` if it was not.
  ///
  /// - Parameters:
  ///   - make: LibRaw's name for the maker of a camera with files of that size.
  ///   - named: The format that the user set, or `nil`.
  static func source(of path: FilePath, make: String, named: HeaderlessRaw?) -> Source? {
    if let named { return named.fits(make) ? .flag : nil }
    let suffix = path.lowercasedExtension
    return allCases.contains { $0.suffix == suffix && $0.fits(make) } ? .suffix : nil
  }

  /// Returns the format of a maker's files without a header.
  static func format(of make: String) -> HeaderlessRaw {
    allCases.first { $0.fits(make) } ?? .libraw
  }

  private func fits(_ make: String) -> Bool {
    self.make.map { make.lowercased().hasPrefix($0.lowercased()) } ?? true
  }
}
