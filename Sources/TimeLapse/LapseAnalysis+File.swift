internal import Platform
public import SystemPackage

/// Measurements in a file beside a timeline: JSON, a photo a line.
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

  /// Writes the file, whole or not at all.
  ///
  /// - Throws: `SequenceError.unwritable`.
  public func write(to path: FilePath) throws(SequenceError) {
    do throws(SystemError) {
      try FileSystem.replace(path, with: Array(text.utf8))
    } catch {
      throw .unwritable(path: path, code: error.code)
    }
  }

  /// The same measurements with corrections by other settings; nil if they are of other photos.
  ///
  /// - Parameter fingerprint: The fingerprint of the photos as they are (`LapseMeasuring.fingerprint`).
  package func fitting(_ fingerprint: String, _ settings: LapseSettings) -> LapseAnalysis? {
    guard fingerprint == self.fingerprint else { return nil }
    return LapseAnalysis(photos, fingerprint: fingerprint, settings: settings)
  }

  /// Measurements read from a file; corrections are calculated afresh.
  ///
  /// - Parameters:
  ///   - fingerprint: The fingerprint of the photos as they are (`LapseMeasuring.fingerprint`).
  ///   - settings: The settings that apply now.
  /// - Returns: nil if there is no such file, or if it is damaged or describes other photos.
  public init?(path: FilePath, fitting fingerprint: String, _ settings: LapseSettings) {
    guard let bytes = try? FileSystem.contents(of: path),
      let document = JSONText.decode(Document.self, from: bytes),
      document.header.fingerprint == fingerprint
    else { return nil }
    self.init(document.photos, fingerprint: fingerprint, settings: settings)
  }
}
