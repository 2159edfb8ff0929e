internal import BromideCodecs
internal import BromidePhotos
internal import BromideRaw
internal import BromideSampling
internal import BromideValues

extension FuzzTarget {
  /// Parsers of metadata.
  static let metadata: [FuzzTarget] = [
    FuzzTarget(name: "exifblock") { bytes in
      var fields = ExifFields(block: bytes)
      _ = PhotoMetadata(fields)
      fields.addMakerNote()
      _ = PhotoMetadata(fields, xmp: bytes)
    },
    FuzzTarget(name: "xmp") { bytes in
      _ = XMPPacket.fingerprint(in: bytes)
      _ = XMPPacket.sum(in: bytes)
      if let offset = XMPPacket.sumOffset(in: bytes) {
        precondition(offset <= bytes.count, "the checksum must be in the packet")
      }
      _ = PhotoMetadata(ExifFields(), xmp: bytes)
      let text = text(bytes)
      let packet = XMPPacket(fingerprint: text, software: text, rating: bytes.count % 7)
      let written = packet.bytes!
      precondition(XMPPacket.fingerprint(in: written) == text, "a fingerprint reads back")
    },
    FuzzTarget(name: "kind") { bytes in
      _ = FileKind.of(stream: bytes)
      _ = try OpenedPhoto(path: file(bytes), settings: LoadSettings(RunContext()))
    },
    FuzzTarget(name: "still") { bytes in
      _ = try StillPhoto(path: file(bytes), settings: LoadSettings(RunContext()))
    },
    FuzzTarget(name: "camera") { bytes in
      guard let fields = TIFFFields(bytes) else { return }
      for tag in UInt16.min...UInt16.max where fields.field(tag) != nil { _ = fields.shorts(tag) }
    },
    FuzzTarget(name: "opcodes") { bytes in
      for number in 1...3 {
        _ = OpcodeList(
          bytes, number: number, bounds: Region(x: 0, y: 0, width: 640, height: 480))
      }
    },
    FuzzTarget(name: "notes") { bytes in
      guard let notes = lensNotes(bytes) else { return }
      let (gain, warp) = notes.opcodes(for: Size(width: 640, height: 480))
      if case .gainMap(let map)? = gain?.effect {
        precondition(map.gains.allSatisfy { (0.2...32).contains($0) }, "gains of lenses")
      }
      if let warp, warp.isSound(over: Region(x: 0, y: 0, width: 640, height: 480)) {
        let corner = warp.source(of: SIMD2(), plane: 2)
        precondition(
          abs(corner.x) < 4000 && abs(corner.y) < 4000, "the corner must be near the picture")
      }
    },
  ]

  /// Parses fields of Sony, Fujifilm or Olympus, each after its count. The first byte selects the
  /// maker.
  private static func lensNotes(_ bytes: [UInt8]) -> LensNotes? {
    let makers: [(name: String, tags: [UInt16], type: UInt16, directory: ExifFields.Directory)] = [
      ("SONY", [0x7032, 0x7035, 0x7037], 8, .main),
      ("FUJIFILM", [0xf00b, 0xf00f, 0xf010], 10, .main),
      ("OM Digital Solutions", [0x150a, 0x150c], 11, .note(0x2040)),
    ]
    let maker = makers[Int(bytes.first ?? 0) % makers.count]
    var rest = bytes.dropFirst()
    var fields = ExifFields()
    for tag in maker.tags {
      let count = Int(rest.popFirst() ?? 0)
      let size = ExifFields.size(of: maker.type)!
      let values = Array(rest.prefix(count * size))
      rest = rest.dropFirst(count * size)
      fields.add(
        ExifFields.Field(type: maker.type, isBigEndian: false, count: count, bytes: values), tag,
        in: maker.directory)
    }
    return LensNotes(fields, make: maker.name)
  }
}
