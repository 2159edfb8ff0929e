import BromideValues
import Foundation
import TestSupport
import Testing

/// `--profile` as a person meets it: pictures, messages, report and exit status.
@Suite struct ProfileCommandTests {
  private let tree = CommandTree.fresh

  init() throws {
    try tree.write(Self.photo(Self.profile()), to: "own.dng")
    try tree.write(Self.photo(DNGProfile()), to: "plain.dng")
  }

  private static func profile() -> DNGProfile {
    var profile = DNGProfile()
    profile.name = "Made up"
    let map = DNGProfile.Table(6, 2, 1) { (_: Double, s: Double, _: Double) in
      SIMD3<Double>(40 * s, 1, 1)
    }
    profile.hueSatMaps = [map]
    profile.toneCurve = [0, 0, 0.25, 0.5, 1, 1]
    return profile
  }

  private static func photo(_ profile: DNGProfile, _ order: ByteOrder = .little) -> [UInt8] {
    var photo = SyntheticPhoto(.chart, size: Size(width: 96, height: 64))
    photo.options.profile = profile
    photo.options.storage.byteOrder = order
    return photo.file()
  }

  private func convert(_ name: String, _ options: String..., as output: String) throws -> [UInt8] {
    try tree.run(["convert", name, "-o", output, "--metadata", "none", "-y"] + options, status: 0)
    return try tree.pixels(output)
  }

  @Test func theEmbeddedProfileIsTheDefault() throws {
    let own = try convert("own.dng", as: "a.png")
    let plain = try convert("plain.dng", as: "b.png")
    #expect(own != plain)
    #expect(try convert("own.dng", "--profile", "embedded", as: "c.png") == own)
    #expect(try convert("own.dng", "--profile", "none", as: "d.png") == plain)
    #expect(try convert("plain.dng", "--profile", "none", as: "e.png") == plain)
    try tree.write(Self.photo(Self.profile(), .big), to: "big.dng")
    #expect(try convert("big.dng", as: "f.png") == own)
  }

  @Test func otherLooksKeepTheCorrection() throws {
    let own = try convert("own.dng", "--look", "flat", as: "a.png")
    #expect(try convert("plain.dng", "--look", "flat", as: "b.png") != own)
    // Without its curve it is the same.
    var profile = Self.profile()
    profile.toneCurve = nil
    try tree.write(Self.photo(profile), to: "own.dng")
    #expect(try convert("own.dng", "--look", "flat", as: "c.png") == own)
  }

  @Test func reportAndSampleNameTheProfile() throws {
    for (name, options, expected) in [
      ("own.dng", [String](), "Made up"), ("plain.dng", [], "none"),
      ("own.dng", ["--profile", "none"], "none"),
    ] {
      try tree.run(["convert", name, "-y", "--report", "r.jsonl"] + options, status: 0)
      let report = try tree.text("r.jsonl")
      #expect(report.contains("\"profile\":\"\(expected)\""), "\(report)")
    }
    func reading(_ arguments: String...) throws -> String {
      let run = try tree.run(["sample"] + arguments + ["--at", "0.4,0.4"], status: 0)
      return run.text + run.errors
    }
    #expect(try reading("own.dng").contains("profile Made up (tag)"))
    #expect(try reading("own.dng", "--profile", "none").contains("profile none (flag)"))
    #expect(try !reading("plain.dng").contains("profile"))
    #expect(try reading("own.dng") != reading("own.dng", "--profile", "none"))
  }

  @Test(arguments: ByteOrder.allCases)
  func profileFileMatchesEmbeddedTags(order: ByteOrder) throws {
    try tree.write(Self.profile().file(camera: "Bromide Synthetic", order: order), to: "p.dcp")
    let own = try convert("own.dng", as: "a.png")
    #expect(try convert("plain.dng", "--profile", "p.dcp", as: "b.png") == own)
    let run = try tree.run("convert", "plain.dng", "-y", "--strict", "--profile", "p.dcp")
    #expect(run.status == 0 && !run.errors.contains("profile"), "\(run.errors)")
  }

