public import BromideChoreography
public import BromideCodecs
public import BromideValues
public import SystemPackage

/// One source of a timeline: its contents, time and movement.
public struct TimelineSource: Sendable {
  /// The contents of a source.
  public enum Content: Sendable, Hashable {
    /// One photo.
    case photo(FilePath)
    /// A sequence of photos.
    case sequence(PhotoList)
    /// A clip of YCbCr frames, in Y4M or as raw planes.
    case clip(FilePath)
    /// One photo, cut into tiles.
    case tiles(TileLayout)
    /// A sheet of many photos.
    case sheet(SheetLayout)
    /// Text over the sources below.
    case text(TextLayout)
    /// A colour, as sRGB code values from 0 to 1.
    case color(SIMD3<Double>)
  }

  /// The property that a clip keeps in a timeline with a different rate.
  public enum ClipPace: String, Sendable, Hashable, CaseIterable {
    /// Keeps the duration, by repeating or skipping frames.
    case time
    /// Keeps the frames, so that the clip plays faster or slower.
    case frames
  }

  /// The contents.
  public var content: Content
  /// The line in the document, starting at 1, or `nil` without a document.
  public var line: Int?
  /// The start time, or `nil` for the end of the previous source.
  public var start: TimePoint?
  /// The duration, or `nil` for one frame per photo or the length of the animation.
  public var duration: TimePoint?
  /// The transition from the previous source, or `nil` for a cut.
  public var transition: SourceTransition?
  /// The method to fit its pictures into the frame or its box, or `nil` to use the timeline's.
  public var fit: SourceFit?
  /// Whether to use `blur` instead of `cover` if a photo would lose more than half of its area and
  /// no fit is set.
  public var avoidsCutting = false
  /// The speed of photos.
  public var retiming = Retiming()
  /// The position on the frame.
  public var layer = LayerTracks()
  /// Moving parameters, each at most once.
  public var tracks: [ParameterTrack] = []
  /// The development settings of its photos that differ from the timeline, or `nil` without
  /// differences.
  public var develop: SourceDevelop?
  /// The method to match the photos of a sequence.
  public var lapse = LapseOptions()
  /// The meaning of a clip's codes, as far as the timeline sets it. These values override the
  /// clip's tags.
  public var coding = YCbCrProperties()
  /// The interpolation of a clip's chroma, or `nil` for linear.
  public var chroma: YCbCrConverter.Upsampling?
  /// The orientation of a clip's frames, or `nil` to use the file's.
  public var clipOrientation: Orientation?
  /// The property that a clip keeps if its rate differs from the timeline's.
  public var clipPace = ClipPace.time
  /// The layout of samples in a clip without a header.
  public var planes = PlaneSettings()
  /// Whether it is a separate picture on the frame. Text and colours always are.
  public var isPlaced: Bool {
    switch content {
    case .text, .color: true
    case .photo, .sequence, .clip, .tiles, .sheet: layer.isPlaced
    }
  }

  /// The animation of tiles, or `nil` for a still source.
  public var script: Script?

  /// Creates a source without movement.
  public init(_ content: Content) { self.content = content }
}

/// A list of photos, as named.
public struct PhotoList: Sendable, Hashable {
  /// The order of photos.
  public enum Order: String, Sendable, Hashable, Codable, CaseIterable {
    /// Natural order of names: `a2` before `a10`.
    case name
    /// By capture time. Photos without a time follow, sorted by name.
    case time
    /// In the order of the list.
    case listed
    /// From dark to bright.
    case brightness
    /// By hue, starting with red.
    case hue
  }

  /// Folders, files, and names with `*` and `?`, relative to the working directory.
  public var paths: [FilePath]
  /// The order of the photos.
  public var order: Order

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - paths: Folders, files, and names with `*` and `?`.
  ///   - order: The order of the photos.
  public init(_ paths: [FilePath], order: Order = .time) {
    self.paths = paths
    self.order = order
  }
}

/// A sheet of photos.
public struct SheetLayout: Sendable, Hashable {
  /// A caption below a photo.
  public enum Caption: String, Sendable, Hashable, Codable, CaseIterable {
    case name
    case time
    case exposure
    case lens
  }

  /// The source of the visible pixels.
  public enum Pixels: String, Sendable, Hashable, Codable, CaseIterable {
    /// Half the sensor's rows and columns for tiles of a quarter or less, otherwise all.
    case auto
    /// Developed at full size.
    case raw
    /// Developed at half size.
    case half
    /// The embedded preview if it is large enough.
    case preview
  }

