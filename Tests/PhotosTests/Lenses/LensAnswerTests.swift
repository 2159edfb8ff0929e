import BromideCodecs
import Testing

@testable import BromidePhotos

/// The texts of other programs that are a lens's name, and the texts that are not.
@Suite struct LensAnswerTests {
  private func lens(_ least: Double = 0, _ most: Double = 0) -> LensSpecification {
    var lens = LensSpecification()
    (lens.leastFocalLength, lens.mostFocalLength) = (least, most)
    return lens
  }

  /// Answers of exiftool 12.57 about files of many makers: name and type.
  @Test(arguments: [
    ("AF-S DX VR Zoom-Nikkor 18-55mm f/3.5-5.6G", "G VR"),
    (
      "Olympus Zuiko Digital 14-54mm F2.8-3.5", "Olympus Zuiko Digital 14-54mm F2.8-3.5"
    ),
    ("Canon EF-S18-55mm f/3.5-5.6", "n/a"), ("Mamiya LS 80mm f/2.8 D", "-"),
  ])
  func certainNamesAreAccepted(_ name: String, _ type: String) {
    #expect(LensAnswer.name(name, type: type, lens()) == name)
  }

  @Test(arguments: [
    ("-", "-"), ("", ""), ("Unknown 18-55mm", "n/a"), ("Unknown (3 44)", "Unknown (3 44)"),
    ("154", "-"), ("Manual Lens No CPU", "-"), ("18.0-55.0 mm", "n/a"),
    ("18-55mm f/3.5-5.6", "G VR"),
    ("Sigma 50mm F1.4 or Tamron 50mm F1.4", "D"), ("A 50mm / B 50mm", "D"),
    ("Canon EF 35mm f/2 or Sigma Lens", "Canon EF 35mm f/2 or Sigma Lens"),
    // Chosen between lenses by the photo's focal length: EOS D30, K10D, SD10, EOS R6.
    ("Cosina 100mm f/3.5 Macro AF", "Canon EF 100mm f/2.8 Macro or Other Lens"),
    ("Sigma AF 10-20mm F4-5.6 EX DC", "Sigma or Tamron Lens (3 44)"),
    ("Sigma 15-30mm F3.5-4.5 EX DG Aspherical", "Sigma Lens (0x145)"),
    ("Sony E 50mm F1.8", "E-Mount, T-Mount, Other Lens or no lens"),
    ("A 50mm\tB", "D"), (String(repeating: "A 50mm ", count: 40), "D"),
  ])
  func otherTextsAreNotNames(_ name: String, _ type: String) {
    #expect(LensAnswer.name(name, type: type, lens()) == nil)
  }

  /// A name that contradicts the photo's numbers belongs to another lens.
  @Test func focalLengthsAgree() {
    let name = "AF-S DX VR Zoom-Nikkor 18-55mm f/3.5-5.6G"
    for (least, most, agrees) in [
      (18.0, 55.0, true), (18.3, 54.4, true), (18, 105, false), (24, 55, false), (55, 55, false),
    ] {
      #expect((LensAnswer.name(name, type: "G VR", lens(least, most)) != nil) == agrees)
    }
    #expect(LensAnswer.name("AF Nikkor 50 mm f/1.8", type: "D", lens(50, 50)) != nil)
    #expect(LensAnswer.name("Nikkor 300 f/4", type: "D", lens(300, 300)) == nil)
  }

  /// Adobe's programs write numbers instead of an unknown name.
  @Test(arguments: [
    ("18.0-55.0 mm", false), ("18.0-55.0 mm f/3.5-5.6", false), ("50mm F1.8", false),
    ("EF50mm f/1.8", true), ("Helios-44M 58mm f/2", true), ("G 50mm", true),
  ])
  func numbersAreNotNames(_ text: String, _ isName: Bool) {
    #expect(LensAnswer.isName(text) == isName)
  }
}
