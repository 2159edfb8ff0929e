import BromideRuns
import BromideSystem
import SystemPackage
import Testing

@testable import BromideCLI

/// Library errors in the form shown on the command line.
@Suite struct UsageErrorTests {
  @Test(
    arguments: [
      (DestinationError.empty, "-o needs a name"),
      (
        DestinationError.otherFormat("a.heic"),
        "-o a.heic: Bromide writes PNG, JPEG, TIFF, JPEG XL, AVIF and WebP; name a .png, .jpg, .tif, .jxl, .avif or .webp file or a folder"
      ),
      (
        DestinationError.notAFolder("a"),
        "-o a exists and is not a folder; use a folder or a .png, .jpg, .tif, .jxl, .avif or .webp file"
      ),
      (
        ReportError.standardOutputTaken,
        "-o - and --report - both want standard output; name a file for one"
      ),
      (
        ReportError.notAReport("a"),
        "the report would overwrite a, which is not a report; choose another name"
      ),
      (
        ReportError.inTheWay("a", output: "a/b.png"),
        "the report a would replace a/b.png; choose another name"
      ),
      (InputError.standardInputTwice, "standard input can be read only once"),
      (PlanError.input(.standardInputTwice), "standard input can be read only once"),
      (PlanError.noInputs, "no photos to convert; name files, folders, @list.txt or @-"),
      (
        PlanError.namelessInput,
        "a photo on standard input has no name for its picture; name a file with -o FILE, or standard output with -o -"
      ),
      (
        PlanError.severalInputs(2, file: nil),
        "-o - writes one picture, but there are 2 inputs; name a folder"
      ),
      (
        PlanError.severalInputs(2, file: "a.png"),
        "-o a.png is one file, but there are 2 inputs; name a folder"
      ),
      (
        PlanError.collision(["a.raw", "b.raw"], output: "a.png", others: 0),
        "a.raw, b.raw would all be written as a.png; use --name '{folder}-{stem}' or --name '{stem}-{n}'"
      ),
      (
        PlanError.collision(["a", "b", "c", "d", "e"], output: "x.png", others: 2),
        "a, b, c, d and 1 more would all be written as x.png (and 2 more such names); use --name '{folder}-{stem}' or --name '{stem}-{n}'"
      ),
      (
        PlanError.overwritesInput("a.png", output: "a.png"),
        "a.png would overwrite the input a.png; choose another -o or --name"
      ),
      (
        PlanError.overwritesFile("a.png", output: "a.png"),
        "a.png would overwrite the input a.png; choose another file"
      ),
      (
        PlanError.noLevels(photo: nil, reason: "no photos"),
        "no levels to lock: no photos"
      ),
      (
        PlanError.noLevels(photo: "a", reason: "a has no mosaic"),
        "no levels to lock: a has no mosaic; expected own, lock and a raw photo with a mosaic"
      ),
      (
        SheetError.tooMuchMemory(needed: 3 << 20, limit: 2 << 20),
        "the photos of a page take 3 MiB, and 2 MiB may be used; use a smaller --tile or more --memory"
      ),
      (SheetError.noPhotos, "no photos to show"),
      (
        NamingError.unmatchedBrace(template: "{"),
        "the name template “{” has a brace without its other half"
      ),
    ] as [(any Error & Sendable, String)])
  func libraryErrorsNameTheFlags(_ error: any Error & Sendable, _ text: String) {
    #expect(UsageError(describing: error)?.message == text)
  }

  @Test func aTimelineWithoutSizeNamesTheFlag() {
    #expect(
      UsageError(RenderError.noSize)?.message
        == "the timeline does not set a size; set --size WIDTHxHEIGHT")
    #expect(UsageError(RenderError.request("a"))?.message == "a")
    #expect(UsageError(RenderError.input("a is missing")) == nil)
  }

  @Test func otherErrorsAreNotWrongUsage() {
    #expect(UsageError(describing: SystemError(operation: "open", path: "a", code: 2)) == nil)
  }

  @Test func aFolderThatWasNotSearchedThroughNamesTheFlag() {
    #expect(Remedy.advice("a", .searchSubfolders) == "a; add -r to look into its folders")
  }

  @Test func complaintsAboutFilmsNameFlags() {
    #expect(FilmComplaint.setting("audio a: b").advice == "--audio a: b")
    #expect(FilmComplaint.sound("audio: from 2s").advice == "audio: from 2s")
    #expect(
      FilmComplaint.value("a", setting: "size", values: "2x4").advice == "a; use --size 2x4")
    #expect(
      FilmComplaint.noProgram("f.mp4", arguments: "-i -").advice
        == "f.mp4 needs ffmpeg, which is not on the path; install it, or pipe into one elsewhere: --y4m - | ffmpeg -i -"
    )
  }
}
