import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// The JPEG of Kodak's DC120. LibRaw decodes different colours.
@Suite struct DC120Tests {
  private func frame(_ file: [UInt8], _ unpacking: Unpacking = Unpacking()) throws -> RawFrame {
    let folder = try TemporaryFolder()
    return try RawFrame(path: FilePath(folder.write(file, as: "a.kdc")), unpacking: unpacking)
  }

  @Test func greensAndDifferences() throws {
    let kdc = KodakDC120(seed: 1)
    let frame = try frame(kdc.file())
    #expect(frame.isOurs && frame.width == 848 && frame.height == 976)
    let expected = kdc.expected
    #expect(
      zip(frame.values, expected).count { $0 != $1 } == 0 && frame.values.count == expected.count)
    // The picture tells red from blue, and clamps at both ends.
    #expect(Set(expected).isSuperset(of: [0, 510]))
  }

  /// The levels match the uncompressed coding in LibRaw: twice 255.
  @Test func photo() throws {
    let photo = try decoded(KodakDC120(seed: 2).file(), as: "a.kdc")
    #expect(photo.damage.isEmpty && photo.unpacker == .auto)
    let mosaic = try #require(photo.image.asMosaic)
    #expect(mosaic.levels.white == 510 && mosaic.pattern == .grbg)
  }

  /// LibRaw's decoder must not run on it.
  @Test func isNotLibRaws() throws {
    let reason = #expect(throws: RawError.self) {
      try frame(KodakDC120(seed: 3).file(), Unpacking(unpacker: .libraw))
    }
    #expect(
      reason?.reason
        == "this kind of photo cannot be decoded: the JPEG of Kodak's DC120, for which LibRaw computes other colours"
    )
  }

  /// A JPEG with recorded component meanings is a different kind, which LibRaw decodes.
  @Test func otherJPEGsAreLibRaws() throws {
    var kdc = KodakDC120(seed: 4)
    kdc.changing = { jpeg in
      // Adobe's segment: YCbCr.
      jpeg.insert(
        contentsOf: [0xff, 0xee, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1], at: 2)
    }
    #expect(try frame(kdc.file()).isOurs == false)
  }

  /// A JPEG that ends early leaves a damaged picture.
  @Test func damaged() throws {
    let folder = try TemporaryFolder()
    let file = KodakDC120(seed: 5).file()
    let path = FilePath(try folder.write(file.prefix(file.count / 2), as: "a.kdc"))
    let photo = try RawFile(path: path, cameras: nil).decode()
    #expect(photo.unpacker == .auto)
    #expect(photo.damage.joined(separator: "; ").contains("errors in its JPEG data"))
  }

  /// The samples of real files, as libjpeg and the formula give them.
  @Test(
    .enabled(if: Corpus.isPresent, "\(Corpus.comment)"),
    arguments: [
      ("P003916", "7051ea7c1efae43504343a6d84d52d2fc9fc50946e76466593ebca70ec80787e"),
      ("P003913", "a68a812d40eb58124e965d367af508d2907bbd83031642961a12d8b47b050684"),
    ])
  func realFiles(name: String, digest: String) throws {
    let frame = try RawFrame(path: FilePath(Corpus.path("raw/digicam_DC120_\(name).KDC")))
    #expect(frame.isOurs && SampleDigest.sha256(frame.values) == digest)
  }

  /// The camera's uncompressed photo of the same chart has the same colours: a linear fit of box
  /// means has a slope of 0.99 to 1.01, with a residual of 1 % of white. With luminance and chroma,
  /// red would have a slope of 0.94 and a residual of 2 %.
  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))
  func colorsMatchTheUncompressedPhoto() throws {
    let coded = try RawFrame(path: FilePath(Corpus.path("raw/digicam_DC120_P003916.KDC")))
    let plain = try RawFrame(path: FilePath(Corpus.path("raw/digicam_DC120_P003917.KDC")))
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      // Between the photos the camera moved by 8 columns and 2 rows, where the greens differ least.
      let shown = means(coded, x: x + 16, y: y + 8)
      // 255 is white in the one, 510 in the other.
      let target = means(plain, x: x + 8, y: y + 6).map { $0 * 2 }
      let fit = LinearFit(target, shown)
      #expect(abs(fit.slope - 1) < 0.01, "\(x), \(y): \(fit.slope)")
      #expect(fit.deviation < 5.1, "\(x), \(y): \(fit.deviation) of 510")
    }
  }

  /// Returns means of every second site with a colour, in boxes of 80 × 60.
  private func means(_ frame: RawFrame, x: Int, y: Int) -> [Double] {
    stride(from: y, to: 900 + y, by: 60).flatMap { top in
      stride(from: x, to: 800 + x, by: 80).map { left in
        var sum = 0
        for row in stride(from: top, to: top + 60, by: 4) {
          for column in stride(from: left, to: left + 80, by: 4) {
            sum += Int(frame.values[row * 848 + column])
          }
        }
        return Double(sum) / 300
      }
    }
  }
}

/// The line that fits points best, and the root mean square of the residual.
private struct LinearFit {
  let slope: Double
  let deviation: Double

  init(_ x: [Double], _ y: [Double]) {
    let count = Double(x.count)
    let (meanX, meanY) = (x.reduce(0, +) / count, y.reduce(0, +) / count)
    let (dx, dy) = (x.map { $0 - meanX }, y.map { $0 - meanY })
    let slope = zip(dx, dy).map(*).reduce(0, +) / dx.map { $0 * $0 }.reduce(0, +)
    self.slope = slope
    let rest = zip(dx, dy).map { $1 - slope * $0 }
    deviation = (rest.map { $0 * $0 }.reduce(0, +) / count).squareRoot()
  }
}
