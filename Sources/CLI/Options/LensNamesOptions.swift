internal import ArgumentParser
internal import BromidePhotos

/// Whether another program may name lenses.
struct LensNamesOptions: ParsableArguments {
  @Option(
    choice: "Source of a lens's name if the photo lacks it", standard: "tool",
    note: """
        tool  ask exiftool or exiv2, once for each lens, if it is installed
        file  use only names in the photo and its XMP
      """)
  var lensNames: LensNames?

  /// The source to use.
  var source: LensNames { lensNames ?? .tool }
}
