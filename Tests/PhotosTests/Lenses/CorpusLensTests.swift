import BromideCodecs
import BromideRaw
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromidePhotos

/// The names of lenses in real files, compared with exiftool's LensID.
@Suite(
  .enabled(if: Corpus.isPresent, "\(Corpus.comment)"),
  .enabled(if: ForeignProgram.exiftool != nil, "needs exiftool"))
struct CorpusLensTests {
  private static let files = ["raw", "raw-headers", "raw-undecodable-by-libraw"]
    .flatMap { Corpus.files($0) }

  /// Returns the letters and digits of a name, because makers and programs write blanks, slashes and
  /// signs differently.
  private func plain(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private func lensID(_ path: String) throws -> String {
    let tool = try #require(ForeignProgram.exiftool)
    // It fails for files that it does not know.
    let text = (try? tool.run(["-q", "-q", "-m", "-f", "-s3", "-LensID", path])) ?? "-"
    return text.split(separator: "\n").first.map(String.init) ?? "-"
  }

  /// D1, 30D, 6D, E-1 and K10D are among them.
  @Test func namesNeverContradictLensID() throws {
    let program = try #require(LensProgram.find())
    let tool = LensTool(program)
    var named = 0
    for path in Self.files {
      let (file, id) = (FilePath(path), try lensID(path))
      // The program's answer without the numbers of the photo, also for files that are not raws.
      let answer = program.name(of: file, LensSpecification(), seconds: 60, timeout: nil)
      #expect(answer == nil || answer == id, "\(path)")
      var metadata = RawInspection.read(path: file, context: RunContext()).metadata
      metadata.complete(nil)
      if let (text, _) = tool.name(of: file, metadata, RunContext()) { metadata.lensModel = text }
      guard let name = metadata.lensModel else { continue }
      named += 1
      let (own, other) = (plain(name), plain(id))
      #expect(own.hasSuffix(other) || other.hasSuffix(own), "\(path): \(name), but \(id)")
    }
    #expect(named >= 8)
  }

  /// The D5000's lens by its number: exiftool names it, and exiv2 agrees.
  @Test func aNikonLensIsNamedByItsNumber() throws {
    let path = FilePath(Corpus.path("raw/hdrmerge_D5000_sample1.dng"))
    var metadata = RawInspection.read(path: path, context: RunContext()).metadata
    let lens = try #require(metadata.lensSpecification)
    #expect(lens.leastFocalLength == 18 && lens.mostFocalLength == 55 && !lens.isFixed)
    #expect(lens.leastFocalAperture == 3.5 && abs(lens.mostFocalAperture - 5.6) < 0.01)
    #expect(lens.text == "18-55mm f/3.5-5.6 G VR")
    // Without the XMP, which also has the name.
    metadata.packet = nil
    let found = try #require(LensTool(LensProgram.find()).name(of: path, metadata, RunContext()))
    #expect(found.text == "AF-S DX VR Zoom-Nikkor 18-55mm f/3.5-5.6G")
    guard let exiv2 = ForeignProgram("exiv2") else { return }
    let other = LensTool(LensProgram(kind: .exiv2, path: FilePath(exiv2.path)))
    #expect(other.name(of: path, metadata, RunContext())?.text == "Nikon " + found.text)
  }

  /// A D1 only writes numbers, which never become a name.
  @Test func aSpecificationIsNotAName() {
    let path = FilePath(Corpus.path("raw/hsexif_RAW_NIKON_D1.NEF"))
    var metadata = RawInspection.read(path: path, context: RunContext()).metadata
    metadata.complete(nil)
    #expect(metadata.lensSpecification?.text == "20mm f/2.8")
    #expect(metadata.lensModel == nil && metadata.lensFrom == .specification)
    #expect(LensTool(LensProgram.find()).name(of: path, metadata, RunContext()) == nil)
  }

  /// Returns lensfun's knowledge about a photo as if nobody knew its lens's name.
  private func knowledgeByNumbers(_ path: String) -> LensKnowledge? {
    var metadata = RawInspection.read(path: FilePath(path), context: RunContext()).metadata
    guard let lens = metadata.lensSpecification, !lens.isFixed else { return nil }
    metadata.lensModel = nil
    let size = Size(width: 6000, height: 4000)
    return LensDatabase.shared.knowledge(LensQuery(metadata, size: size))
  }

  /// Numbers never give a correction for another lens than the one that exiftool knows.
  @Test(.enabled(if: LensDatabase.shared.identity != nil, "needs lensfun"))
  func correctionsByNumbersNeverContradictLensID() throws {
    func words(_ name: String) -> Set<Substring> {
      Set(name.lowercased()[...].split { !$0.isLetter && !$0.isNumber && $0 != "." })
    }
    var known = 0
    for path in Self.files {
      guard let knowledge = knowledgeByNumbers(path) else { continue }
      known += 1
      let id = try lensID(path)
      guard let name = knowledge.profile?.name, LensAnswer.isName(id), !id.hasPrefix("Unknown")
      else { continue }
      #expect(words(id).isSubset(of: words(name)) || words(name).isSubset(of: words(id)), "\(path)")
    }
    #expect(known >= 5)
  }

  /// Several lenses have the numbers of the D5000's. The D1 does not record features.
  @Test(.enabled(if: LensDatabase.shared.identity != nil, "needs lensfun"))
  func numbersOfNikonAreNotEnough() throws {
    let d5000 = try #require(
      knowledgeByNumbers(Corpus.path("raw/hdrmerge_D5000_sample1.dng")))
    guard case .unknown(let reason) = d5000 else {
      Issue.record("\(d5000)")
      return
    }
    for name in [
      "Nikon AF-S DX Zoom-Nikkor 18-55mm f/3.5-5.6G VR",
      "Nikon AF-S DX VR Nikkor 18-55mm f/3.5-5.6G II",
    ] { #expect(reason.contains(name), "\(reason)") }
    #expect(!reason.contains("f/3.5-5.6G ED"), "\(reason)")
    let d1 = knowledgeByNumbers(Corpus.path("raw/hsexif_RAW_NIKON_D1.NEF"))
    #expect(
      d1
        == .unknown(
          reason: "the file lacks the features that distinguish its lens from "
            + "Nikon AF Nikkor 20mm f/2.8D, Nikon AI-S Nikkor 20mm f/2.8"))
  }
}