  @Test func aTimelineTakesAProfileToo() throws {
    try tree.write(Self.profile().file(camera: "Bromide Synthetic"), to: "sub/p.dcp")
    func frame(_ develop: String, _ options: [String], _ folder: String) throws -> [UInt8] {
      try tree.write(
        "size: 96x64\n\(develop)sources: [{photo: ../plain.dng, frames: 1}]", to: "sub/t.yaml")
      try tree.run(
        ["render", "sub/t.yaml", "-o", folder, "--metadata", "none"] + options, status: 0)
      let name = try #require(tree.entries(folder).first { $0.hasSuffix(".png") })
      return try tree.pixels(folder + "/" + name)
    }
    let own = try frame("develop: {profile: p.dcp}\n", [], "f1")
    #expect(try frame("", ["--profile", "sub/p.dcp"], "f2") == own)
    #expect(try frame("develop: {profile: p.dcp}\n", ["--profile", "none"], "f3") != own)
    #expect(try frame("", [], "f4") != own)
    try tree.write(
      "develop: {profile: q.dcp}\nsources: [{photo: ../plain.dng, frames: 1}]", to: "sub/t.yaml")
    let run = try tree.run("render", "sub/t.yaml", "-o", "f5")
    #expect(
      run.status != 0 && run.errors.contains("sub/t.yaml:1") && run.errors.contains("q.dcp"),
      "\(run.errors)")
  }

  @Test func aSheetTakesAProfile() throws {
    for (name, options) in [("a.png", [String]()), ("b.png", ["--profile", "none"])] {
      try tree.run(["sheet", "own.dng", "-o", name] + options, status: 0)
    }
    #expect(try tree.pixels("a.png") != tree.pixels("b.png"))
  }

  // MARK: Bad input

  @Test func profileOfADifferentCameraCausesWarning() throws {
    try tree.write(Self.profile().file(camera: "Canon EOS 5D"), to: "p.dcp")
    try tree.write(Self.photo(DNGProfile()), to: "second.dng")
    let run = try tree.run(
      "convert", "plain.dng", "second.dng", "-y", "--profile", "p.dcp", status: 0)
    let reported = run.errors.components(separatedBy: "p.dcp is for the Canon EOS 5D").count - 1
    #expect(reported == 1, "\(run.errors)")
    try tree.run(
      "convert", "plain.dng", "-y", "--strict", "--profile", "p.dcp", status: 1,
      errors: "Canon EOS 5D")
  }

  @Test func invalidEmbeddedPartIsSkippedWithWarning() throws {
    var profile = Self.profile()
    profile.hueSatMaps[0].numbers[3] = .nan
    try tree.write(Self.photo(profile), to: "nan.dng")
    profile = Self.profile()
    profile.hueSatMaps[0].dims = [360, 256, 64]
    try tree.write(Self.photo(profile), to: "large.dng")
    profile = Self.profile()
    profile.hueSatMaps = []
    try tree.write(Self.photo(profile), to: "curve.dng")
    let curve = try convert("curve.dng", as: "curve.png")
    for (name, reason) in [("nan.dng", "entry 1"), ("large.dng", "17694720")] {
      #expect(try convert(name, as: "a.png") == curve)
      try tree.run(
        "convert", name, "-y", status: 0, errors: "HueSatMap", reason, "developed without")
      let none = try tree.run("convert", name, "-y", "--profile", "none")
      #expect(!none.errors.contains("HueSatMap"), "\(none.errors)")
    }
  }

  @Test func invalidProfilesFail() throws {
    try tree.write("II", to: "short.dcp")
    try tree.write(Self.photo(Self.profile()), to: "photo.dcp")
    var profile = Self.profile()
    profile.toneCurve = [0, 0, .nan, 1]
    try tree.write(profile.file(camera: nil), to: "nan.dcp")
    for name in ["none.dcp", "short.dcp", "photo.dcp", "nan.dcp", "."] {
      for command in [["convert", "plain.dng"], ["sample", "plain.dng", "--at", "0.5,0.5"]] {
        try tree.run(
          command + ["--profile", name], status: 64, errors: "profile \(name) ",
          "the path of a .dcp")
      }
    }
    #expect(!tree.exists("plain.png"))
  }

  /// Bromide reads long tables from the file and short ones from LibRaw's parser, with equal
  /// results.
  @Test func longTablesAreRead() throws {
    let table = DNGProfile.Table(90, 30, 1) { (_: Double, s: Double, _: Double) in
      SIMD3<Double>(40 * s, 1, 1)
    }
    var profile = Self.profile()
    profile.hueSatMaps = [table]
    for order in ByteOrder.allCases {
      try tree.write(Self.photo(profile, order), to: "long.dng")
      let run = try tree.run("convert", "long.dng", "-y", "--report", "r.jsonl")
      #expect(run.status == 0 && !run.errors.contains("HueSatMap"), "\(run.errors)")
      let picture = try convert("long.dng", "--depth", "16", as: "a.png")
      try tree.write(profile.file(camera: nil, order: order), to: "p.dcp")
      #expect(
        try convert("plain.dng", "--depth", "16", "--profile", "p.dcp", as: "b.png") == picture)
    }
  }
}
