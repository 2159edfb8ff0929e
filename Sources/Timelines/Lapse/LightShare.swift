internal import BromideSystem
public import SystemPackage

/// The light of some photos of a sequence, as one of several tasks measured it.
///
/// `LapseMeasuring` takes it over in place of measuring those photos again.
public struct LightShare: Sendable, Hashable, Codable {
  /// The light of one photo.
  public struct Photo: Sendable, Hashable, Codable {
    /// Where it is in the sequence, from 0.
    public var number: Int
    /// The file's name.
    public var name: String
    /// Mean linear light of the measured part, 1 for white; nil if the photo cannot be measured.
    public var luminance: Double?
    /// Light of its tiles in EV (`LapseAnalysis.Photo.tiles`); nil if they were not measured.
    public var tiles: [Double]?
    /// The white balance that the photo records; nil if it was not read, or if there is none.
    public var recorded: RecordedBalance?
  }

  /// Identifies the measurements' subject (`LapseMeasuring.fingerprint`).
  public let fingerprint: String
  /// The photos of the share.
  public let photos: [Photo]

  /// The share's file beside that of a whole analysis: `night.analysis.2-of-8.json` beside `night.analysis.json`.
  public static func path(_ index: Int, of count: Int, beside analysis: FilePath) -> FilePath {
    analysis.removingLastComponent().appending(
      reversible: "\(analysis.reversibleStem).\(index)-of-\(count).json")
  }

  /// The shares that lie beside the file of a whole analysis and measure the same; any others are left aside.
  ///
  /// - Parameter fingerprint: The fingerprint of the photos as they are (`LapseMeasuring.fingerprint`).
  public static func all(beside analysis: FilePath, fitting fingerprint: String) -> [LightShare] {
    let folder = analysis.removingLastComponent()
    let start = analysis.reversibleStem + "."
    let names = (try? FileSystem.entries(of: folder.isEmpty ? "." : folder)) ?? []
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

  /// Writes the file, whole or not at all.
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
