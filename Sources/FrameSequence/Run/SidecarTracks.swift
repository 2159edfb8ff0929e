internal import Color
internal import Develop
internal import PhotoLoading
internal import RawDecoding
internal import Sampling
internal import Sidecars
internal import SystemPackage
internal import TimeLapse
public import Timelines
internal import Tweening

/// Tracks of a sequence whose keys are the XMP files beside chosen photos: what a time-lapse maker sets in another program at
/// a few photos, with movements between them.
public struct SidecarTracks: Sendable {
  /// The photos that are keys, by their places.
  public private(set) var photos: [Int] = []
  /// The tracks, in the order of the table of parameters.
  public private(set) var tracks: [ParameterTrack] = []
  /// Names of properties in the files that have no counterpart, sorted.
  public private(set) var ignored: [String] = []
  /// Names of parameters that the timeline or a flag states, which count more than files, sorted.
  public private(set) var overridden: [String] = []

  /// Reads the files of a sequence.
  ///
  /// A photo's file gives a key to each parameter that it states. A parameter that has its standard value in all files stays as
  /// it is, and one that the timeline states is left to it. Crops are keys of all photos as soon as one has one.
  /// - Parameters:
  ///   - photos: In the order in which they show.
  ///   - stars: The least rating of a photo whose file is a key; with 0 none is needed.
  ///   - recipe: How photos are developed; what it states counts more than the files.
  ///   - moving: Parameters that have tracks already.
  /// - Throws: `RenderError.input` for a file that cannot be used, and `RenderError.request` if there is none.
  init(
    _ photos: [SequencePhoto], stars: Int, recipe: DevelopRecipe, moving: Set<String>
  ) throws(RenderError) {
    var found: [(place: Int, sidecar: Sidecar)] = []
    for (place, photo) in photos.enumerated() {
      guard photo.facts != nil, let (path, contents) = SidecarFile.read(for: photo.path) else {
        continue
      }
      switch contents {
      case .success(let sidecar):
        guard sidecar.otherExtension == nil, stars == 0 || sidecar.rating ?? 0 >= stars else {
          continue
        }
        found.append((place, sidecar))
      case .failure(let error):
        throw .input("\(path) cannot be a key of the sequence: \(error)")
      }
    }
    guard !found.isEmpty else {
      throw .request(
        stars == 0
          ? "sidecar: keys has nothing to work on: no photo of the sequence has an XMP file beside it"
          : "sidecar: keys:\(stars) has nothing to work on: no photo of the sequence has an XMP file with xmp:Rating of at least \(stars)"
      )
    }
    self.photos = found.map(\.place)
    ignored = Set(found.flatMap(\.sidecar.ignored)).sorted()
    var overridden: Set<String> = []
    var values: [String: [(place: Int, value: [Double])]] = [:]
    for (place, sidecar) in found {
      var own: [String: [Double]] = [:]
      for setting in sidecar.settings {
        own[setting.parameter] = setting.applied(to: own[setting.parameter])
      }
      for (parameter, value) in own {
        values[parameter, default: []].append((place, value))
      }
    }
    if found.contains(where: { $0.sidecar.crop != nil }) {
      for (place, sidecar) in found {
        let (crop, rotation) = try Self.window(sidecar.crop, of: photos[place], recipe)
        values[Parameter.crop.name, default: []].append((place, crop))
        values[Parameter.rotation.name, default: []].append((place, [rotation]))
      }
    }
    for parameter in ParameterTable.all {
      guard let keys = values[parameter.name],
        !keys.allSatisfy({ $0.value == parameter.standard })
      else { continue }
      guard !Self.states(recipe, parameter), !moving.contains(parameter.name) else {
        overridden.insert(parameter.name)
        continue
      }
      tracks.append(
        ParameterTrack(
          parameter,
          keys.map { .init(.key(at: .photo($0.place), value: $0.value, transition: Self.between)) })
      )
    }
    self.overridden = overridden.sorted()
  }

  /// Between keys: without overshoot, and without a corner at any of them.
  private static let between = KeyframeTransition.smooth(.monotone)

  /// Whether somebody stated a parameter's constant value.
  private static func states(_ recipe: DevelopRecipe, _ parameter: Parameter) -> Bool {
    if [Parameter.temperature, .tint].contains(parameter), recipe.whiteBalance != .camera {
      return true
    }
    return !recipe.filters.isStandard(parameter)
  }

  /// Values of crop and rotation; without a crop those of the whole picture.
  private static func window(
    _ crop: SensorCrop?, of photo: SequencePhoto, _ recipe: DevelopRecipe
  ) throws(RenderError) -> (crop: [Double], rotation: Double) {
    guard let crop else { return ([0, 0, 1, 1], 0) }
    do throws(PhotoError) {
      var loading = LoadSettings()
      loading.damaged = .keep
      let source = try PhotoFile(path: photo.path, settings: loading).source(
        leavesSamplesInFile: true
      ).source
      return crop.values(in: source, recipe.cropArea) ?? ([0, 0, 1, 1], 0)
    } catch { throw .input(error.description) }
  }
}

extension SidecarTracks {
  /// A sentence about the keys: how many files, and how many of them state each parameter.
  public var description: String {
    let moved = tracks.map { "\($0.parameter.name) (\($0.entries.count))" }.joined(separator: ", ")
    return
      "\(photos.count) XMP \(photos.count == 1 ? "file is a key" : "files are keys")"
      + (moved.isEmpty ? ", which state nothing but standard values" : " of \(moved)")
  }
}
