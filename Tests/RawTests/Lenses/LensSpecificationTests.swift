import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Lenses without a name, which lensfun's database knows by their numbers and features.
@Suite(.enabled(if: LensDatabase.isLibraryThere)) struct LensSpecificationTests {
  private static let size = Size(width: 6000, height: 4000)

  /// The lens of a name and its calibration.
  private typealias Entry = (name: String, maker: String, calibration: String)

  private static func bend(_ k1: Double, focal: Int = 24) -> String {
    "<distortion model=\"poly3\" focal=\"\(focal)\" k1=\"\(k1)\"/>"
  }

  private static func shade(_ k1: Double) -> String {
    "<vignetting model=\"pa\" focal=\"24\" aperture=\"4\" distance=\"1000\" k1=\"\(k1)\" k2=\"0\" k3=\"0\"/>"
  }

  private func fixture(_ lenses: [Entry], crops: [String]? = nil) throws -> DatabaseFixture {
    let elements = lenses.enumerated().map { index, lens in
      DatabaseFixture.lens(
        lens.name, maker: lens.maker, mount: "Test F", crop: crops?[index] ?? "1",
        lens.calibration)
    }
    let cameras = ["Nikon": "Nikon D1", "Acme": "Acme One"].sorted { $0.key < $1.key }.map {
      """
      <camera><maker>\($0.key)</maker><model>\($0.value)</model><mount>Test F</mount>
      <cropfactor>1</cropfactor></camera>

      """
    }
    let text = DatabaseFixture.database(
      "<mount><name>Test F</name></mount>\n" + cameras.joined() + elements.joined())
    return try DatabaseFixture(["a.xml": text])
  }

  private func numbers(
    _ least: Double = 18, _ most: Double = 55, _ wide: Double = 3.5, _ long: Double = 5.6,
    _ features: String = "G VR"
  ) -> LensSpecification {
    var numbers = LensSpecification()
    (numbers.leastFocalLength, numbers.mostFocalLength) = (least, most)
    (numbers.leastFocalAperture, numbers.mostFocalAperture) = (wide, long)
    numbers.features = features
    return numbers
  }

  private func knowledge(
    _ fixture: DatabaseFixture, _ numbers: LensSpecification, maker: String = "Nikon",
    name: String? = nil
  ) -> LensKnowledge {
    fixture.knowledge(name, focal: 24) {
      $0.make = maker == "Nikon" ? "NIKON CORPORATION" : maker
      $0.model = maker == "Nikon" ? "Nikon D1" : "Acme One"
      $0.lensSpecification = numbers
    }
  }

  private func reason(_ knowledge: LensKnowledge) -> String? {
    if case .unknown(let reason) = knowledge { reason } else { nil }
  }

  private static let zoom = "Nikon AF-S DX Zoom-Nikkor 18-55mm f/3.5-5.6G VR"

  @Test func aSingleLensIsUsed() throws {
    let fixture = try fixture([
      (Self.zoom, "Nikon", Self.bend(-0.02)),
      ("Nikon AF-S DX Nikkor 18-105mm f/3.5-5.6G VR", "Nikon", Self.bend(-0.05)),
    ])
    let profile = try #require(knowledge(fixture, numbers()).profile)
    #expect(profile.name == Self.zoom && profile.parts == [.distortion])
    // A name decides alone, also a name that lensfun does not know.
    #expect(
      reason(knowledge(fixture, numbers(), name: "Nikkor 18-55mm f/3.5-5.6G VR Copy"))
        == "lensfun does not know Nikkor 18-55mm f/3.5-5.6G VR Copy for Nikon D1")
    // Makers' notes contain rounded powers of two. Other numbers belong to another lens.
    for (other, fits) in [
      (numbers(18.2, 54.5, 3.54, 5.66), true), (numbers(18, 55, 3.5, 5.6), true),
      (numbers(17, 55), false), (numbers(18, 56), false), (numbers(18, 55, 3.3), false),
      (numbers(18, 55, 3.5, 6.3), false), (numbers(18, 18, 3.5, 3.5), false),
    ] {
      #expect((knowledge(fixture, other).profile != nil) == fits, "\(other)")
    }
    #expect(
      reason(knowledge(fixture, numbers(17, 55)))
        == "lensfun does not know a lens of 17-55mm f/3.5-5.6 G VR for Nikon D1")
    for incomplete in [numbers(18, 55, 0, 0), numbers(18, 55, 3.5, 0), numbers(0, 0)] {
      #expect(reason(knowledge(fixture, incomplete)) == "the file does not name a lens")
    }
  }

  /// Nikon's cameras record all features. Other makers' names lack Nikon's letters.
  @Test(
    arguments: [
      ("Nikon 18-55mm f/3.5-5.6G VR", "Nikon", "G VR", true),
      ("Nikon 18-55mm f/3.5-5.6G VR", "Nikon", "G", false),
      ("Nikon 18-55mm f/3.5-5.6G VR", "Nikon", "D VR", false),
      ("Nikon 18-55mm f/3.5-5.6G", "Nikon", "G VR", false),
      ("Nikon 18-55mm f/3.5-5.6D", "Nikon", "D", true),
      ("Nikon 18-55mm f/3.5-5.6D", "Nikon", "", false),
      ("Nikon 18-55mm f/3.5-5.6", "Nikon", "", true),
      ("Nikon 18-55mm f/3.5-5.6", "Nikon", "D", false),
      ("Nikon 18-55mm f/3.5-5.6E ED VR", "Nikon", "G VR", true),
      ("Sigma 18-55mm f/3.5-5.6 DC OS HSM", "Sigma", "G VR", true),
      ("Sigma 18-55mm f/3.5-5.6 DC HSM", "Sigma", "G VR", false),
      ("Tamron 18-55mm F/3.5-5.6 Di VC USD F012", "Tamron", "G VR", true),
      ("Tamron 18-55 mm F3.5-5.6 Di", "Tamron", "D", true),
    ])
  func featuresOfNikonAgree(
    _ name: String, _ maker: String, _ features: String, _ fits: Bool
  ) throws {
    let fixture = try fixture([(name, maker, Self.bend(-0.02))])
    let found = knowledge(fixture, numbers(18, 55, 3.5, 5.6, features))
    #expect((found.profile != nil) == fits, "\(found)")
  }

  /// A DNG without the maker's note has numbers, but lost the features. Then no lens is certain, also
  /// if only one of them has no feature.
  @Test func missingFeaturesOfNikonLeaveADoubt() throws {
    let (sigma, nikon) = ("Sigma 18-55mm f/3.5-5.6 DC", Self.zoom)
    let fixture = try fixture([
      (sigma, "Sigma", Self.bend(-0.02)), (nikon, "Nikon", Self.bend(-0.05)),
    ])
    #expect(knowledge(fixture, numbers(18, 55, 3.5, 5.6, "G")).profile?.name == sigma)
    #expect(
      reason(knowledge(fixture, numbers(18, 55, 3.5, 5.6, "")))
        == "the file lacks the features that distinguish its lens from \(sigma), \(nikon)")
  }

  /// All names of a lens have its features.
  @Test func otherNamesOfALensCount() throws {
    let names = "200-500mm F5.6</model><model>Nikkor AF-S 200-500mm f/5.6E ED VR"
    let fixture = try fixture([(names, "Nikon", Self.bend(-0.02, focal: 300))])
    func found(_ features: String) -> LensKnowledge {
      fixture.knowledge(nil, focal: 300) {
        ($0.make, $0.model) = ("Nikon", "Nikon D1")
        $0.lensSpecification = numbers(200, 500, 5.6, 5.6, features)
      }
    }
    #expect(found("G VR").profile?.name == "200-500mm F5.6")
    #expect(found("").profile == nil && found("D").profile == nil)
  }

  /// Other cameras can record fewer features than a name has, but never others.
  @Test(arguments: [("", true), (" SAM", true), (" SSM", false)])
  func featuresOfOtherMakersAreInTheName(_ features: String, _ fits: Bool) throws {
    let fixture = try fixture([("Acme DT 18-55mm f/3.5-5.6 SAM", "Acme", Self.bend(-0.02))])
    let found = knowledge(fixture, numbers(18, 55, 3.5, 5.6, features), maker: "Acme")
    #expect((found.profile != nil) == fits, "\(found)")
  }

  /// The greatest distance is in the corners. For poly3 with the radius r of half the short edge,
  /// a change of k₁ moves a point by the change times r³ − r.
  @Test(arguments: [(0.45, true), (0.55, false)])
  func severalLensesAgreeWithinHalfAPixel(_ pixels: Double, _ agrees: Bool) throws {
    let corner = 3.25.squareRoot()
    let step = pixels / ((corner * corner * corner - corner) * 2000)
    let fixture = try fixture([
      (Self.zoom, "Nikon", Self.bend(-0.02)), (Self.zoom + " II", "Nikon", Self.bend(-0.02 - step)),
      ("Sigma 18-55mm f/3.5-5.6 OS", "Sigma", Self.bend(-0.02)),
    ])
    let found = knowledge(fixture, numbers())
    let names = [Self.zoom, Self.zoom + " II", "Sigma 18-55mm f/3.5-5.6 OS"]
    if agrees {
      #expect(found.profile?.name == names.joined(separator: " or "), "\(found)")
    } else {
      #expect(
        reason(found)
          == "lensfun does not have one correction for all lenses of 18-55mm f/3.5-5.6 G VR for Nikon D1: "
          + names.joined(separator: ", "))
    }
  }

  /// Red and blue count too: a magnification moves a corner by its share of the half-diagonal.
  @Test(arguments: [(0.45, true), (0.55, false)])
  func coloursAgreeWithinHalfAPixel(_ pixels: Double, _ agrees: Bool) throws {
    let share = pixels / (3000.0 * 3000 + 2000 * 2000).squareRoot()
    func tca(_ red: Double) -> String {
      "<tca model=\"linear\" focal=\"24\" kr=\"\(1 + red)\" kb=\"1\"/>"
    }
    let fixture = try fixture([
      (Self.zoom, "Nikon", tca(0.0003)), (Self.zoom + " II", "Nikon", tca(0.0003 + share)),
    ])
    #expect((knowledge(fixture, numbers()).profile != nil) == agrees)
  }

  /// The brightness of a corner is 1 + k₁.
  @Test(arguments: [(1.015, true), (1.03, false)])
  func shadesAgreeWithinTwoPercent(_ ratio: Double, _ agrees: Bool) throws {
    let fixture = try fixture([
      (Self.zoom, "Nikon", Self.shade(-0.4)),
      (Self.zoom + " II", "Nikon", Self.shade(0.6 * ratio - 1)),
    ])
    #expect((knowledge(fixture, numbers()).profile != nil) == agrees)
  }

  /// A part that one of the lenses lacks is unknown.
  @Test func onlyCommonPartsAreUsed() throws {
    let both = Self.bend(-0.02) + Self.shade(-0.4)
    let shared = try fixture([
      (Self.zoom, "Nikon", both), (Self.zoom + " II", "Nikon", Self.bend(-0.02)),
    ])
    let found = try #require(knowledge(shared, numbers()).profile)
    #expect(found.parts == [.distortion])
    let apart = try fixture([
      (Self.zoom, "Nikon", Self.shade(-0.4)), (Self.zoom + " II", "Nikon", Self.bend(-0.02)),
    ])
    #expect(knowledge(apart, numbers()).profile == nil)
    // A lens without measurements can be the photo's too.
    let empty = try fixture([(Self.zoom, "Nikon", both), (Self.zoom + " II", "Nikon", "")])
    #expect(reason(knowledge(empty, numbers()))?.hasSuffix("\(Self.zoom), \(Self.zoom) II") == true)
  }

  /// A lens that was measured on several sensors is one lens.
  @Test func theNearestLargerSensorCounts() throws {
    let lenses: [Entry] = [
      (Self.zoom, "Nikon", Self.bend(-0.05)), (Self.zoom, "Nikon", Self.bend(-0.02)),
    ]
    let both = try #require(
      knowledge(try fixture(lenses, crops: ["1.5", "1"]), numbers()).profile)
    #expect(both.name == Self.zoom && abs(both.distortion!.last! - (1.02 - 0.02 * 3.25)) < 1e-5)
    #expect(
      reason(knowledge(try fixture(lenses, crops: ["1.5", "1.6"]), numbers()))
        == "lensfun measured \(Self.zoom) on smaller sensors only")
    // The other lens can be the photo's, so its measurements are missing.
    let other: [Entry] = [lenses[0], (Self.zoom + " II", "Nikon", Self.bend(-0.02))]
    #expect(knowledge(try fixture(other, crops: ["1", "1.5"]), numbers()).profile == nil)
  }
}

