internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
public import BromideTimelines
internal import BromideValues
internal import Tweening

/// Tracks of a sequence with keys from XMP files next to some photos.
///
/// You can edit a few photos of a time-lapse in another program, and Bromide interpolates between
/// them.
public struct SidecarTracks: Sendable {
  /// The indices of the photos with keys.
  public private(set) var photos: [Int] = []
  /// The tracks, in the order of the parameter table.
  public private(set) var tracks: [ParameterTrack] = []
  /// Sorted names of unsupported properties in the files.
  public private(set) var ignored: [String] = []
  /// Sorted names of parameters that the timeline or a flag sets, which overrides the files.
  public private(set) var overridden: [String] = []

  /// Reads the files of a sequence.
  ///
  /// A photo's file adds a key to each parameter that it contains. If a parameter has its default
  /// value in all files, it stays unchanged. If the timeline sets a parameter, the files do not
  /// affect it. If one file has a crop, all photos with keys get crop keys.
  /// - Parameters:
  ///   - photos: The photos in display order.
  ///   - stars: The minimum rating of a photo with a key, or 0 to use all photos.
  ///   - recipe: The recipe, which overrides the files.
  ///   - moving: Parameters that already have tracks.
  ///   - context: The means with which photos are opened.
  /// - Throws: `RenderError.input` for an invalid file, and `RenderError.request` if there is no
  ///   file.
  init(
    _ photos: [SequencePhoto], stars: Int, recipe: DevelopRecipe, moving: Set<String>,
    context: RunContext
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
          ? "sidecar: keys requires an XMP file next to a photo, but the sequence does not have one"
          : "sidecar: keys:\(stars) requires an XMP file with an xmp:Rating of at least \(stars), but the sequence does not have one"
      )
    }
    self.photos = found.map(\.place)
    // Curves with different points have no values between them.
    let still = found.flatMap { _, sidecar in
      sidecar.settings.filter { $0.values != nil }.map(\.name) + sidecar.corrections.map(\.name)
    }
    ignored = Set(found.flatMap(\.sidecar.ignored) + still).sorted()
    var overridden: Set<String> = []
    var values: [String: [(place: Int, value: [Double])]] = [:]
    for (place, sidecar) in found {
      var own: [String: [Double]] = [:]
      for setting in sidecar.settings where setting.values == nil {
        own[setting.parameter] = setting.applied(to: own[setting.parameter])
      }
      for (parameter, value) in own {
        values[parameter, default: []].append((place, value))
      }
    }
    if found.contains(where: { $0.sidecar.crop != nil }) {
      for (place, sidecar) in found {
        let (crop, rotation) = try Self.window(
          sidecar.crop, of: photos[place], recipe, context)
        values[Parameter.crop.name, default: []].append((place, crop))
        values[Parameter.rotation.name, default: []].append((place, [rotation]))
      }
    }
    for parameter in ParameterTable.all {
      guard let keys = values[parameter.name],
        !keys.allSatisfy({ $0.value == parameter.standard })
      else { continue }
      guard !Self.sets(recipe, parameter), !moving.contains(parameter.name) else {
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

  /// The interpolation between keys: smooth and without overshoot.
  private static let between = KeyframeTransition.smooth(.monotone)

  /// Returns whether the recipe sets a parameter.
  private static func sets(_ recipe: DevelopRecipe, _ parameter: Parameter) -> Bool {
    if [Parameter.temperature, .tint].contains(parameter), recipe.whiteBalance != .camera {
      return true
    }
    return !recipe.filters.isStandard(parameter)
  }

  /// Returns the crop and rotation of a photo. Without a crop, this is the entire picture.
  private static func window(
    _ crop: SensorCrop?, of photo: SequencePhoto, _ recipe: DevelopRecipe,
    _ context: RunContext
  ) throws(RenderError) -> (crop: [Double], rotation: Double) {
    guard let crop else { return ([0, 0, 1, 1], 0) }
    do throws(PhotoError) {
      var loading = LoadSettings(context)
      loading.damaged = .keep
      let source = try PhotoFile(path: photo.path, settings: loading).source(
        leavesSamplesInFile: true
      ).source
      return crop.values(in: source, recipe.cropArea) ?? ([0, 0, 1, 1], 0)
    } catch { throw .input(error.description) }
  }
}

extension SidecarTracks {
  /// A sentence about the keys: the number of files, and the number of keys per parameter.
  public var description: String {
    let moved = tracks.map { "\($0.parameter.name) (\($0.entries.count))" }.joined(separator: ", ")
    return
      "\(photos.count) XMP \(photos.count == 1 ? "file is a key" : "files are keys")"
      + (moved.isEmpty ? ", which contain only default values" : " of \(moved)")
  }
}
