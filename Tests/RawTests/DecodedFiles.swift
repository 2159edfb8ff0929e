import BromideKernels
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Decodes a file, in this folder or in a folder of its own.
func decoded(
  _ file: some Sequence<UInt8>, as name: String = "a.dng", in folder: TemporaryFolder? = nil,
  interpolation: LibRawInterpolation? = nil, unpacking: Unpacking = Unpacking()
) throws -> RawPhoto {
  let folder = try folder ?? TemporaryFolder()
  return try RawFile(path: FilePath(folder.write(file, as: name)), cameras: nil)
    .decode(interpolation: interpolation, unpacking: unpacking)
}

/// The error of decoding a file, or `nil` if it decodes.
func decodingError(
  _ file: [UInt8], as name: String = "a.dng", by unpacker: Unpacker = .auto
) throws -> RawError? {
  do {
    _ = try decoded(file, as: name, unpacking: Unpacking(unpacker: unpacker))
    return nil
  } catch let error as RawError { return error }
}

extension MakerRaw {
  /// Expects that Bromide's decoder for each instruction set gives the encoded samples.
  func expectOurSamples(
    crew: Unpacking.Crew? = nil, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try TemporaryFolder()
    let path = FilePath(try folder.write(file(), as: "test.raw"))
    for isa in InstructionSet.available where isa != .reference {
      let frame = try RawFrame(path: path, unpacking: Unpacking(instructionSet: isa, crew: crew))
      #expect(frame.isOurs, "\(isa) \(frame.decoder)", sourceLocation: location)
      #expect(frame.width == samples.size.width, sourceLocation: location)
      let wrong = zip(frame.values, samples.values).enumerated().filter { $1.0 != $1.1 }
      #expect(wrong.isEmpty, "\(isa): \(wrong.prefix(3))", sourceLocation: location)
    }
  }
}

extension Unpacking {
  /// A number of threads for one file.
  static func threads(_ count: Int) -> Crew {
    { body in DispatchQueue.concurrentPerform(iterations: count) { _ in body() } }
  }
}
