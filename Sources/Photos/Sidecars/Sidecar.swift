internal import BromideDevelop
public import BromideValues

/// The development settings in a sidecar, converted to Bromide's units.
public struct Sidecar: Sendable, Hashable {
  /// A value of one parameter.
  public struct Setting: Sendable, Hashable {
    /// The property's name with its usual prefix: `crs:Exposure2012`.
    public let name: String
    /// The name of Bromide's parameter.
    public let parameter: String
    /// The index of the number in the parameter, or 0 if it has only one.
    public let place: Int
    /// The value in Bromide's unit.
    public let value: Double
    /// All values of a parameter with a variable number of values, or `nil` for others.
    public var values: [Double]?
    /// Whether Bromide has no filter with this meaning, and uses others instead.
    public var isApproximate = false
  }

  /// Parameter settings, in the order of the table.
  public internal(set) var settings: [Setting] = []
  /// The corrections of lens and sensor that differ from Adobe's defaults.
  public internal(set) var corrections: [SidecarCorrection] = []
  /// The crop and its angle, or `nil` if the photo is not cropped.
  public private(set) var crop: SensorCrop?
  /// The orientation that replaces the raw's orientation, or `nil` to keep it.
  public private(set) var orientation: Orientation?
  /// The rating from 0 to 5 stars, or −1 for rejected, or `nil` if it is not set.
  public private(set) var rating: Int?
  /// Whether the settings are of Lightroom 3 or older. Only white balance and crop are used then.
  public private(set) var isOld = false
  /// Names of properties that only some of their values support.
  var unsupported: [String] = []
  /// The metadata that a picture can keep.
  public private(set) var metadata = PhotoDescription()
  /// Whether the file has properties of Camera Raw.
  public private(set) var hasSettings = false
  /// The number of darktable's modules, 0 if it is unknown, or `nil` without edits by darktable.
  package private(set) var darktableModules: Int?
  /// Sorted names of properties that change Camera Raw's picture, but are not supported here.
  public private(set) var ignored: [String] = []
  /// The extension in the sidecar if it is for a different raw. In this case, the sidecar contains
  /// no settings.
  public private(set) var otherExtension: String?

  /// Reads a sidecar.
  ///
  /// - Parameter photoExtension: The photo's extension in lower case.
  /// - Throws: `SidecarError` for the first problem. No part of an invalid sidecar is used.
  public init(bytes: [UInt8], photoExtension: String) throws(SidecarError) {
    let packet = try XMPParser.packet(of: bytes)
    guard packet.hasRDF else { throw .notXMP }
    var reader = SidecarReader(packet)
    if case .text(let meant)? = reader.value(XMPName.photoshop, "SidecarForExtension"),
      !meant.isEmpty, meant.lowercased() != photoExtension
    {
      otherExtension = meant
      return
    }
    hasSettings = packet.properties.keys.contains { $0.namespace == XMPName.cameraRaw }
    // Sidecars that only describe a photo are frequent, and each look-up takes time.
    if hasSettings, reader.hasActiveSettings {
      isOld = reader.isOld
      if !isOld {
        try readSliders(&reader)
        try readEffects(&reader)
        try readCorrections(&reader)
      }
      try readBalance(&reader)
      try readCrop(&reader)
    }
    orientation = try reader.whole(XMPName.tiff, "Orientation", 1...8).flatMap(
      Orientation.init(rawValue:))
    rating = try reader.whole(XMPName.xmp, "Rating", SidecarReader.ratings)
    if hasSettings, reader.hasActiveSettings, !isOld {
      ignored = (reader.ignored + unsupported).sorted()
    }
    darktableModules = reader.darktableModules
    metadata = try PhotoDescription(packet)
  }

  /// Reads the sliders that are rows of the table.
  private mutating func readSliders(_ reader: inout SidecarReader) throws(SidecarError) {
    let isGrey = reader.greyProperty != nil
    for mapping in isGrey ? SidecarMapping.greyTable : SidecarMapping.table {
      try add(mapping, &reader)
    }
    for mapping in isGrey ? SidecarMapping.table : SidecarMapping.greyTable {
      reader.pass(mapping.name)
    }
    // The hue of a zone without saturation has no effect.
    let saturated = settings.filter { $0.parameter == Parameter.grading.name && $0.value > 0 }
    settings = settings.filter { setting in
      !setting.isHue || saturated.contains { $0.place == setting.place + 1 }
    }
  }

  private mutating func add(
    _ mapping: SidecarMapping, _ reader: inout SidecarReader
  ) throws(SidecarError) {
    guard let slider = try reader.number(mapping.name, mapping.range) else { return }
    settings.append(
      Setting(
        name: "crs:" + mapping.name, parameter: mapping.parameter.name, place: mapping.place,
        value: mapping.value(slider), isApproximate: mapping.isApproximate))
  }

  /// Reads the white balance.
  ///
  /// “As Shot” keeps the camera's white balance, and its numbers are the camera's. With other
  /// names, the numbers set the balance.
  private mutating func readBalance(_ reader: inout SidecarReader) throws(SidecarError) {
    guard case .text(let name)? = reader.value(XMPName.cameraRaw, "WhiteBalance") else { return }
    guard name != "As Shot" else {
      for mapping in SidecarMapping.balance { reader.pass(mapping.name) }
      reader.pass("WhiteBalance")
      return
    }
    let count = settings.count
    for mapping in SidecarMapping.balance { try add(mapping, &reader) }
    if settings.count > count { reader.pass("WhiteBalance") }
  }

  private mutating func readCrop(_ reader: inout SidecarReader) throws(SidecarError) {
    let has = reader.value(XMPName.cameraRaw, "HasCrop")
    let edges = ["CropLeft", "CropTop", "CropRight", "CropBottom"]
    guard case .text(let text)? = has, text == "True" || text == "true" else {
      // Without a crop, Camera Raw writes the edges of the entire picture.
      for name in edges + ["CropAngle", "HasCrop"] { reader.pass(name) }
      return
    }
    reader.pass("HasCrop")
    var numbers: [Double] = []
    for name in edges {
      // A warped picture can extend outside the sensor's picture.
      guard let number = try reader.number(name, -1...2) else {
        throw .value("crs:\(name)", found: "", accepted: "numbers, as crs:HasCrop is True")
      }
      numbers.append(number)
    }
    let angle = try reader.number("CropAngle", -45...45) ?? 0
    let crop = SensorCrop(
      left: numbers[0], top: numbers[1], right: numbers[2], bottom: numbers[3], angle: angle)
    if crop != SensorCrop(left: 0, top: 0, right: 1, bottom: 1) { self.crop = crop }
  }
}

extension Sidecar.Setting {
  /// Whether the value is the hue of a graded zone, in degrees.
  var isHue: Bool { parameter == Parameter.grading.name && place.isMultiple(of: 3) }

  /// Whether the setting changes nothing.
  public var isStandard: Bool {
    guard values == nil, let standard = ParameterTable.named(parameter)?.standard else {
      return false
    }
    return standard[place] == value
  }

  /// Applies the setting to its parameter.
  ///
  /// - Parameter values: The values after other settings, or `nil` to use the default.
  public func applied(to values: [Double]?) -> [Double] {
    if let all = self.values { return all }
    var values = values ?? ParameterTable.named(parameter)?.standard ?? [0]
    values[place] = value
    return values
  }
}
