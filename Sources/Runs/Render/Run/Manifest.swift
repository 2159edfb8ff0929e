internal import BromideDevelop
internal import BromidePhotos
internal import BromideSystem
internal import BromideTimelines
internal import SystemPackage

/// The list of frames in a folder: `manifest.json`, with one frame per line.
///
/// Each run creates it at its end from the existing frames, which contain their fingerprints. So
/// processes that share a folder do not lose frames of each other, and the manifest does not depend
/// on the runs. The folder is locked meanwhile.
struct Manifest: Sendable, Codable {
  static let name = "manifest.json"

  /// A clip of a source.
  struct Clip: Sendable, Codable, Hashable {
    /// The index of the source in the timeline.
    var source: Int
    /// A description of its size, number of frames, rate and coding.
    var facts: String
  }

  /// One frame.
  struct Frame: Sendable, Codable, Hashable {
    var frame: Int
    var name: String
    /// Seconds from the start.
    var time: Double
    var bytes: Int
    var fingerprint: String
    var instructionSet: String
    /// The demosaic methods of its photos, or `nil` if they were not used.
    var demosaic: [String]?
    var layers: [Layer]
  }

  /// The part of a frame that one source shows.
  struct Layer: Sendable, Codable, Hashable {
    /// The index of the source in the timeline.
    var source: Int
    /// Files without their folders. Bytes that are not UTF-8 are escaped as `\xNN`.
    var inputs: [String]
    /// For each file, the bytes of its name in base 16 if it is not UTF-8, or `nil` if all are
    /// UTF-8.
    var inputPathBytes: [String?]?
    /// Seconds from the source's start.
    var time: Double
    /// Parameters with values other than their defaults.
    var settings: FilterSettings
    /// Parameters that were clamped to their range.
    var clamped: [String]
    /// The position of the layer, or `nil` if it fills the frame.
    var place: LayerPlace?
    /// The visible part, or `nil` to show all.
    var wipe: LayerWipe?
    /// The photos in a mixture, or `nil` for a single photo.
    var parts: [ScheduledLayer.PhotoPart]?

    init(_ layer: ScheduledLayer, inputs: [FilePath]) {
      source = layer.source
      let names = inputs.map { $0.lastComponent.map { FilePath(root: nil, [$0]) } ?? $0 }
      self.inputs = names.map(\.data)
      inputPathBytes = names.undecodableBytes
      time = layer.time
      settings = layer.filters
      clamped = layer.clamped.map(\.name)
      place = layer.place
      wipe = layer.wipe
      parts = layer.parts.isEmpty ? nil : layer.parts
    }
  }

  struct Header: Sendable, Codable, Hashable {
    var version = 1
    var program = BromideVersion.software
    var frames: Int
    var size: String
    var rate: String
    /// Descriptions of the sources' clips, or `nil` without clips.
    var clips: [Clip]?
  }

  var header: Header
  var frames: [Frame]

  var text: String {
    let lines = frames.map { "    " + JSONText.encode($0) }.joined(separator: ",\n")
    return "{\n  \"header\": \(JSONText.encode(header)),\n  \"frames\": [\n\(lines)\n  ]\n}\n"
  }

  /// Returns the manifest of a folder, or `nil` without a readable one.
  static func read(in folder: FilePath) -> Manifest? {
    (try? FileSystem.contents(of: folder.appending(name)))
      .flatMap { JSONText.decode(Manifest.self, from: $0) }
  }

  /// Returns the size of each frame in bytes at the end of a run, by name, or an empty dictionary
  /// without a readable manifest.
  static func sizes(in folder: FilePath) -> [String: Int] {
    guard let manifest = read(in: folder) else { return [:] }
    return Dictionary(manifest.frames.map { ($0.name, $0.bytes) }) { first, _ in first }
  }

  /// Reads the size and text of a frame's file, or returns `nil` unless it is complete and has this
  /// hash.
  static func found(
    _ path: FilePath, hash: String, _ context: RunContext
  ) -> (bytes: Int, text: FrameText)? {
    guard let carried = PictureFile.fingerprint(of: path, context: context),
      let text = FrameText(carried),
      text.hash == hash, let size = (try? FileSystem.status(path))?.size,
      PictureFile.isWhole(path, size: size)
    else { return nil }
    return (size, text)
  }
}
