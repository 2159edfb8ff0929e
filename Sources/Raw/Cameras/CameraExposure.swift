internal import BromideCodecs
internal import BromideValues
internal import CBromideLibRaw

/// The exposure of a photo in stops: from a DNG, from a measurement of its model, or from a camera
/// mode that exposes less on purpose.
///
/// Exif's ExposureBias is the photographer's choice and is kept. For Nikon's Active D-Lighting,
/// Sony's DRO and Canon's Auto Lighting Optimizer, the stops were not measured yet, so they are 0.
struct CameraExposure {
  /// DNG's BaselineExposure, or `nil` if it is missing or the file is not a DNG.
  var baseline: Double?
  /// DNG's BaselineExposureOffset, which its profile adds.
  var baselineOffset = 0.0
  /// The stops of the model, or `nil` if they were not measured.
  var model: Double?
  /// Fujifilm's RawExposureBias, the stops by which the raw exceeds the exposure for its ISO, or
  /// `nil` in other files.
  var fujiBias: Double?
  /// Canon's Highlight Tone Priority: 0 off, 1 on, 2 enhanced.
  var canonPriority = 0

  /// The total exposure.
  ///
  /// A DNG's number takes precedence, because its maker knows the camera and its modes. Converters
  /// without this knowledge write 0, so a measured model takes precedence over 0.
  var exposure: PhotoExposure {
    if let baseline, baseline != 0 || model == nil {
      return PhotoExposure(stops: baseline + baselineOffset, source: .file)
    }
    let mode = baseline == nil ? modeStops : 0
    if let model {
      return PhotoExposure(stops: model + mode, source: .model, modelStops: model)
    }
    return PhotoExposure(stops: mode, source: mode == 0 ? .none : .file, isUnknown: baseline == nil)
  }

  /// The part of the exposure that the file's camera profile adds.
  var profileOffset: Double {
    guard let baseline, baseline != 0 || model == nil else { return 0 }
    return baselineOffset
  }

  /// The stops of a mode for bright scenes. In these modes, the camera exposes less and brightens
  /// more.
  ///
  /// Fujifilm's bias is −0.72 at DR100, −1.72 at DR200 and −2.72 at DR400. The part below −0.72
  /// comes from the mode, in integer stops.
  private var modeStops: Double {
    if let fujiBias, fujiBias < 0 { return min((-fujiBias).rounded(.down), Self.mostModeStops) }
    return canonPriority > 0 ? 1 : 0
  }

  /// DR800, the strongest mode.
  private static let mostModeStops = 3.0
}

extension CameraExposure {
  /// Reads a file's fields.
  init(_ handle: LibRawHandle, fields: ExifFields) {
    baseline = handle.numbers(BROMIDE_RAW_DNG_BASELINE_EXPOSURE)?.first
    if baseline != nil, let offset = fields.rational(51_109, in: .main)?.value, abs(offset) < 20 {
      baselineOffset = offset
    }
    let make = fields.text(0x010f, in: .main) ?? handle.text(BROMIDE_RAW_NORMALIZED_MAKE) ?? ""
    let name = fields.text(0x0110, in: .main) ?? handle.text(BROMIDE_RAW_NORMALIZED_MODEL) ?? ""
    model =
      handle.cameras?.stops(make: make, model: name)
      ?? ExposureTable.stops(make: make, model: name)
    fujiBias = handle.numbers(BROMIDE_RAW_FUJI_EXPOSURE_BIAS)?.first
    canonPriority = handle.numbers(BROMIDE_RAW_CANON_TONE_PRIORITY)?.first.map { Int($0) } ?? 0
  }
}
