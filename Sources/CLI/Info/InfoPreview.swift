internal import BromidePhotos
internal import BromideRaw
internal import BromideRuns
internal import SystemPackage

/// The embedded preview of a photo.
enum InfoPreview {
  struct Failure: Error {
    /// A sentence without the file's name.
    let reason: String
  }

  /// Returns the bytes of the preview's JPEG.
  static func jpeg(of photo: FilePath, _ context: RunContext) throws(Failure) -> [UInt8] {
    let content: RawPreview.Content?
    do throws(PhotoError) { content = try InfoReader.preview(photo, context: context) } catch {
      throw Failure(reason: error.reason)
    }
    switch content {
    case .jpeg(let bytes): return bytes
    case .rgb(_, let size):
      throw Failure(reason: "its preview of \(size) is stored as plain pixels, not as a JPEG")
    case nil: throw Failure(reason: "it has no preview that can be read")
    }
  }
}
