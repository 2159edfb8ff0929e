import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Rare and wrong metadata of raws on their way through LibRaw's parser to `info` and to the Exif
/// of pictures.
@Suite struct UnusualMetadataTests {
  private let tree = CommandTree.fresh

  private func write(_ name: String, _ change: (inout DNGMetadata) -> Void) throws {
    var photo = SyntheticPhoto(.chart, size: Size(width: 48, height: 32))
    photo.options.metadata = .full
    change(&photo.options.metadata)
    try tree.write(photo.file(), to: name)
  }

  /// Returns the metadata in the picture converted from a photo, and the run.
  private func converted(
    _ options: String..., change: (inout DNGMetadata) -> Void
  ) throws -> (PhotoMetadata, CommandRun) {
    try write("a.dng", change)
    let run = try tree.run(["convert", "a.dng", "-o", "a.png", "--plain", "-y"] + options)
    guard run.status == 0 else { return (PhotoMetadata(), run) }
    let block = try PNGReader.info(path: FilePath(tree.path("a.png"))).exif ?? []
    return (PhotoMetadata(ExifFields(block: block)), run)
  }

  private func info(_ fields: String) throws -> String {
    try tree.run("info", "a.dng", "--format", "csv", "--fields", fields).text
  }

  @Test func sensitivitiesThatExceedTheirField() throws {
    let (metadata, run) = try converted {
      ($0.iso, $0.sensitivityType, $0.recommendedExposureIndex) = (65535, 2, 102_400)
    }
    #expect(metadata.iso == 102_400 && metadata.sensitivityType == 2)
    #expect(run.errors.contains("warning") == false, "\(run.errors)")
    #expect(try info("iso") == "path,status,iso\na.dng,ok,102400\n")
    let (unknown, words) = try converted { $0.iso = 65535 }
    #expect(unknown.iso == nil && unknown.sensitivityType == nil)
    #expect(words.errors.contains("a.dng: PhotographicSensitivity is 65535"), "\(words.errors)")
    #expect(try info("iso") == "path,status,iso\na.dng,ok,\n")
  }

  @Test func aLeapSecondStays() throws {
    let (metadata, _) = try converted { $0.dateTime = "2016:12:31 23:59:60" }
    #expect(metadata.captureTime?.exifText == "2016:12:31 23:59:60")
    #expect(try info("time").contains("2016-12-31T23:59:60.042+02:00"))
  }

  /// LibRaw turns it into 2 March.
  @Test func impossibleDateIsSkipped() throws {
    let (metadata, run) = try converted { $0.dateTime = "2026:02:30 10:00:00" }
    #expect(metadata.captureTime == nil)
    #expect(
      run.errors.contains(
        "warning: a.dng: DateTimeOriginal is \"2026:02:30 10:00:00\", which is not a date and time"),
      "\(run.errors)")
    let (silent, words) = try converted("--metadata", "none") {
      $0.dateTime = "2026:02:30 10:00:00"
    }
    #expect(silent.captureTime == nil && !words.errors.contains("DateTimeOriginal"))
    let (_, strict) = try converted("--strict") { $0.dateTime = "2026:02:30 10:00:00" }
    #expect(strict.status == 1 && strict.errors.contains("DateTimeOriginal"), "\(strict.errors)")
  }

  @Test func voidPositionIsSkipped() throws {
    let (metadata, run) = try converted { $0.position?.status = "V" }
    #expect(metadata.position?.latitude == nil && metadata.position?.altitude == nil)
    #expect(metadata.position?.direction == 271.25)
    #expect(run.errors.contains("a.dng: GPSStatus is V"), "\(run.errors)")
    #expect(try info("latitude,heading") == "path,status,latitude,heading\na.dng,ok,,271.25\n")
    let (known, _) = try converted { $0.position?.status = "A" }
    #expect(known.position?.latitude != nil)
  }

  /// LibRaw cuts texts to 511 bytes, and a JPEG's Exif has 64 KiB.
  @Test func longDescriptionsAreComplete() throws {
    let text = String(repeating: "é", count: 35_000)
    let (metadata, run) = try converted { $0.imageDescription = text }
    #expect(metadata.imageDescription == text && !run.errors.contains("warning"))
    #expect(try info("description") == "path,status,description\na.dng,ok,\(text)\n")
    try tree.run(
      "convert", "a.dng", "-o", "a.jpg", "--plain", "-y",
      errors: "a.dng: its description has 70000 bytes, too many for a JPEG: cut to 32768")
    let read = try tree.run("info", "a.jpg", "--format", "csv", "--fields", "description").text
    let part = String(repeating: "é", count: 16_384)
    #expect(read == "path,status,description\na.jpg,ok,\(part)\n")
  }

  @Test func bothCopyrightsArePassedOn() throws {
    let (metadata, _) = try converted { $0.copyright = "Photographer\0Editor" }
    #expect(metadata.copyright == "Photographer" && metadata.editorCopyright == "Editor")
    #expect(
      try info("copyright,editorCopyright")
        == "path,status,copyright,editorCopyright\na.dng,ok,Photographer,Editor\n")
    let (own, _) = try converted("--copyright", "Me") { $0.copyright = "Photographer\0Editor" }
    #expect(own.copyright == "Me" && own.editorCopyright == nil)
  }
}
