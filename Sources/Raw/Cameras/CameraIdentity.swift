internal import BromideCodecs
internal import CBromideLibRaw

/// The camera of a photo, and the tables that contain it.
struct CameraIdentity {
  /// The names in the file, or LibRaw's names if the file does not have these fields.
  let make: String
  let model: String
  /// The camera that the user added, or its row in Bromide's table, or `nil`.
  let camera: Camera?
  /// Whether the installed LibRaw lists this exact model.
  let isListed: Bool
  /// Whether the user added the camera. Its numbers replace all others.
  let isAdded: Bool

  init(_ handle: LibRawHandle, fields: ExifFields) {
    let tidied = (
      make: handle.text(BROMIDE_RAW_NORMALIZED_MAKE) ?? handle.text(BROMIDE_RAW_MAKE) ?? "",
      model: handle.text(BROMIDE_RAW_NORMALIZED_MODEL) ?? handle.text(BROMIDE_RAW_MODEL) ?? ""
    )
    make = fields.text(0x010f, in: .main) ?? tidied.make
    model = fields.text(0x0110, in: .main) ?? tidied.model
    let added = handle.cameras?.camera(make: make, model: model)
    let tidiedAdded = handle.cameras?.camera(make: tidied.make, model: tidied.model)
    camera =
      added ?? CameraTable.camera(make: make, model: model)
      ?? tidiedAdded ?? CameraTable.camera(make: tidied.make, model: tidied.model)
    isAdded = added != nil || tidiedAdded != nil
    isListed = ListedCameras.here.contains([
      CameraKey(make: tidied.make, model: tidied.model), CameraKey(make: make, model: model),
    ])
  }

  /// Returns the names with which a profile can refer to the camera: DNG's UniqueCameraModel, and
  /// make and model from the file and from LibRaw.
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

  /// A text such as `LibRaw 0.22 or newer knows the Nikon Z 8`, if the installed LibRaw does not
  /// know the camera but a newer one does, otherwise `nil`.
  var newerLibRaw: String? {
    guard !isListed, let minor = camera?.librawMinor, minor > LibRawVersion.minor else {
      return nil
    }
    return "LibRaw 0.\(minor) or newer knows the \(name)"
  }

  /// Maker and model for people, for example `OM System OM-3`.
  var name: String {
    if let camera { return "\(camera.maker) \(camera.name)" }
    let isRepeated = model.lowercased().hasPrefix(
      make.split(separator: " ").first.map { $0.lowercased() } ?? " ")
    let name = isRepeated ? model : "\(make) \(model)"
    return name.allSatisfy { $0 == " " } ? "an unnamed camera" : name
  }
}

extension RawFile {
  /// Reads the tables of cameras. Otherwise, the first opened file would do this.
  package static func readTables() {
    _ = CameraTable.camera(make: "", model: "")
    _ = ListedCameras.here
  }
}
