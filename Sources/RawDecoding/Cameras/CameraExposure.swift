internal import CLibRaw
internal import Cameras
internal import Color
internal import Metadata

/// The stops that belong to a photo: stated by a DNG, measured for its model, or made up for by a mode
/// of the camera that exposes less on purpose.
///
/// Exif's ExposureBias is the photographer's wish and never undone. Of Nikon's Active D-Lighting,
/// Sony's DRO and Canon's Auto Lighting Optimizer nobody has measured the stops yet; they count as 0.
struct CameraExposure {
  /// DNG's BaselineExposure; nil if the file is none or does not state it.
  var baseline: Double?
  /// DNG's BaselineExposureOffset, which its profile adds.
  var baselineOffset = 0.0
  /// The stops of the model; nil if nobody has measured them.
  var model: Double?
  /// Fujifilm's RawExposureBias, the stops that the raw is over what ISO asks; nil in other files.
  var fujiBias: Double?
  /// Canon's Highlight Tone Priority: 0 off, 1 on, 2 enhanced.
  var canonPriority = 0

  /// Together.
  ///
  /// A DNG's own number counts, as its maker knows the camera and its modes. Converters that know
  /// neither write 0, so a measured model goes before that.
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

  /// The part of them that the file's camera profile adds.
  var profileOffset: Double {
    guard let baseline, baseline != 0 || model == nil else { return 0 }
    return baselineOffset
  }

  /// The stops of a mode for bright scenes, in which the camera exposes less and develops more.
  ///
  /// Fujifilm's bias is −0.72 at DR100, −1.72 at DR200 and −2.72 at DR400: what lies below −0.72 is
  /// the mode, in whole stops.
  private var modeStops: Double {
    if let fujiBias, fujiBias < 0 { return min((-fujiBias).rounded(.down), Self.mostModeStops) }
    return canonPriority > 0 ? 1 : 0
  }

  /// DR800, the strongest there is.
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
    model = ExposureTable.stops(make: make, model: name)
    fujiBias = handle.numbers(BROMIDE_RAW_FUJI_EXPOSURE_BIAS)?.first
    canonPriority = handle.numbers(BROMIDE_RAW_CANON_TONE_PRIORITY)?.first.map { Int($0) } ?? 0
  }
}
