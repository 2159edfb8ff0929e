import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Raws whose compressed samples end early, with the fields before the samples.
///
/// LibRaw's decoders continue with zeros, which give samples of equal codes in all colours: violet
/// after the white balance. These samples must be 0, which is black.
@Suite struct EarlyEndTests {
  private static let size = Size(width: 120, height: 80)

  private static let samples = SensorSamples(
    size: size,
    values: (0..<size.area).map { index in
      let (x, y, noise) = (index % 120, index / 120, index * 7919 % 97)
      return UInt16(2000 + 40 * x + 30 * y + noise)
    })

  static let raws: [(name: String, raw: MakerRaw)] = [
    ("a.cr2", .canon(samples)), ("slices.cr2", .canon(samples, slices: [48, 48, 24])),
    ("a.pef", .pentax(samples)),
  ]

  @Test(arguments: raws.indices, [30, 60, 95])
  func samplesAfterTheEndAreBlack(index: Int, percent: Int) throws {
    let (name, raw) = Self.raws[index]
    let (whole, count) = raw.fileEndingWithSamples()
    let folder = try TemporaryFolder()
    let sound = try RawFile(path: FilePath(folder.write(whole, as: "sound-" + name))).decode()
    #expect(sound.damage.isEmpty && Self.values(of: sound) == raw.samples.values)

    let cut = whole.dropLast(count - count * percent / 100)
    let path = FilePath(try folder.write(Array(cut), as: name))
    let photo = try RawFile(path: path).decode()
    #expect(!photo.damage.isEmpty)
    let found = Self.values(of: photo)
    let kept = zip(found, raw.samples.values).filter { $0 == $1 }.count
    #expect(zip(found, raw.samples.values).allSatisfy { $0 == $1 || $0 == 0 })
    // Whole rows of a slice are decoded at once, and the tree's code lengths differ a little.
    #expect(abs(kept - found.count * percent / 100) < found.count / 8, "\(kept) of \(found.count)")
  }

  private static func values(of photo: RawPhoto) -> [UInt16] {
    let plane = photo.image.samples
    return withExtendedLifetime(plane.owner) {
      (0..<plane.height).flatMap { y in
        unsafe Array(
          UnsafeBufferPointer(start: plane.base + y * plane.stride, count: plane.width))
      }
    }
  }
}
