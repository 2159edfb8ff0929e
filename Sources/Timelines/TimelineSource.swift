public import Choreography
public import SystemPackage

/// One source of a timeline: what is shown, when, and how it moves.
public struct TimelineSource: Sendable {
  /// What is shown.
  public enum Content: Sendable, Hashable {
    /// One photo.
    case photo(FilePath)
    /// Many photos in turn.
    case sequence(PhotoList)
    /// A clip of YCbCr frames, in Y4M.
    case clip(FilePath)
    /// One photo, cut up.
    case tiles(TileLayout)
    /// Many photos side by side.
    case sheet(SheetLayout)
  }

  /// What is shown.
  public var content: Content
  /// The line of the document, from 1; nil where no document named it.
  public var line: Int?
  /// When it begins; nil: when the source before it has ended.
  public var start: TimePoint?
  /// How long it shows; nil: a frame for each photo, or as long as its animation takes.
  public var duration: TimePoint?
  /// Parameters that move; each parameter at most once.
  public var tracks: [ParameterTrack] = []
  /// How photos in turn are made to match.
  public var lapse = LapseOptions()
  /// How tiles come and go; nil: they are there.
  public var script: Script?

  /// A source that shows something, with nothing that moves.
  public init(_ content: Content) { self.content = content }
}

/// Photos as they were named.
public struct PhotoList: Sendable, Hashable {
  /// In which order they are shown.
  public enum Order: String, Sendable, Hashable, Codable, CaseIterable {
    /// Natural order of names: `a2` before `a10`.
    case name
    /// By time of capture; those without follow, by name.
    case time
    /// As they were named.
    case listed
    /// Dark ones first.
    case brightness
    /// By hue, red first.
    case hue
  }

  /// Folders, files, and names with `*` and `?`, relative to where the program runs.
  public var paths: [FilePath]
  /// In which order they are shown.
  public var order: Order

  /// - Parameters:
  ///   - paths: Folders, files, and names with `*` and `?`.
  ///   - order: In which order they are shown.
  public init(_ paths: [FilePath], order: Order = .time) {
    self.paths = paths
    self.order = order
  }
}

/// Photos side by side on a sheet.
public struct SheetLayout: Sendable, Hashable {
  /// What may stand below a photo.
  public enum Caption: String, Sendable, Hashable, Codable, CaseIterable {
    case name
    case time
    case exposure
    case lens
  }

  /// Which pixels of a photo are shown.
  public enum Pixels: String, Sendable, Hashable, Codable, CaseIterable {
    /// Half the sensor's rows and columns for tiles of a quarter or less, else all.
    case auto
    /// Developed at full size.
    case raw
    /// Developed at half size.
    case half
    /// The embedded preview where it is large enough.
    case preview
  }

  /// The photos, in their order.
  public var photos: PhotoList
  /// Photos side by side; nil: as many as suit the frame.
  public var columns: Int?
  /// Pixels between tiles.
  public var spacing = 12.0
  /// Pixels around all of them.
  public var margin = 40.0
  /// sRGB code values, 0…1; nil: transparent.
  public var background: SIMD3<Double>? = SIMD3(repeating: Double(0x10) / 255)
  /// What stands below each photo, a line each.
  public var captions: [Caption] = []
  /// Which pixels are shown.
  public var from = Pixels.auto

  /// A sheet of these photos.
  public init(photos: PhotoList) { self.photos = photos }
}

/// How the photos of a sequence are made to match.
public struct LapseOptions: Sendable, Hashable {
  /// Whose black and white level each photo is developed with.
  public enum Levels: Sendable, Hashable {
    /// Each photo's own.
    case own
    /// The first photo's.
    case lock
    /// Another photo's.
    case file(FilePath)
  }

  /// What happens when a photo is missing or cannot be decoded.
  public enum Missing: String, Sendable, Hashable, Codable, CaseIterable {
    /// The run ends.
    case fail
    /// The photo before it is shown again.
    case hold
    /// Its frame is left out.
    case skip
  }

  /// Levels; those of the first photo unless said otherwise.
  public var levels = Levels.lock
  /// Evening out of steps in shutter, aperture and ISO: over how long a step is smoothed; nil: none.
  public var holyGrail: TimePoint?
  /// Evening out of flicker; nil: none.
  public var deflicker: Deflicker?
  /// What happens when a photo is missing.
  public var missing = Missing.fail

  /// Luminance that is brought to a smooth course.
  public struct Deflicker: Sendable, Hashable {
    /// The measured part of the upright picture, in fractions: x, y, width, height.
    public var region: SIMD4<Double>
    /// How long the smooth averages.
    public var smooth: TimePoint

    /// - Parameters:
    ///   - region: The measured part, in fractions.
    ///   - smooth: How long the smooth averages.
    public init(region: SIMD4<Double> = SIMD4(0, 0, 1, 1), smooth: TimePoint = .frames(15)) {
      self.region = region
      self.smooth = smooth
    }
  }

  /// Levels locked, nothing evened out, and a missing photo ends the run.
  public init() {}
}

/// A moment or a span, as a document states it.
public enum TimePoint: Sendable, Hashable {
  case seconds(Double)
  /// Frames of the source, from 0.
  case frames(Int)
  /// A share of the source's duration, 0…1.
  case share(Double)
  /// The frame of a photo by its place, from 0.
  case photo(Int)
  /// The frame of a photo by its file's name.
  case photoNamed(String)
}
