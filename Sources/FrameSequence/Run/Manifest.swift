internal import Develop
internal import Outputs
internal import Platform
internal import SystemPackage
internal import Timelines

/// The list of frames in a folder: `manifest.json`, one frame per line.
///
/// It is made from the frames that are there, each of which carries its fingerprint, whenever a run ends; so processes that share a
/// folder lose nothing of each other's, and it says the same whatever way the frames came about. The folder is locked meanwhile.
struct Manifest: Sendable, Codable {
  static let name = "manifest.json"

  /// A clip of a source.
  struct Clip: Sendable, Codable, Hashable {
    /// The source's place in the timeline.
    var source: Int
    /// Its size, number of frames, rate and coding, in words.
    var facts: String
  }

  /// One frame.
  struct Frame: Sendable, Codable, Hashable {
    var frame: Int
    var name: String
    /// Seconds from the beginning.
    var time: Double
    var bytes: Int
    var fingerprint: String
    var instructionSet: String
    /// The methods that made full colour of its photos; nil if none did.
    var demosaic: [String]?
    var layers: [Layer]
  }

  /// The part of a frame that one source shows.
  struct Layer: Sendable, Codable, Hashable {
    /// The source's place in the timeline.
    var source: Int
    /// Files, without their folders; bytes that are not UTF-8 are escaped as `\xNN`.
    var inputs: [String]
    /// The bytes of each file's name in base 16 if it is not UTF-8; nil if all are UTF-8.
    var inputPathBytes: [String?]?
    /// Seconds from the source's beginning.
    var time: Double
    /// Parameters that are not at their defaults.
    var settings: FilterSettings
    /// Parameters that a curve carried beyond their range.
    var clamped: [String]
    /// Where it lies; nil if it fills the frame.
    var place: LayerPlace?
    /// How much of it shows; nil for all.
    var wipe: LayerWipe?
    /// The photos that it is mixed from; nil for a single one.
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
    /// What the clips of sources are; nil without any.
    var clips: [Clip]?
  }

  var header: Header
  var frames: [Frame]

  var text: String {
    let lines = frames.map { "    " + JSONText.encode($0) }.joined(separator: ",\n")
    return "{\n  \"header\": \(JSONText.encode(header)),\n  \"frames\": [\n\(lines)\n  ]\n}\n"
  }

  /// The size of each frame in bytes at the end of a run, by name; empty if there is no readable manifest.
  static func sizes(in folder: FilePath) -> [String: Int] {
    guard let bytes = try? FileSystem.contents(of: folder.appending(name)),
      let manifest = JSONText.decode(Manifest.self, from: bytes)
    else { return [:] }
    return Dictionary(manifest.frames.map { ($0.name, $0.bytes) }) { first, _ in first }
  }

  /// Reads the size and text of a frame's file; nil if there is no whole frame with this hash.
  static func found(_ path: FilePath, hash: String) -> (bytes: Int, text: FrameText)? {
    guard let carried = ExistingOutput.fingerprint(of: path), let text = FrameText(carried),
      text.hash == hash, let size = (try? FileSystem.status(path))?.size,
      ExistingOutput.isWhole(path, size: size)
    else { return nil }
    return (size, text)
  }
}
