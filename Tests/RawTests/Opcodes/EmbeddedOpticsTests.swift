import BromideValues
import TestSupport
import Testing

@testable import BromideRaw

/// Opcode lists of complete files: the list and the picture that it applies to.
@Suite struct EmbeddedOpticsTests {
  private func optics(
    _ options: DNGOptions, _ interpolation: LibRawInterpolation? = nil
  ) throws -> EmbeddedOptics {
    let size = Size(width: 48, height: 40)
    let samples = options.layout.samplesPerPixel
    let values = (0..<size.area * samples).map { UInt16($0 * 37 % 60_000) }
    let file = DNGWriter.file(
      SensorSamples(size: size, samplesPerPixel: samples, values: values), options)
    return try decoded(file, interpolation: interpolation).embeddedOptics
  }

  private static var maps: [UInt8] {
    var list = OpcodeWriter()
    for phase in 0..<2 {
      let area = OpcodeWriter.area((0, phase, 30, 40), pitch: (1, phase + 1))
      // Longer than fields that are stored inline.
      list.add(
        9,
        OpcodeWriter.gainMap(
          area, rows: 30, columns: 40, gains: Array(repeating: 1.5, count: 1200)))
    }
    return list.bytes
  }

  private static var bad: [UInt8] {
    var list = OpcodeWriter()
    list.add(5, [0, 1, 0, 7, 9].flatMap(OpcodeWriter.word))
    list.add(7, OpcodeWriter.area((0, 0, 9, 9)) + OpcodeWriter.word(1) + [0, 0])
    return list.bytes
  }

  /// List 1 uses the raw picture's corner, and the others use the active area's corner, wherever
  /// the raw is stored.
  @Test(arguments: [false, true]) func positionsStartAtTheImage(hasPreview: Bool) throws {
    var options = DNGOptions()
    options.activeArea = Region(x: 4, y: 6, width: 40, height: 30)
    options.storage.hasPreview = hasPreview
    options.storage.byteOrder = hasPreview ? .big : .little
    options.opcodeLists = [Self.bad, Self.maps, nil]
    let optics = try optics(options)
    #expect(optics.mosaic.first == .badPlaces([Region(x: 5, y: 1, width: 1, height: 1)]))
    #expect(
      optics.mosaicSamples.map(\.area) == [
        Region(x: 0, y: 0, width: 40, height: 30), Region(x: 1, y: 0, width: 39, height: 30),
      ])
    #expect(optics.linear.isEmpty)
    #expect(optics.ignored.map(\.name) == ["MapTable of OpcodeList1"])
  }

  /// A picture that LibRaw demosaiced has no sites. Corrections for all pixels still apply.
  @Test func picturesWithoutAMosaicUseSupportedCorrections() throws {
    var options = DNGOptions()
    options.opcodeLists = [Self.bad, Self.maps, nil]
    let optics = try optics(options, .ahd)
    #expect(optics.mosaic.isEmpty)
    #expect(optics.linearSamples.map(\.planes) == [3])
    #expect(
      optics.ignored.map(\.name) == [
        "FixBadPixelsList of OpcodeList1", "MapTable of OpcodeList1", "GainMap of OpcodeList2",
      ])
  }

  @Test func linearFilesKeepTheirPlanes() throws {
    var options = DNGOptions()
    options.layout = .linear
    options.black = [0, 0, 0]
    var list = OpcodeWriter()
    list.add(
      8,
      OpcodeWriter.area((0, 0, 40, 48), plane: 1, planes: 2) + OpcodeWriter.word(1)
        + OpcodeWriter.doubles([0, 0.5]))
    options.opcodeLists = [nil, list.bytes, nil]
    let samples = try optics(options).linearSamples
    #expect(samples.map(\.plane) == [1])
    #expect(samples.map(\.planes) == [2])
  }

  /// Polynomials of a lossy file belong to its coding: applied twice, they would darken it.
  @Test func lossyFilesAreDecodedByTheirPolynomials() throws {
    let dng = LossyDNG(
      size: Size(width: 64, height: 48), tile: Size(width: 32, height: 48),
      polynomials: Array(repeating: [0, 0.0078125, 0, 0.9921875], count: 3))
    let photo = try decoded(dng.file())
    #expect(photo.embeddedOptics.isEmpty)
    #expect(photo.embeddedOptics.ignored.map(\.text) == ["opcode 1000 of OpcodeList2 (unknown)"])
  }
}
