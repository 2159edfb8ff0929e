import BromideCodecs
import BromideValues
import SystemPackage
import TestSupport

/// Reads a PNG by libpng.
enum PNGOracle {
  static func pixels(_ bytes: [UInt8]) throws -> ImageBuffer<UInt8> {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, as: "a.png")
    let (_, pixels) = try PNGReader.read(path: FilePath(path))
    guard case .eight(let picture) = pixels else { throw WrongDepth() }
    return picture
  }

  struct WrongDepth: Error {}
}
