import Testing

@testable import BromideCodecs

/// The numbers of a lens as text and in Exif.
@Suite struct LensSpecificationTests {
  private func lens(
    _ focal: (Double, Double), _ aperture: (Double, Double) = (0, 0), _ features: String = ""
  ) -> LensSpecification {
    var lens = LensSpecification()
    (lens.leastFocalLength, lens.mostFocalLength) = focal
    (lens.leastFocalAperture, lens.mostFocalAperture) = aperture
    lens.features = features
    return lens
  }

  /// The D5000's, the D1's and others. Makers' notes contain logarithms.
  @Test func textsAreAsPhotographersWriteThem() {
    #expect(lens((18, 55), (3.5, 5.6), "G VR").text == "18-55mm f/3.5-5.6 G VR")
    #expect(lens((20, 20), (2.8, 2.8)).text == "20mm f/2.8")
    #expect(lens((14, 54), (2.80175, 3.49827)).text == "14-54mm f/2.8-3.5")
    #expect(lens((7.09375, 21.3125)).text == "7.09-21.3mm")
    #expect(lens((50, 50), (0.95, 0.95)).text == "50mm f/0.95")
    #expect(lens((24, 105), (4, 0)).text == "24-105mm")
    #expect(LensSpecification().text == nil && LensSpecification().ratios.isEmpty)
  }

  /// 0/0 is Exif's unknown number.
  @Test func writtenNumbersAreRead() throws {
    for lens in [lens((18, 55), (3.5, 5.6)), lens((1.54, 6), (1.6, 2.4)), lens((24, 105))] {
      var photo = PhotoMetadata()
      photo.lensSpecification = lens
      let read = PhotoMetadata(ExifFields(block: ExifBlock.bytes(for: photo)))
      #expect(read.lensSpecification == lens)
    }
  }
}
