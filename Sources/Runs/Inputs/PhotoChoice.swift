internal import BromideCodecs
package import BromidePhotos
package import BromideRaw
internal import BromideSampling
internal import BromideSystem
public import SystemPackage

/// Chooses photos by their marks, capture time and camera.
///
/// Marks come from a sidecar, then from the file's XMP, then from its Exif.
public struct PhotoChoice: Sendable, Hashable {
  /// The accepted ratings, or `nil` for all. A photo without a rating has 0.
  public var ratings: ClosedRange<Int>?
  /// The accepted labels in lower case, or an empty set for all. `none` is a photo without a label.
  public var labels: Set<String> = []
  /// A part of the camera's make and model in lower case, or `nil` for all.
  public var camera: String?
  /// The moment after which the photo was taken, in seconds of the camera's clock, or `nil`.
  public var takenAfter: Int?
  /// A file that was changed before the photo, or `nil`.
  public var newerThan: FilePath?

  /// Creates a choice of all photos.
  public init() {}

  /// Whether all photos are accepted.
  public var isEverything: Bool { self == PhotoChoice() }

  /// Returns whether a photo is accepted. A photo that cannot be read is accepted, so that the run
  /// reports it.
  ///
  /// - Parameters:
  ///   - command: The command that reads the file. If it supports files that are not photos, for
  ///     example clips, only their sidecars contain marks.
  ///   - context: The means with which the photo is opened.
  ///   - warnings: This adds warnings about sidecars and ratings that cannot be used.
  package func takes(
    _ path: FilePath, as headerless: HeaderlessRaw? = nil, by command: FileKind.Command = .convert,
    context: RunContext, _ warnings: inout [Warning]
  ) -> Bool {
    if isEverything { return true }
    if let newerThan {
      guard let photo = try? FileSystem.status(path), let other = try? FileSystem.status(newerThan)
      else { return true }
      guard other.modified < photo.modified else { return false }
    }
    guard ratings != nil || !labels.isEmpty || camera != nil || takenAfter != nil else {
      return true
    }
    var settings = LoadSettings(context)
    settings.headerless = headerless
    let photo = try? PhotoFile(path: path, settings: settings).metadata
    guard var metadata = photo ?? Self.other(path, command, context) else { return true }
    let marks = MarkReading(of: path, metadata)
    warnings += marks.warnings
    marks.description.correct(&metadata)
    if let ratings, !ratings.contains(marks.rating?.stars ?? 0) { return false }
    if !labels.isEmpty {
      let label = marks.description.properties["xmp:Label"]?.plainText ?? ""
      guard labels.contains(label.isEmpty ? "none" : label.lowercased()) else { return false }
    }
    if let camera {
      let name = [metadata.make, metadata.model].compactMap(\.self).joined(separator: " ")
      guard name.lowercased().contains(camera) else { return false }
    }
    guard let takenAfter else { return true }
    return metadata.captureTime.map { $0.clockSeconds >= takenAfter } ?? false
  }

  /// Returns empty metadata for a file that is not a photo, or `nil` if the command does not support
  /// the file.
  private static func other(
    _ path: FilePath, _ command: FileKind.Command, _ context: RunContext
  ) -> PhotoMetadata? {
    let kind = FileKind.of(path, context: context)
    let isOther = kind.rejection(by: command) == nil && kind.rejection(by: .convert) != nil
    return isOther ? PhotoMetadata() : nil
  }
}
