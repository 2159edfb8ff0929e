internal import BromideSystem
public import SystemPackage

/// Reads and writes measurements in a JSON file next to a timeline, with one line per photo.
extension LapseAnalysis {
  private struct Header: Codable {
    var fingerprint: String
    var settings: LapseSettings
  }

  private struct Document: Codable {
    var header: Header
    var photos: [Photo]
  }

  /// The file's text.
  public var text: String {
    let lines = photos.map { "    " + JSONText.encode($0) }.joined(separator: ",\n")
    let header = JSONText.encode(Header(fingerprint: fingerprint, settings: settings))
    return "{\n  \"header\": \(header),\n  \"photos\": [\n\(lines)\n  ]\n}\n"
  }

  /// Writes the complete file, or leaves it unchanged.
  ///
  /// - Throws: `SequenceError.unwritable`.
  public func write(to path: FilePath) throws(SequenceError) {
    do throws(SystemError) {
      try FileSystem.replace(path, with: Array(text.utf8))
    } catch {
      throw .unwritable(path: path, code: error.code)
    }
  }

  /// Returns the same measurements with corrections for other settings, or `nil` if they are from
  /// other photos.
  ///
  /// - Parameter fingerprint: The current fingerprint of the photos (`LapseMeasuring.fingerprint`).
  package func fitting(_ fingerprint: String, _ settings: LapseSettings) -> LapseAnalysis? {
    guard fingerprint == self.fingerprint else { return nil }
    return LapseAnalysis(photos, fingerprint: fingerprint, settings: settings)
  }

  /// Reads measurements from a file and calculates the corrections.
  ///
  /// - Parameters:
  ///   - fingerprint: The current fingerprint of the photos (`LapseMeasuring.fingerprint`).
  ///   - settings: The current settings.
  /// - Returns: `nil` if the file is missing or damaged, or describes other photos.
  public init?(path: FilePath, fitting fingerprint: String, _ settings: LapseSettings) {
    guard let bytes = try? FileSystem.contents(of: path),
      let document = JSONText.decode(Document.self, from: bytes),
      document.header.fingerprint == fingerprint
    else { return nil }
    self.init(document.photos, fingerprint: fingerprint, settings: settings)
  }
}
