import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Lens corrections in Olympus notes.
@Suite struct OlympusNotesTests {
  private let folder = TemporaryFolder.fresh

  // Barrel distortion, and lateral colour in both directions, as in real files.
  private static let bend = [-0.093, 0.041, -0.012, 0.984]
  private static let colors = [0.0004, -0.0007, 0.0002, -0.0003, 0.0005, -0.0001]

  private func decoded(
    _ fields: [Int: [Double]], _ header: MakerRaw.OlympusHeader = .olympus, length: Int = 80_000
  ) throws -> RawPhoto {
    let codes = SensorSamples.varied(Size(width: 96, height: 64), bits: 12)
    let raw = MakerRaw.packed(codes, .olympus12).recording(olympus: fields, header, length: length)
    return try RawTests.decoded(raw.file(), as: "a.orf", in: folder)
  }

  /// As the file holds it.
  private static func single(_ values: [Double]) -> [Double] { values.map { Double(Float($0)) } }

  private static func factor(_ r: Double, _ numbers: [Double]) -> Double {
    let k = single(numbers)
    let rho = k[3] * r
    return k[3] * (1 + k[0] * pow(rho, 2) + k[1] * pow(rho, 4) + k[2] * pow(rho, 6))
  }

  private static func expect(
    _ photo: RawPhoto, bend: [Double], colors: [Double],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let optics = photo.embeddedOptics
    #expect(optics.ignored.isEmpty, sourceLocation: location)
    #expect(optics.mosaicSamples.isEmpty && optics.linearSamples.isEmpty, sourceLocation: location)
    let size = photo.image.size
    let middle = SIMD2(Double(size.width), Double(size.height)) / 2
    let diagonal = (middle * middle).sum().squareRoot()
    let warp = try #require(optics.warps.first, sourceLocation: location)
    let a = single(colors)
    for step in 1...40 {
      let r = Double(step) / 40
      let f = factor(r, bend)
      let q = f * r
      let more = [0, 3].map { a[$0] + a[$0 + 1] * pow(q, 2) + a[$0 + 2] * pow(q, 4) }
      for (plane, expected) in [f + f * more[0], f, f + f * more[1]].enumerated() {
        let place = middle + r * diagonal * SIMD2(0.8, -0.6)
        let way = warp.source(of: place, plane: plane) - middle
        let found = (way * way).sum().squareRoot() / (r * diagonal)
        // A hundredth of a pixel in a 50-megapixel picture.
        #expect(abs(found - expected) < 2e-6, "\(r) \(plane)", sourceLocation: location)
      }
    }
  }

  /// In notes with previews, and in short ones.
  @Test(arguments: MakerRaw.OlympusHeader.allCases, [0, 80_000])
  func numbersAreFollowed(header: MakerRaw.OlympusHeader, length: Int) throws {
    let photo = try decoded([0x150A: Self.bend, 0x150C: Self.colors], header, length: length)
    #expect(photo.embeddedOptics.names() == ["Olympus distortion and lateral colour"])
    try Self.expect(photo, bend: Self.bend, colors: Self.colors)
    // Memory is set aside for the warp before decoding.
    #expect(try RawFile(path: FilePath(folder("a.orf")), cameras: nil).header.mayWarp)
  }

  /// Each part by itself. Zeros, and numbers without an effect, are ignored.
  @Test func partsAreIndependent() throws {
    let none = [Double](repeating: 0, count: 6)
    let bent = try decoded([0x150A: Self.bend, 0x150C: none])
    #expect(bent.embeddedOptics.names() == ["Olympus distortion"])
    try Self.expect(bent, bend: Self.bend, colors: none)
    let colored = try decoded([0x150C: Self.colors])
    #expect(colored.embeddedOptics.names() == ["Olympus lateral colour"])
    #expect(try RawFile(path: FilePath(folder("a.orf")), cameras: nil).header.mayWarp)
    try Self.expect(colored, bend: [0, 0, 0, 1], colors: Self.colors)
    for bend in [[0, 0, 0, 0.0], [0, 0, 0, 1]] {
      #expect(try decoded([0x150A: bend, 0x150C: none]).embeddedOptics.isEmpty)
    }
    #expect(try decoded([:]).embeddedOptics.maker == nil)
  }

