public import Choreography
public import Color
public import SystemPackage

/// One source of a timeline: its contents, its time, and its movement.
public struct TimelineSource: Sendable {
  /// The contents of a source.
  public enum Content: Sendable, Hashable {
    /// One photo.
    case photo(FilePath)
    /// Many photos in turn.
    case sequence(PhotoList)
    /// A clip of YCbCr frames, in Y4M or as raw planes.
    case clip(FilePath)
    /// One photo, cut into tiles.
    case tiles(TileLayout)
    /// Many photos side by side.
    case sheet(SheetLayout)
    /// Words over what shows below.
    case text(TextLayout)
    /// A colour, as sRGB code values, 0…1.
    case color(SIMD3<Double>)
  }

  /// What a clip keeps in a timeline of another rate.
  public enum ClipPace: String, Sendable, Hashable, CaseIterable {
    /// Its time: frames are repeated or left out.
    case time
    /// Its frames: each is one of the timeline, and the clip runs faster or slower.
    case frames
  }

  /// The contents.
  public var content: Content
  /// The line in the document, from 1; nil if no document stated the source.
  public var line: Int?
  /// Time of the beginning; nil for the end of the previous source.
  public var start: TimePoint?
  /// Time for which the source shows; nil for one frame per photo, or the length of its animation.
  public var duration: TimePoint?
  /// How it follows the source before it; nil for a cut.
  public var transition: SourceTransition?
  /// How its pictures fit the frame or its box; nil for the timeline's way.
  public var fit: SourceFit?
  /// Whether a photo that would lose more than half of itself to `cover` shows by `blur` instead, where nothing states a fit.
  public var avoidsCutting = false
  /// At what pace photos go by.
  public var retiming = Retiming()
  /// Where it lies on the frame.
  public var layer = LayerTracks()
  /// Parameters that move; each parameter at most once.
  public var tracks: [ParameterTrack] = []
  /// How its photos are developed where that differs from the timeline; nil for no difference.
  public var develop: SourceDevelop?
  /// The way to match the photos of a sequence.
  public var lapse = LapseOptions()
  /// What the codes of a clip mean, as far as the timeline states it; it counts more than the clip's
  /// own tags.
  public var coding = YCbCrStatement()
  /// What a clip keeps where its rate is not the timeline's.
  public var clipPace = ClipPace.time
  /// How the samples of a clip without a header lie.
  public var planes = PlaneStatement()
  /// Whether it lies on the frame as a picture of its own, as words and colours always do.
  public var isPlaced: Bool {
    switch content {
    case .text, .color: true
    case .photo, .sequence, .clip, .tiles, .sheet: layer.isPlaced
    }
  }

  /// The animation in which tiles come and go; nil leaves them in place.
  public var script: Script?

  /// Creates a source without movement.
  public init(_ content: Content) { self.content = content }
}

/// A list of photos, as named.
public struct PhotoList: Sendable, Hashable {
  /// The order in which photos show.
  public enum Order: String, Sendable, Hashable, Codable, CaseIterable {
    /// Natural order of names: `a2` before `a10`.
    case name
    /// By time of capture; photos without one follow, by name.
    case time
    /// As listed.
    case listed
    /// Dark photos first.
    case brightness
    /// By hue, red first.
    case hue
  }

  /// Folders, files, and names with `*` and `?`, relative to the working directory.
  public var paths: [FilePath]
  /// The order in which the photos show.
  public var order: Order

  /// - Parameters:
  ///   - paths: Folders, files, and names with `*` and `?`.
  ///   - order: The order in which the photos show.
  public init(_ paths: [FilePath], order: Order = .time) {
    self.paths = paths
    self.order = order
  }
}

/// Photos side by side on a sheet.
public struct SheetLayout: Sendable, Hashable {
  /// A caption below a photo.
  public enum Caption: String, Sendable, Hashable, Codable, CaseIterable {
    case name
    case time
    case exposure
    case lens
  }

