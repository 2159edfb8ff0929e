import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport

@testable import BromideRaw

/// A database of fictional cameras and lenses, with one lens for each of lensfun's models.
struct DatabaseFixture {
  let folder: TemporaryFolder
  var database: LensDatabase { LensDatabase(folders: [FilePath(folder.path)]) }

  init(_ files: [String: String] = ["mil-acme.xml": Self.text]) throws {
    folder = try TemporaryFolder()
    for (name, text) in files { _ = try folder.write([UInt8](text.utf8), as: name) }
  }

  /// The knowledge about a photo by the full-frame camera.
  func knowledge(
    _ lens: String?, focal: Double = 50, aperture: Double = 4,
    size: Size = Size(width: 6000, height: 4000),
    _ change: (inout PhotoMetadata) -> Void = { _ in }
  ) -> LensKnowledge {
    var metadata = PhotoMetadata()
    metadata.make = "ACME CORPORATION"
    metadata.model = "ACME One"
    metadata.lensModel = lens
    metadata.focalLength = Rational(Int((focal * 100).rounded()), 100)
    metadata.fNumber = Rational(Int((aperture * 10).rounded()), 10)
    change(&metadata)
    return database.knowledge(LensQuery(metadata, size: size))
  }

  static func lens(
    _ model: String, maker: String = "Acme", mount: String = "Acme A", crop: String = "1",
    _ calibration: String
  ) -> String {
    """
    <lens>
      <maker>\(maker)</maker>
      <model>\(model)</model>
      <mount>\(mount)</mount>
      <cropfactor>\(crop)</cropfactor>
      <calibration>\(calibration)</calibration>
    </lens>

    """
  }

  static func camera(_ model: String, mount: String = "Acme A", crop: String = "1") -> String {
    """
    <camera>
      <maker>Acme Corporation</maker>
      <maker lang="en">Acme</maker>
      <model>\(model)</model>
      <mount>\(mount)</mount>
      <cropfactor>\(crop)</cropfactor>
    </camera>

    """
  }

  static func database(_ elements: String) -> String {
    "<!DOCTYPE lensdatabase SYSTEM \"lensfun-database.dtd\">\n<lensdatabase version=\"1\">\n"
      + elements + "</lensdatabase>\n"
  }

  static let mounts = """
    <mount><name>Acme A</name><compat>M42</compat></mount>
    <mount><name>acmeFixed</name></mount>

    """

  static let text = database(
    mounts + camera("Acme One") + camera("Acme Small", crop: "1.5")
      + camera("Acme Pocket", mount: "acmeFixed", crop: "4.5")
      + camera("Acme Twice") + camera("Acme Twice", crop: "2")
      + lens("Acme 50mm f/1.8", "<distortion model=\"poly3\" focal=\"50\" k1=\"-0.02\"/>")
      + lens(
        "Acme 51mm f/2", "<distortion model=\"poly5\" focal=\"51\" k1=\"-0.03\" k2=\"0.008\"/>")
      + lens(
        "Acme 52mm f/2",
        "<distortion model=\"ptlens\" focal=\"52\" a=\"0.01\" b=\"-0.03\" c=\"0.012\"/>"
          + "<tca model=\"poly3\" focal=\"52\" vr=\"1.0003\" vb=\"0.9996\" br=\"0.0001\" bb=\"-0.0002\" cr=\"0.0002\" cb=\"0.0001\"/>"
      )
      + lens(
        "Acme 53mm f/2",
        "<tca model=\"linear\" focal=\"53\" kr=\"1.0004\" kb=\"0.9997\"/>"
          + "<vignetting model=\"pa\" focal=\"53\" aperture=\"4\" distance=\"1000\" k1=\"-0.4\" k2=\"0.15\" k3=\"-0.05\"/>"
      )
      // Two names that differ by what does not count, of two makers.
      + lens("Acme 60mm f/2.8", "<distortion model=\"poly3\" focal=\"60\" k1=\"-0.02\"/>")
      + lens("60mm F2.8", maker: "Other", "<distortion model=\"poly3\" focal=\"60\" k1=\"0.02\"/>")
      // Measured twice, on two sensors.
      + lens("Acme 70mm f/4", "<distortion model=\"poly3\" focal=\"70\" k1=\"-0.02\"/>")
      + lens(
        "Acme 70mm f/4", crop: "1.5", "<distortion model=\"poly3\" focal=\"70\" k1=\"-0.01\"/>")
      + lens(
        "Acme 71mm f/4", crop: "1.5", "<distortion model=\"poly3\" focal=\"71\" k1=\"-0.01\"/>")
      + lens(
        "Acme 80mm f/4", mount: "M42", "<distortion model=\"poly3\" focal=\"80\" k1=\"-0.01\"/>")
      + lens(
        "Acme 81mm f/4", mount: "Else", "<distortion model=\"poly3\" focal=\"81\" k1=\"-0.01\"/>")
      + lens(
        "fixed lens", mount: "acmeFixed", crop: "4.5",
        "<distortion model=\"poly3\" focal=\"9\" k1=\"-0.02\"/>"
          + "<distortion model=\"poly3\" focal=\"5\" k1=\"-0.04\"/>")
      // Lenses that fold the corners over the middle, lenses without numbers, and lenses with
      // invalid numbers.
      + lens("Acme 90mm f/2", "<distortion model=\"poly3\" focal=\"90\" k1=\"-0.6\"/>")
      + lens("Acme 91mm f/2", "")
      + lens(
        "Acme 92mm f/2",
        "<distortion model=\"poly3\" focal=\"92\" k1=\"nan\"/>"
          + "<vignetting model=\"pa\" focal=\"92\" aperture=\"4\" distance=\"1000\" k1=\"1e30\" k2=\"0\" k3=\"0\"/>"
      )
      + lens(
        "Sons &amp; Co &apos;Art&apos; 95mm",
        "<distortion model=\"poly3\" focal=\"95\" k1=\"-0.02\"/>")
      + "<!--\n"
      + lens("Acme 99mm f/2", "<distortion model=\"poly3\" focal=\"99\" k1=\"-0.02\"/>") + "-->\n")
}
