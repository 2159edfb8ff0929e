internal import BromideLibc
internal import BromideValues

extension PhotoMetadata {
  /// Creates metadata from fields and an XMP packet. All parsers use this initialiser.
  package init(_ fields: ExifFields, xmp: [UInt8] = []) {
    self.init()
    make = fields.text(0x010f, in: .main)
    model = fields.text(0x0110, in: .main)
    software = fields.text(0x0131, in: .main)
    orientation =
      fields.integer(0x0112, in: .main).flatMap { Orientation(rawValue: $0) } ?? .upright
    readExposure(fields)
    readSensitivity(fields)
    bodySerial = fields.text(0xa431) ?? fields.text(0xc62f, in: .main)
    lensMake = fields.text(0xa433)
    lensModel = fields.text(0xa434)
    lensSpecification = LensSpecification(fields)
    copyright = fields.text(0x8298, in: .main)
    editorCopyright = fields.text(0x8298, in: .main, at: 1)
    artist = fields.text(0x013b, in: .main)
    imageDescription = fields.text(0x010e, in: .main)
    rating = (fields.integer(0x4746, in: .main) ?? XMPRating.find(in: xmp))
      .flatMap { (-1...5).contains($0) ? $0 : nil }
    readPacket(xmp)
    if let record = fields.field(Self.iptcTag, in: .main) {
      let properties = IPTCRecord.properties(record.bytes)
      if !properties.isEmpty { iptc = properties }
    }
    readTime(fields)
    position = Position(fields, &remarks)
    ambient = Ambient(fields)
  }

  /// The tag of an IPTC-IIM block in TIFF's main directory.
  private static let iptcTag: UInt16 = 33_723

  /// Maximum size of an embedded XMP packet in bytes.
  package static let longestPacket = 4 << 20

  /// Keeps the packet. Its padding can end with NULs.
  private mutating func readPacket(_ bytes: [UInt8]) {
    guard let last = bytes.lastIndex(where: { $0 != 0 }) else { return }
    let content = bytes[...last]
    guard content.count <= Self.longestPacket else {
      remarks.append("the embedded XMP has \(content.count) bytes, too many: skipped")
      return
    }
    packet = String(validating: content, as: UTF8.self)
    if packet == nil { remarks.append("the embedded XMP is not UTF-8: skipped") }
  }

  private mutating func readExposure(_ fields: ExifFields) {
    // 0 means “unknown” in these fields.
    exposureTime = fields.rational(0x829a).flatMap(positive)
    fNumber = fields.rational(0x829d).flatMap(positive)
    // Then use the APEX values (CIPA DC-008, annex C). Skip them if they are 0 and the other field
    // exists, because some programs fill all fields with zeros and do not mean 1 s and f/1.
    func apex(_ tag: UInt16, alongside field: UInt16) -> Double? {
      fields.rational(tag).map(\.value)
        .flatMap { $0 == 0 && fields.has(field, in: .exif) ? nil : $0 }
    }
    if exposureTime == nil, let value = apex(0x9201, alongside: 0x829a) {
      exposureTime = Rational(shutter: exp2(-value))
    }
    if fNumber == nil, let value = apex(0x9202, alongside: 0x829d) {
      fNumber = Rational(tenths: exp2(value / 2))
    }
    exposureBias = fields.rational(0x9204)
    exposureProgram = fields.integer(0x8822)
    meteringMode = fields.integer(0x9207)
    flash = fields.integer(0x9209)
    focalLength = fields.rational(0x920a).flatMap(positive)
    focalLength35mm = fields.integer(0xa405).flatMap { $0 > 0 ? $0 : nil }
  }

  private func positive(_ value: Rational) -> Rational? { value.value > 0 ? value : nil }

  /// Reads PhotographicSensitivity. 0 is unknown. With 65535, the field selected by SensitivityType
  /// contains the sensitivity.
  private mutating func readSensitivity(_ fields: ExifFields) {
    let count = fields.field(0x8827, in: .exif)?.count ?? 0
    // EXIF allows several numbers. Nikon's first number is 0.
    let values = (0..<min(count, 8)).compactMap { fields.integer(0x8827, at: $0) }
    let type = fields.integer(0x8830).flatMap { Self.sensitivities[$0] == nil ? nil : $0 }
    if let recorded = values.first(where: { $0 > 0 && $0 < 65535 }) {
      (iso, sensitivityType) = (recorded, type)
      return
    }
    let named = type.flatMap { Self.sensitivities[$0] } ?? []
    for tag in named + [0x8833, 0x8832, 0x8831] {
      guard let value = fields.integer(tag), value > 0 else { continue }
      iso = value
      sensitivityType = named.contains(tag) ? type : Int(tag - 0x8830)
      return
    }
    if values.contains(65535) { remarks.append(Self.unknownSensitivity) }
  }

  /// The warning about a photo with PhotographicSensitivity 65535 and without another sensitivity.
  package static let unknownSensitivity =
    "PhotographicSensitivity is 65535, and no other field contains the sensitivity"

  /// The fields for each SensitivityType: StandardOutputSensitivity, RecommendedExposureIndex and
  /// ISOSpeed (CIPA DC-008-2023, SensitivityType).
  static let sensitivities: [Int: [UInt16]] = [
    1: [0x8831], 2: [0x8832], 3: [0x8833], 4: [0x8831, 0x8832], 5: [0x8831, 0x8833],
    6: [0x8832, 0x8833], 7: [0x8831, 0x8832, 0x8833],
  ]
}

extension Ambient {
  /// Reads EXIF 2.31's environment fields. Makers' notes use the same tags with other types.
  fileprivate init?(_ fields: ExifFields) {
    self.init()
    temperature = fields.rational(0x9400)
    humidity = fields.rational(0x9401)
    pressure = fields.rational(0x9402)
    waterDepth = fields.rational(0x9403)
    acceleration = fields.rational(0x9404)
    elevationAngle = fields.rational(0x9405)
    if self == Ambient() { return nil }
  }
}