  /// The source of the pixels shown.
  public enum Pixels: String, Sendable, Hashable, Codable, CaseIterable {
    /// Half the sensor's rows and columns for tiles of a quarter or less, otherwise all of them.
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
  /// Number of photos side by side; nil for as many as suit the frame.
  public var columns: Int?
  /// Pixels between tiles.
  public var spacing = 12.0
  /// Pixels around all of them.
  public var margin = 40.0
  /// Background in sRGB code values, 0…1; nil for transparent.
  public var background: SIMD3<Double>? = SIMD3(repeating: Double(0x10) / 255)
  /// Captions below each photo, one line each.
  public var captions: [Caption] = []
  /// The source of the pixels shown.
  public var from = Pixels.auto

  /// Creates a sheet of photos.
  public init(photos: PhotoList) { self.photos = photos }
}

/// The way to match the photos of a sequence.
public struct LapseOptions: Sendable, Hashable {
  /// The black and white levels with which photos are developed.
  public enum Levels: Sendable, Hashable {
    /// The levels of each photo itself.
    case own
    /// The levels of the first photo.
    case lock
    /// The levels of another photo.
    case file(FilePath)
  }

  /// Where the corrections of photos get what they know of lens and sensor from.
  public enum Optics: Sendable, Hashable {
    /// From each photo.
    case own
    /// From the first photo of each camera, lens, focal length and sensitivity.
    case lock
    /// From a file that `convert --optics-save` wrote.
    case file(FilePath)
  }

  /// The white balance of the photos, where nothing else states one.
  public enum Balance: String, Sendable, Hashable, Codable, CaseIterable {
    /// As each photo records it.
    case camera
    /// A smooth course of what the photos record.
    case smooth
    /// As the first photo records it.
    case lock
  }

  /// How photos are turned upright.
  public enum Turning: String, Sendable, Hashable, Codable, CaseIterable {
    /// As each photo states it.
    case own
    /// As the first photo states it.
    case lock
  }

  /// The treatment of a photo that is missing or cannot be decoded.
  public enum Missing: String, Sendable, Hashable, Codable, CaseIterable {
    /// Ends the run.
    case fail
    /// Shows the previous photo again.
    case hold
    /// Leaves out its frame.
    case skip
  }

  /// The levels, by default those of the first photo.
  public var levels = Levels.lock
  /// The correction of lateral colour, hot pixels, noise and blur; nil for none.
  public var optics: Optics?
  /// Smoothing of steps in shutter, aperture and ISO; nil leaves them.
  public var holyGrail: HolyGrail?
  /// Removal of flicker; nil for none.
  public var deflicker: Deflicker?
  /// The white balance; nil for `smooth` where flicker is removed, else `camera`.
  public var balance: Balance?
  /// How photos are turned upright.
  public var orientation = Turning.own
  /// The treatment of missing photos.
  public var missing = Missing.fail
  /// The XMP files beside photos that are keys of the sequence's tracks.
  public var sidecar = SidecarKeys.none

  /// Smoothing of steps in shutter, aperture and ISO.
  public struct HolyGrail: Sendable, Hashable {
    /// Time over which each step is to be smoothed; nil for the distance between steps.
    public var smooth: TimePoint?

    /// - Parameter smooth: Time over which each step is to be smoothed; nil for the distance between steps.
    public init(smooth: TimePoint? = nil) { self.smooth = smooth }
  }

  /// Removal of flicker by a smooth course of luminance.
  public struct Deflicker: Sendable, Hashable {
    /// The measured part of the upright picture: x, y, width, height, as fractions.
    public var region: SIMD4<Double>
    /// Time on either side that the smooth course depends on.
    public var smooth: TimePoint

    /// - Parameters:
    ///   - region: The measured part of the upright picture, as fractions.
    ///   - smooth: Time on either side that the smooth course depends on.
    public init(region: SIMD4<Double> = SIMD4(0, 0, 1, 1), smooth: TimePoint = .frames(15)) {
      self.region = region
      self.smooth = smooth
    }
  }

  /// Creates options with locked levels and no smoothing; a missing photo ends the run.
  public init() {}
}

/// A moment or a length of time, as stated in a document.
public enum TimePoint: Sendable, Hashable {
  case seconds(Double)
  /// Frames of the source, from 0.
  case frames(Int)
  /// A share of the source's duration, 0…1.
  case share(Double)
  /// The frame of a photo by its index, from 0.
  case photo(Int)
  /// The frame of a photo by its file name.
  case photoNamed(String)
}
