internal import Platform
package import SystemPackage

/// Extensions that only raw photos have: such a file is meant as a photo, whatever it holds.
package enum RawExtension {
  /// Whether `path` ends in one of them, in any case. A raw that was cut short is no longer
  /// recognised by its content; its name still says that it should be reported, not left out.
  package static func isExtension(of path: FilePath) -> Bool {
    all.contains(path.lowercasedExtension)
  }

  private static let all: Set<String> = [
    "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "gpr", "iiq", "kdc", "mef",
    "mos",
    "mrw", "nef", "nrw", "orf", "ori", "pef", "raf", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
  ]
}
