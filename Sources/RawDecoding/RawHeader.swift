package import Metadata
package import Pixels

/// What identifying a file tells of it; processes pass it on.
package struct RawHeader: Sendable, Codable {
  /// The size of the visible area, before orientation.
  package var size: Size
  /// The maker's crop, in pixels of the visible area.
  package var defaultCrop: Region
  /// The photographer's crop, in pixels of the visible area; nil if the file states none.
  package var userCrop: Region?
  package var metadata: PhotoMetadata
  /// Peak memory of decoding, in bytes.
  package var expectedMemory: Int
  /// Bytes that the decoded samples take, borders included.
  package var sampleMemory: Int
  /// The embedded preview that LibRaw prefers; nil if there is none.
  package var preview: RawPreview?
  /// See `RawFile.previewStyle`.
  package var previewStyle: String
  /// DNG's PreviewApplicationName: the program that made the preview; nil if the file does not name it.
  package var previewProgram: String?
  /// Whether neither a DNG's tag nor the table of camera models states its exposure.
  package var lacksExposure: Bool
  /// Whether it states corrections of full colour, among which warps may be.
  package var mayWarp: Bool
  /// Who names the format of a file without a header; nil for one with it.
  package var headerless: HeaderlessRaw.Source?
}
