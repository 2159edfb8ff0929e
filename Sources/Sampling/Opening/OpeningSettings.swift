package import BromideCodecs
package import BromidePhotos
package import BromideValues
package import SystemPackage

/// The pixels of a raw photo that are sampled.
package enum RawSourceChoice: String, Sendable, Hashable, CaseIterable {
  /// The sensor's, as for `raw`.
  case auto
  case raw
  /// The sensor's, with four sites for each pixel.
  case half
  /// Sample the JPEG preview that the camera made.
  case preview
}

/// How pictures are opened for sampling, the same for all inputs of a run.
package struct OpeningSettings: Sendable {
  /// Properties of RGB and YCbCr that override the properties in files.
  package var choices = YCbCrProperties()
  /// The interpolation of chroma, or `nil` for the default, linear.
  package var upsampling: YCbCrConverter.Upsampling?
  /// Whether YCbCr is converted in double precision.
  package var isExact = false
  /// The frame size of raw planes, or `nil` to use the size in the file name.
  package var inputSize: Size?
  /// The layout of raw planes, or `nil` to use the layout in the file name.
  package var layout: YCbCrLayout?
  /// The orientation of video frames, or `nil` to keep the stored orientation.
  package var orientation: Orientation?
  /// Bytes from one luma row of raw planes to the next, or `nil` for rows without gaps.
  package var stride: Int?
  /// Bytes before the first frame of raw planes.
  package var offset = 0
  /// The pixels of raw photos that are sampled.
  package var rawSource = RawSourceChoice.auto
  /// The type of light to sample in raw photos.
  package var light = SampledLight.convert
  /// How raw photos are decoded and developed.
  package var photo: PhotoSettings
  /// The source of each developing option that is not at its default: `flag`, `recipe` or
  /// `sidecar`.
  package var sources: [String: String] = [:]
  /// The effect of alpha on samples, or `nil` for the default, which weights pixels by their
  /// opacity.
  package var alpha: AlphaUse?
  /// The only points that will be sampled, so that the rest can stay undecoded, or `nil` for any
  /// points.
  package var places: [NormalizedPoint]?
  /// Returns the only points that will be sampled in a finished picture of this size, if the user
  /// gives them in pixels.
  ///
  /// `nil`, as closure or result, means any points.
  package var placesByPixel: (@Sendable (Size) -> [NormalizedPoint]?)?
  /// The side of the square of pixels that becomes one pixel of a finished picture. Points refer to
  /// the reduced picture.
  package var reduction = 1
  /// The window around each of `places`.
  package var window = SampleWindow()

  /// Creates default settings that allow any point.
  package init(_ context: RunContext) { photo = PhotoSettings(context) }

  /// The means with which files are opened.
  package var context: RunContext { photo.loading.context }

  /// Returns the way to read a file.
  ///
  /// It depends on the file's type. Other files are raw planes if layout and size are set.
  package func reading(of path: FilePath) -> FileKind.Reading {
    let kind = FileKind.of(path, headerless: photo.loading.headerless, context: context)
    let isGiven = layout != nil && inputSize != nil
    return isGiven && (kind.reading == .none || kind == .headerless) ? .planes : kind.reading
  }

  /// Returns whether a folder includes a file as input. Films are skipped, because cameras store
  /// them next to photos.
  package func means(_ path: FilePath) -> Bool {
    ![.none, .video].contains(reading(of: path))
  }

  /// Returns the only points that will be sampled in a finished picture of this size, or `nil` for
  /// any points.
  func places(in size: Size) -> [NormalizedPoint]? { places ?? placesByPixel?(size) }
}