  /// The photos and their order.
  public var photos: PhotoList
  /// The number of columns, or `nil` to fit the frame.
  public var columns: Int?
  /// Pixels between tiles.
  public var spacing = 12.0
  /// Pixels around all tiles.
  public var margin = 40.0
  /// The background in sRGB code values from 0 to 1, or `nil` for transparency.
  public var background: SIMD3<Double>? = SIMD3(repeating: Double(0x10) / 255)
  /// Captions below each photo, one line each.
  public var captions: [Caption] = []
  /// The source of the visible pixels.
  public var from = Pixels.auto

  /// Creates a sheet of photos.
  public init(photos: PhotoList) { self.photos = photos }
}

/// Options for matching the photos of a sequence.
public struct LapseOptions: Sendable, Hashable {
  /// The black and white levels for developing photos.
  public enum Levels: Sendable, Hashable {
    /// The levels of each photo.
    case own
    /// The levels of the first photo.
    case lock
    /// The levels of another photo.
    case file(FilePath)
  }

  /// The source of lens and sensor measurements.
  public enum Optics: Sendable, Hashable {
    /// Measure each photo.
    case own
    /// Measure the first photo of each camera, lens, focal length and ISO.
    case lock
    /// Load a file from `convert --optics-save`.
    case file(FilePath)
    /// Correct nothing, and keep hot pixels.
    case off
  }

  /// The white balance of the photos, unless another setting overrides it.
  public enum Balance: String, Sendable, Hashable, Codable, CaseIterable {
    /// The recorded balance of each photo.
    case camera
    /// A smooth course through the recorded balances.
    case smooth
    /// The recorded balance of the first photo.
    case lock
  }

  /// The orientation of the photos.
  public enum Turning: String, Sendable, Hashable, Codable, CaseIterable {
    /// The orientation of each photo.
    case own
    /// The orientation of the first photo.
    case lock
  }

  /// The treatment of a photo that is missing or cannot be decoded.
  public enum Missing: String, Sendable, Hashable, Codable, CaseIterable {
    /// Stop the run.
    case fail
    /// Show the previous photo again.
    case hold
    /// Skip its frame.
    case skip
  }

  /// The levels. By default, they come from the first photo.
  public var levels = Levels.lock
  /// The correction of lateral colour, hot pixels, noise and blur, or `nil` to skip it.
  public var optics: Optics?
  /// Smoothing of steps in shutter, aperture and ISO, or `nil` to keep them.
  public var holyGrail: HolyGrail?
  /// Removal of flicker, or `nil` to keep it.
  public var deflicker: Deflicker?
  /// The white balance, or `nil` for `smooth` if flicker is removed, and otherwise `camera`.
  public var balance: Balance?
  /// The orientation of the photos.
  public var orientation = Turning.own
  /// The treatment of missing photos.
  public var missing = Missing.fail
  /// The XMP files that become keys of the sequence's tracks.
  public var sidecar = SidecarKeys.none

  /// Smoothing of steps in shutter, aperture and ISO.
  public struct HolyGrail: Sendable, Hashable {
    /// The time for smoothing each step, or `nil` to use the distance between steps.
    public var smooth: TimePoint?

    /// Creates the option.
    ///
    /// - Parameter smooth: The time for smoothing each step, or `nil` to use the distance between
    ///   steps.
    public init(smooth: TimePoint? = nil) { self.smooth = smooth }
  }

  /// Removes flicker by making luminance follow a smooth course.
  public struct Deflicker: Sendable, Hashable {
    /// The measured part of the upright picture: x, y, width and height, as fractions.
    public var region: SIMD4<Double>
    /// The time on each side that affects the smooth course.
    public var smooth: TimePoint

    /// Creates the option.
    ///
    /// - Parameters:
    ///   - region: The measured part of the upright picture, as fractions.
    ///   - smooth: The time on each side that affects the smooth course.
    public init(region: SIMD4<Double> = SIMD4(0, 0, 1, 1), smooth: TimePoint = .frames(15)) {
      self.region = region
      self.smooth = smooth
    }
  }

  /// Creates options with locked levels and no smoothing. A missing photo stops the run.
  public init() {}
}

/// A point in time or a duration, as written in a document.
public enum TimePoint: Sendable, Hashable {
  case seconds(Double)
  /// Frames of the source, starting at 0.
  case frames(Int)
  /// A fraction of the source's duration, from 0 to 1.
  case share(Double)
  /// The frame of a photo by its index, starting at 0.
  case photo(Int)
  /// The frame of a photo by its file name.
  case photoNamed(String)
}
