internal import ArgumentParser
internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// `bromide thumbnail`.
struct ThumbnailCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnail",
    abstract: "Write a small PNG of a photo, for file managers.",
    discussion: """
      Bromide reduces the preview in a raw. If the preview is missing or too small, it develops the raw at this size.

      Examples:
        bromide thumbnail a.nef a.png 256

      Exit status: 0 success, 1 the photo failed, 64 wrong usage.
      """)

  @Argument(help: "A raw, JPEG, PNG, TIFF, JPEG XL, AVIF or WebP", completion: .file())
  var input: String

  @Argument(
    help: "The PNG to write. It can have any name, and replaces a file", completion: .file())
  var output: String

  @Argument(help: "Long edge in pixels, \(Self.sizes.lowerBound) to \(Self.sizes.upperBound)")
  var size: Int

  @OptionGroup var cameras: CamerasOptions

  private static let sizes = 1...4096

  mutating func validate() throws {
    guard Self.sizes.contains(size) else {
      throw ValidationError(
        "'\(size)' is not a size; expected \(Self.sizes.lowerBound) to \(Self.sizes.upperBound) pixels"
      )
    }
  }

  mutating func run() throws { try end(after: make) }

  private func make() throws -> ExitStatus {
    let path = FilePath(reversible: input)
    var settings = PictureSettings(
      RunContext(cameras: cameras.cameras, isolation: nil, timeout: nil, memory: .max))
    settings.encoding = .png(.fast)
    settings.photo.recipe.optics.lens = .auto
    settings.photo.recipe.size = SizeRequest(bounds: .longEdge(size))
    // The desktop shows the part that can be decoded.
    settings.photo.loading.damaged = .keep
    let preview = preview(of: path, &settings)
    let job = ConvertJob(
      input: preview?.path ?? path, output: .file(FilePath(reversible: output)),
      settings: settings, ifExists: .overwrite, shown: path)
    var last: Outcome?
    _ = BatchRunner(Plan(jobs: [job])).run(observer: OutcomeObserver { last = $0 })
    withExtendedLifetime(preview) {}
    guard let last, last.status <= .damaged else {
      Console.message("\(path.visible): \(last?.reason ?? "it was not converted")\n")
      return .inputsFailed
    }
    return .done
  }

  /// Returns a file with the preview of a raw, or `nil` if the preview is missing or too small, or
  /// shows another frame.
  private func preview(of path: FilePath, _ settings: inout PictureSettings) -> SpooledFile? {
    let context = settings.context
    guard !StillPhoto.isStill(path, context: context),
      let photo = try? OpenedPhoto(path: path, settings: LoadSettings(context)),
      case .jpeg(let bytes) = Self.content(photo),
      let header = try? JPEGSource(bytes, in: path).header(context),
      header.size.longEdge >= size, Self.haveSameShape(header.size, photo.defaultCrop.size),
      let file = try? SpooledFile(), let output = try? OutputFile(file.path),
      (try? output.write(bytes)) != nil, (try? output.commit()) != nil
    else { return nil }
    // Cameras record it in the raw, but most do not record it in the preview.
    if header.orientation == nil {
      settings.photo.loading.orientation = photo.metadata.orientation
    }
    return file
  }

  private static func content(_ photo: OpenedPhoto) -> RawPreview.Content? {
    do throws(RawError) { return try photo.readPreview() } catch { return nil }
  }

  /// Returns whether two pictures have the same proportions within 3 %. Previews with a letter box do
  /// not.
  private static func haveSameShape(_ one: Size, _ other: Size) -> Bool {
    let ratio =
      Double(one.width) * Double(other.height) / (Double(one.height) * Double(other.width))
    return abs(ratio - 1) < 0.03
  }
}
