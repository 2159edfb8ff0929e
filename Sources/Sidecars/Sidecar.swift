internal import Develop
public import Pixels

/// What a sidecar states about the development of a photo, in our units.
public struct Sidecar: Sendable, Hashable {
  /// A setting of one of our parameters.
  public struct Setting: Sendable, Hashable {
    /// The property's name with its usual prefix: `crs:Exposure2012`.
    public let name: String
    /// The name of our parameter.
    public let parameter: String
    /// The number of the parameter that it sets; 0 if it has one.
    public let place: Int
    /// Our value.
    public let value: Double
  }

  /// Settings of parameters, in the order of the table.
  public private(set) var settings: [Setting] = []
  /// The crop and its angle; nil if the photo is not cropped.
  public private(set) var crop: SensorCrop?
  /// The orientation that replaces the raw's own; nil for the raw's.
  public private(set) var orientation: Orientation?
  /// Stars, 0 … 5, or −1 for rejected; nil if not stated.
  public private(set) var rating: Int?
  /// Names of properties that change Camera Raw's picture and have no counterpart here, sorted.
  public private(set) var ignored: [String] = []
  /// The extension of the raws that the sidecar is meant for, if that is another one than the
  /// photo's. Such a sidecar states nothing.
  public private(set) var otherExtension: String?

  /// Reads a sidecar.
  ///
  /// - Parameter photoExtension: The photo's extension in lower case.
  /// - Throws: `SidecarError` at the first irregularity; nothing of such a sidecar is used.
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
    for mapping in SidecarMapping.table { try add(mapping, &reader) }
    try readBalance(&reader)
    try readCrop(&reader)
    orientation = try reader.whole(XMPName.tiff, "Orientation", 1...8).flatMap(
      Orientation.init(rawValue:))
    rating = try reader.whole(XMPName.xmp, "Rating", -1...5)
    ignored = reader.ignored
  }

  private mutating func add(
    _ mapping: SidecarMapping, _ reader: inout SidecarReader
  ) throws(SidecarError) {
    guard let slider = try reader.number(mapping.name, mapping.range) else { return }
    settings.append(
      Setting(
        name: "crs:" + mapping.name, parameter: mapping.parameter.name,
        place: mapping.place, value: mapping.value(slider)))
  }

  /// “As Shot” leaves the camera's white balance; its numbers are the camera's. Any other name goes
  /// with numbers, which count.
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
      // Without a crop Camera Raw writes that of the whole picture.
      for name in edges + ["CropAngle", "HasCrop"] { reader.pass(name) }
      return
    }
    reader.pass("HasCrop")
    var numbers: [Double] = []
    for name in edges {
      // A warped picture may reach beyond the sensor's.
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
  /// Applies the setting to values of its parameter, or to its default.
  ///
  /// - Parameter values: What other settings made of it; nil if it has its default.
  public func applied(to values: [Double]?) -> [Double] {
    var values = values ?? ParameterTable.named(parameter)?.standard ?? [0]
    values[place] = value
    return values
  }
}
