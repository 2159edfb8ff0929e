internal import ColorProfiles
internal import Kernels
internal import PNGCoding
internal import Platform
internal import RawDecoding
internal import Timelines
internal import YCbCr

/// What `--version` says.
enum VersionText {
  static var text: String {
    """
    bromide \(BromideVersion.number)
    LibRaw \(LibRawVersion.text)
    libpng \(PNGLibraryVersions.libpng)
    \(JPEGVersion.text)
    Little CMS \(LCMSVersion.text)
    ISA-L \(PNGLibraryVersions.isal)
    zlib \(PNGLibraryVersions.zlib)
    libyaml \(LibYAMLVersion.text)
    instruction set \(InstructionSet.best.rawValue)
    """
  }
}
