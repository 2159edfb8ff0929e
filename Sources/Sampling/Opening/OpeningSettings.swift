package import Color
package import PhotoLoading
package import Pixels
package import SystemPackage
package import YCbCr

/// The pixels of a raw photo that are sampled.
package enum RawSourceChoice: String, Sendable, Hashable, CaseIterable {
  /// The sensor's, as for `raw`.
  case auto
  case raw
  /// The sensor's, with four sites for each pixel.
  case half
  /// Those of the JPEG preview that the camera made.
  case preview
}

/// How pictures are opened for sampling, the same for all inputs of a run.
package struct OpeningSettings: Sendable {
  /// Stated properties of RGB and YCbCr, which take precedence over those of files.
  package var statement = YCbCrStatement()
  /// The interpolation of chroma; nil for the default, linear.
  package var upsampling: YCbCrConverter.Upsampling?
  /// Whether YCbCr is converted in double precision.
  package var isExact = false
  /// The frame size of raw planes; nil for the one in the file name.
  package var inputSize: Size?
  /// The layout of raw planes; nil for the one in the file name.
  package var layout: YCbCrLayout?
  /// How frames of video are turned upright; nil if they are stored so.
  package var orientation: Orientation?
  /// Bytes from one luma row of raw planes to the next; nil for rows without gaps.
  package var stride: Int?
  /// Bytes before the first frame of raw planes.
  package var offset = 0
  /// The pixels of raw photos that are sampled.
  package var rawSource = RawSourceChoice.auto
  /// The light that samples of raw photos are of.
  package var light = SampledLight.convert
  /// How raw photos are decoded and developed.
  package var photo = PhotoSettings()
  /// Who stated each of the developing options that are not left at their defaults: `flag`,
  /// `recipe` or `sidecar`.
  package var statedBy: [String: String] = [:]
  /// What alpha does to samples; nil for the default, by which pixels count as they are opaque.
  package var alpha: AlphaUse?
  /// The only places that will be sampled, so that the rest may stay undecoded; nil if any may be.
  package var places: [NormalizedPoint]?
  /// The only places that will be sampled in a finished picture of a size, where they are stated in its pixels; nil, or none for
  /// a size, if they may be any.
  package var placesByPixel: (@Sendable (Size) -> [NormalizedPoint]?)?
  /// Rows and columns of a square of a finished picture that becomes one pixel; places are those of the smaller picture then.
  package var reduction = 1
  /// The window around each of `places`.
  package var window = SampleWindow()

  /// The default settings, for any place.
  package init() {}

  /// How a file is read: by what it is, or as raw planes if their layout and size are stated and it is nothing else.
  package func reading(of path: FilePath) -> FileKind.Reading {
    let kind = FileKind.of(path, headerless: photo.loading.headerless)
    let isStated = layout != nil && inputSize != nil
    return isStated && (kind.reading == .none || kind == .headerless) ? .planes : kind.reading
  }

  /// Whether a file that a folder holds is meant with it. Films beside photos are not: cameras put both into one folder.
  package func means(_ path: FilePath) -> Bool {
    ![.none, .video].contains(reading(of: path))
  }

  /// The only places that will be sampled in a finished picture of a size; nil if they may be any.
  func places(in size: Size) -> [NormalizedPoint]? { places ?? placesByPixel?(size) }
}
