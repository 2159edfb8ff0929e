package import BromideCodecs
package import BromideValues

/// The result of identifying a file. Worker processes send it.
package struct RawHeader: Sendable, Codable {
  /// The size of the visible area, before orientation.
  package var size: Size
  /// The width of a pixel divided by its height.
  package var pixelAspect: Double
  /// The maker's crop, in pixels of the visible area.
  package var defaultCrop: Region
  /// The photographer's crop, in pixels of the visible area, or `nil` if it is missing.
  package var userCrop: Region?
  package var metadata: PhotoMetadata
  /// The peak memory of decoding, in bytes.
  package var expectedMemory: Int
  /// The bytes of the decoded samples, including borders.
  package var sampleMemory: Int
  /// The embedded preview that LibRaw prefers, or `nil`.
  package var preview: RawPreview?
  /// The software and the picture style that affected the preview, in addition to make and model.
  /// Use it for comparisons. Empty if they are missing.
  package var previewStyle: String
  /// The camera's modes that changed the tones of the preview, such as the dynamic range. Empty if
  /// they are missing.
  package var previewMode: String
  /// DNG's PreviewApplicationName: the program that made the preview, or `nil` if it is missing.
  package var previewProgram: String?
  /// Whether its exposure is missing from both a DNG's tag and the table of camera models.
  package var lacksExposure: Bool
  /// Whether it contains corrections of full colour, which can include warps.
  package var mayWarp: Bool
  /// How the format of a file without a header was chosen, or `nil` for a file with a header.
  package var headerless: HeaderlessRaw.Source?
}
