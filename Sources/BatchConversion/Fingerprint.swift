internal import Platform
internal import RawDecoding
internal import SystemPackage

/// What a picture was made from and how, as a text that the picture carries.
///
/// It depends on the input's content and the settings only, so that equal inputs give equal bytes
/// under any name and on any day. Of the content it covers size, beginning, end and a sample between: enough to tell
/// photos apart. An edit in place that it misses is found by the file's time.
package enum Fingerprint {
  /// The keyword of the picture's text.
  package static let keyword = "Bromide"
  /// Stands in place of `drawing`, or of `frame` in a sequence, in the text of a picture that lacks some of its photos or
  /// shows damaged ones, so that it is never current.
  package static let draft = "draft"

  /// The text for an input and settings.
  static func text(input: FilePath, settings: ConvertSettings) throws(SystemError) -> String {
    let content = try ContentHash.file(input)
    return "v1 input \(content) settings \(digest(of: settings)) with "
      + BromideVersion.number
  }

  /// The text for a drawing, made from nothing but what was asked for.
  static func text(drawing request: String, isWhole: Bool) -> String {
    var hash = ContentHash()
    hash.add([UInt8](request.utf8))
    return "v1 \(isWhole ? "drawing" : draft) \(hash.text) with " + BromideVersion.number
  }

  static func digest(of settings: ConvertSettings) -> String {
    // It changes no pixel, so pictures are current whoever unpacked them.
    var settings = settings
    settings.unpacker = .auto
    var hash = ContentHash()
    hash.add([UInt8](JSONText.encode(settings).utf8))
    return hash.text
  }
}