/// The numbers in the names of the installed database.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/lensfun/version_1")))
struct DatabaseSpecificationTests {
  private static let files = DatabaseFolders.files(in: ["/usr/share/lensfun/version_1"])

  private static func names(_ mount: String) -> Set<String> {
    Set(
      DatabaseSearch(mount: mount).elements(of: files)
        .filter { $0.values("mount").contains(mount) }.map(\.name))
  }

  private static let shares: [(mount: String, single: Int, all: Int)] = [
    ("4/3 System", 26, 28), ("Sony E", 60, 111), ("Sigma SA", 38, 57),
    ("Fujifilm X", 27, 46), ("Nikon Z", 11, 13),
  ]

  /// Returns the numbers in a name, as a photo would record them.
  private func numbers(_ name: String) -> LensSpecification? {
    guard let focal = LensName.focalLengths(name),
      let wide = LensName.apertures(name)
    else { return nil }
    var numbers = LensSpecification()
    (numbers.leastFocalLength, numbers.mostFocalLength) = focal
    (numbers.leastFocalAperture, numbers.mostFocalAperture) = wide
    return numbers
  }

  @Test func numbersAreReadFromNames() throws {
    for (name, least, most, wide, long) in [
      ("Nikon AF-S DX Zoom-Nikkor 18-55mm f/3.5-5.6G VR", 18, 55, 3.5, 5.6),
      ("Nikon AF-S Nikkor 24-85 mm f/3.5-4.5G ED VR", 24, 85, 3.5, 4.5),
      ("XF60mmF2.4 R Macro", 60, 60, 2.4, 2.4), ("Acme 50mm F0.95", 50, 50, 0.95, 0.95),
      ("Leica DG Summilux 15mm f/1.7 Asph.", 15, 15, 1.7, 1.7),
      ("Tamron SP 90mm f/2.8 Di VC USD Macro 1:1 F004", 90, 90, 2.8, 2.8),
    ] as [(String, Double, Double, Double, Double)] {
      let found = try #require(numbers(name), "\(name)")
      #expect(found.leastFocalLength == least && found.mostFocalLength == most, "\(name)")
      #expect(found.leastFocalAperture == wide && found.mostFocalAperture == long, "\(name)")
    }
    for name in ["Summilux", "1-2-3mm f/2", "mm", "50mm", "50mm f/2 f/4", "50mm f/2-"] {
      #expect(numbers(name) == nil, "\(name)")
    }
  }

  /// The shares of names that the numbers decide, for lensfun's data of Debian 12. Newer data have
  /// more lenses.
  @Test(
    .enabled(
      if: shares.allSatisfy { names($0.mount).count == $0.all },
      "lensfun's data are not those of Debian 12"), arguments: shares)
  func numbersDecideAShareOfNames(_ mount: String, _ single: Int, _ all: Int) {
    let known = Self.names(mount).compactMap(numbers).map(\.text)
    let counts = Dictionary(known.map { ($0, 1) }, uniquingKeysWith: +)
    #expect(counts.values.count { $0 == 1 } == single)
  }

  /// Few names lack numbers. They never match by accident.
  @Test func mostNamesHaveNumbers() {
    for mount in ["Nikon F AF", "Canon EF", "Pentax KAF", "4/3 System", "Sony E"] {
      let names = Self.names(mount)
      let known = names.compactMap(numbers)
      #expect(names.count >= 20, "\(mount)")
      #expect(known.count >= names.count * 95 / 100, "\(mount)")
      #expect(known.allSatisfy { (1...2000).contains($0.leastFocalLength) && $0.isComplete })
      #expect(known.allSatisfy { (0.5...32).contains($0.leastFocalAperture) })
    }
  }
}
