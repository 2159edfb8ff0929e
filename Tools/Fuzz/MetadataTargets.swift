internal import Cameras
internal import Metadata
internal import Pixels
internal import RawDecoding
internal import Sampling

extension FuzzTarget {
  /// What stands beside pixels.
  static let metadata: [FuzzTarget] = [
    FuzzTarget(name: "exifblock") { bytes in
      var fields = ExifFields(block: bytes)
      _ = PhotoMetadata(block: fields)
      fields.addMakerNote()
      _ = PhotoMetadata(block: fields, xmp: bytes)
    },
    FuzzTarget(name: "xmp") { bytes in
      _ = XMPPacket.fingerprint(in: bytes)
      _ = XMPPacket.sum(in: bytes)
      if let offset = XMPPacket.sumOffset(in: bytes) {
        precondition(offset <= bytes.count, "the sum lies in the packet")
      }
      _ = PhotoMetadata(block: ExifFields(), xmp: bytes)
      let text = text(bytes)
      let packet = XMPPacket(fingerprint: text, software: text, rating: bytes.count % 7)
      let written = packet.bytes!
      precondition(XMPPacket.fingerprint(in: written) == text, "a fingerprint reads back")
    },
    FuzzTarget(name: "still") { bytes in _ = try StillPhoto(path: file(bytes)) },
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
  ]
}
