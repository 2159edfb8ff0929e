internal import CLibRaw
internal import Cameras
internal import Metadata

/// Which camera took a photo, and who knows it.
struct CameraIdentity {
  /// As the file names it, or as LibRaw does where the file has no such field.
  let make: String
  let model: String
  /// Its row in our table; nil if it has none.
  let camera: Camera?
  /// Whether the LibRaw that runs lists this very model.
  let isListed: Bool

  init(_ handle: LibRawHandle, fields: ExifFields) {
    let tidied = (
      make: handle.text(BROMIDE_RAW_NORMALIZED_MAKE) ?? handle.text(BROMIDE_RAW_MAKE) ?? "",
      model: handle.text(BROMIDE_RAW_NORMALIZED_MODEL) ?? handle.text(BROMIDE_RAW_MODEL) ?? ""
    )
    make = fields.text(0x010f, in: .main) ?? tidied.make
    model = fields.text(0x0110, in: .main) ?? tidied.model
    camera =
      CameraTable.camera(make: make, model: model)
      ?? CameraTable.camera(make: tidied.make, model: tidied.model)
    isListed = ListedCameras.here.contains([
      CameraKey(make: tidied.make, model: tidied.model), CameraKey(make: make, model: model),
    ])
  }

  /// The names under which a profile may know the camera: DNG's UniqueCameraModel, and make and model as the
  /// file and as LibRaw have them.
  static func names(_ handle: LibRawHandle, fields: ExifFields) -> [String] {
    var names = [fields.text(50_708, in: .main)].compactMap { $0 }
    let pairs = [
      (fields.text(0x010f, in: .main), fields.text(0x0110, in: .main)),
      (handle.text(BROMIDE_RAW_NORMALIZED_MAKE), handle.text(BROMIDE_RAW_NORMALIZED_MODEL)),
    ]
    for (make, model) in pairs {
      guard let model else { continue }
      names += [model] + (make.map { ["\($0) \(model)"] } ?? [])
    }
    return names
  }

  /// The newer LibRaw that knows a camera which the one that runs does not, such as `LibRaw 0.22 or newer knows the Nikon Z 8`;
  /// nil if none is known to.
  var newerLibRaw: String? {
    guard !isListed, let minor = camera?.librawMinor, minor > LibRawVersion.minor else {
      return nil
    }
    return "LibRaw 0.\(minor) or newer knows the \(name)"
  }

  /// Maker and model for a person, such as `OM System OM-3`.
  var name: String {
    if let camera { return "\(camera.maker) \(camera.name)" }
    let isRepeated = model.lowercased().hasPrefix(
      make.split(separator: " ").first.map { $0.lowercased() } ?? " ")
    let name = isRepeated ? model : "\(make) \(model)"
    return name.allSatisfy { $0 == " " } ? "an unnamed camera" : name
  }
}

extension RawFile {
  /// Reads the tables of cameras, which the first file to be opened needs.
  package static func readTables() {
    _ = CameraTable.camera(make: "", model: "")
    _ = ListedCameras.here
  }
}