  /// Implausible counts and numbers are skipped with a named warning. The other part stays.
  @Test func damagedNotesCauseWarning() throws {
    for bad in [
      [0.1], [0.1, 0, 0, 1, 0], [.nan, 0, 0, 1], [.infinity, 0, 0, 1], [0, 0, 0, 9], [0, 0, 0, -1],
      [1e30, 1e30, -1e30, 1],
    ] {
      let photo = try decoded([0x150A: bad, 0x150C: Self.colors])
      #expect(photo.embeddedOptics.ignored.map(\.text) == ["Olympus distortion (damaged)"])
      #expect(photo.embeddedOptics.names() == ["Olympus lateral colour"])
    }
    for bad in [[0.5, 0, 0, 0, 0, 0], [0.001, 0, 0], [0, 0, 0, 0, 0, .nan]] {
      let photo = try decoded([0x150A: Self.bend, 0x150C: bad])
      #expect(photo.embeddedOptics.ignored.map(\.text) == ["Olympus lateral colour (damaged)"])
      #expect(photo.embeddedOptics.names() == ["Olympus distortion"])
    }
    let folded = try decoded([0x150A: [-0.55, 0, 0, 1]])
    #expect(folded.embeddedOptics.isEmpty)
    #expect(
      folded.embeddedOptics.ignored.map(\.text)
        == ["Olympus distortion (it folds or crushes the picture)"])
  }

  /// Fields of another type are ignored. The name includes the maker.
  @Test func namesAndTypes() throws {
    func notes(_ make: String, type: UInt16 = 11) -> LensNotes? {
      let bytes = Self.bend.flatMap { little(Float($0).bitPattern) }
      var fields = ExifFields()
      fields.add(
        ExifFields.Field(type: type, isBigEndian: false, count: 4, bytes: bytes), 0x150a,
        in: .note(0x2040))
      return LensNotes(fields, make: make)
    }
    #expect(notes("OM Digital Solutions")?.maker == "OM System")
    #expect(notes("OLYMPUS IMAGING CORP.  ")?.maker == "Olympus")
    #expect(notes("OMNIA") == nil)
    let other = try #require(notes("Olympus", type: 4))
    #expect(
      other.distortion == nil && other.ignored.map(\.text) == ["Olympus distortion (damaged)"])
    #expect(
      notes("Olympus")?.red == nil && notes("Olympus")?.distortion?(0) == Double(Float(0.984)))
  }

  /// The camera's roll is in the same long note.
  @Test func inspectionReadsTheRoll() throws {
    let codes = SensorSamples.varied(Size(width: 96, height: 64), bits: 12)
    let raw = MakerRaw.packed(codes, .olympus12).recording(olympus: [:], roll: -31)
    let path = FilePath(try folder.write(raw.file(), as: "b.orf"))
    #expect(RawInspection(path: path, cameras: nil).readings.roll == 3.1)
  }

  /// Another reader finds the same numbers in the file.
  @Test(.enabled(if: ForeignProgram.exiftool != nil, "exiftool is not installed"))
  func exiftoolReadsTheSame() throws {
    _ = try decoded([0x150A: Self.bend, 0x150C: Self.colors])
    for (name, values) in [("0x150a", Self.bend), ("0x150c", Self.colors)] {
      let message = try ForeignProgram.exiftool?.run(
        ["-u", "-s3", "-n", "-Olympus_ImageProcessing_\(name)", folder("a.orf")])
      let numbers = (message ?? "").split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
      #expect(numbers.count == values.count, "\(name): \(message ?? "")")
      for (one, other) in zip(numbers, values) { #expect(abs(one - other) < 1e-6, "\(name)") }
    }
  }
}
