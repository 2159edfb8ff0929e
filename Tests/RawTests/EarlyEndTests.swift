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
  private let folder = TemporaryFolder.fresh
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
    let sound = try RawFile(path: FilePath(folder.write(whole, as: "sound-" + name)), cameras: nil)
      .decode()
    #expect(sound.damage.isEmpty && Self.values(of: sound) == raw.samples.values)

    let cut = whole.dropLast(count - count * percent / 100)
    let path = FilePath(try folder.write(Array(cut), as: name))
    let photo = try RawFile(path: path, cameras: nil).decode()
    #expect(!photo.damage.isEmpty)
    let found = Self.values(of: photo)
    let kept = zip(found, raw.samples.values).filter { $0 == $1 }.count
    #expect(zip(found, raw.samples.values).allSatisfy { $0 == $1 || $0 == 0 })
    // Whole rows of a slice are decoded at once, and the tree's code lengths differ a little.
    #expect(abs(kept - found.count * percent / 100) < found.count / 8, "\(kept) of \(found.count)")
  }

  /// Fujifilm's blocks end one after another, so only the blocks after the end are black.
  @Test(arguments: FujiPattern.allCases, [false, true])
  func blocksAfterTheEndAreBlack(pattern: FujiPattern, isLossy: Bool) throws {
    let size = Size(width: 768 * 3, height: 24)
    let noise = SeededNoise(seed: 5)
    let samples = SensorSamples(
      size: size, values: (0..<size.area).map { UInt16(1 + noise.bits($0, 3) >> 51) })
    let bases = isLossy ? [[UInt8]](repeating: [UInt8](repeating: 0, count: 4), count: 3) : nil
    let whole = MakerRaw.fuji(samples, .compressed(bits: 14, bases: bases), pattern: pattern).file()
    let sound = FilePath(try folder.write(whole, as: "sound.raf"))
    // LibRaw before 0.21 takes lossy blocks for plain samples, so damaged ones are rejected by name.
    let isKnown = (try? RawFrame(path: sound, unpacking: Unpacking(unpacker: .libraw))) != nil
    guard isKnown || !isLossy else {
      let cut = FilePath(try folder.write(Array(whole.dropLast(whole.count / 2)), as: "a.raf"))
      let error = #expect(throws: RawError.self) { try RawFile(path: cut, cameras: nil).decode() }
      #expect(error?.reason.hasSuffix("lossy compression, which this LibRaw does not know") == true)
      return
    }
    for percent in [30, 50, 80] {
      let cut = whole.dropLast(whole.count * (100 - percent) / 100)
      let path = FilePath(try folder.write(Array(cut), as: "a.raf"))
      let photo = try RawFile(path: path, cameras: nil).decode()
      #expect(photo.damage.joined().contains("end early"), "\(photo.damage)")
      let found = Self.values(of: photo)
      let kept = zip(found, samples.values).filter { $0 == $1 }.count
      #expect(zip(found, samples.values).allSatisfy { $0 == $1 || $0 == 0 })
      #expect(abs(kept - found.count * percent / 100) < found.count / 6, "\(kept), \(percent) %")
      // 30 % of the bytes are more than three of the first block's four strips. Of the last block,
      // strips are missing in each case.
      let rows = percent == 30 ? 18 : 24
      #expect((0..<rows).allSatisfy { found[$0 * size.width] == samples.values[$0 * size.width] })
      #expect(found[found.count - 1] == 0)
    }
    // Irregular codes in the middle of the first block, which are no missing bytes.
    var broken = whole
    for index in 0..<64 { broken[whole.count / 6 + index] = 0 }
    let photo = try decoded(broken, as: "b.raf")
    #expect(!photo.damage.isEmpty && !photo.damage.joined().contains("end early"))
    let found = Self.values(of: photo)
    #expect(found[23 * size.width] == 0)
    #expect(found[23 * size.width + 768] == samples.values[23 * size.width + 768])
  }

  /// Canon's planes are decoded together, so a CR3 that ends early does not show any of them.
  @Test(arguments: [0, 2]) func filesOfPlanesThatEndEarlyFail(levels: Int) throws {
    var options = CanonCR3Options()
    options.levels = levels
    let whole = CanonCR3(.varied(Size(width: 96, height: 60), bits: 14), options).file
    for percent in [30, 60, 95] {
      let cut = whole.dropLast(whole.count * (100 - percent) / 100)
      let path = FilePath(try folder.write(Array(cut), as: "a.cr3"))
      #expect(throws: RawError.self) { try RawFile(path: path, cameras: nil).decode() }
    }
  }

  private static func values(of photo: RawPhoto) -> [UInt16] {
    let plane = photo.image.samples
    return withExtendedLifetime(plane.owner) {
      (0..<plane.height).flatMap { y in
        unsafe Array(UnsafeBufferPointer(start: plane.base + y * plane.stride, count: plane.width))
      }
    }
  }
}
