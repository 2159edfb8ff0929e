internal import BromideSystem
public import SystemPackage

/// The light of some photos of a sequence, measured by one of several tasks.
///
/// `LapseMeasuring` uses it instead of measuring these photos again.
public struct LightShare: Sendable, Hashable, Codable {
  /// The light of one photo.
  public struct Photo: Sendable, Hashable, Codable {
    /// Where it is in the sequence, from 0.
    public var number: Int
    /// The file's name.
    public var name: String
    /// Mean linear light of the measured part, 1 for white, or `nil` if the photo cannot be
    /// measured.
    public var luminance: Double?
    /// Light of its tiles in EV (`LapseAnalysis.Photo.tiles`), or `nil` if they were not measured.
    public var tiles: [Double]?
    /// The white balance that the photo records, or `nil` if it was not read or is missing.
    public var recorded: RecordedBalance?
  }

  /// Identifies the measurements' subject (`LapseMeasuring.fingerprint`).
  public let fingerprint: String
  /// The photos of the share.
  public let photos: [Photo]

  /// Returns the path of a shard's file, next to the file of the complete analysis:
  /// `night.analysis.2-of-8.json` next to `night.analysis.json`.
  public static func path(_ index: Int, of count: Int, nextTo analysis: FilePath) -> FilePath {
    analysis.removingLastComponent().appending(
      reversible: "\(analysis.reversibleStem).\(index)-of-\(count).json")
  }

  /// Returns the matching shards next to the file of the complete analysis. Other shards are
  /// ignored.
  ///
  /// - Parameter fingerprint: The current fingerprint of the photos (`LapseMeasuring.fingerprint`).
  public static func all(nextTo analysis: FilePath, fitting fingerprint: String) -> [LightShare] {
    let folder = analysis.removingLastComponent()
    let start = analysis.reversibleStem + "."
    let names = (try? FileSystem.entries(of: folder)) ?? []
    return names.map { folder.appending($0) }
      .filter {
        $0.reversibleName.hasPrefix(start) && $0.reversibleName.hasSuffix(".json")
          && $0.reversibleName.contains("-of-")
      }
      .compactMap { path in
        guard let bytes = try? FileSystem.contents(of: path),
          let share = JSONText.decode(LightShare.self, from: bytes)
        else { return nil }
        return share.fingerprint == fingerprint ? share : nil
      }
  }

  /// Writes the complete file, or leaves it unchanged.
  ///
  /// - Throws: `SequenceError.unwritable`.
  public func write(to path: FilePath) throws(SequenceError) {
    do throws(SystemError) {
      try FileSystem.replace(path, with: Array((JSONText.encode(self) + "\n").utf8))
    } catch {
      throw .unwritable(path: path, code: error.code)
    }
  }
}
