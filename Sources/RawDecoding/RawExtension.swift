/// Extensions that only raws have: such a file is meant as a photo, whatever became of its content.
package enum RawExtension {
  /// Whether it is one, in any case, without its dot.
  package static func isOne(_ text: String) -> Bool { all.contains(text.lowercased()) }

  private static let all: Set<String> = [
    "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "gpr", "iiq", "kdc", "mef",
    "mos",
    "mrw", "nef", "nrw", "orf", "ori", "pef", "raf", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
  ]
}
