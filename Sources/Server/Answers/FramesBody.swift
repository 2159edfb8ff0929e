/// A `FramesRequest` that leaves the planes in Protobuf's bytes.
///
/// A parser would copy the planes, which take 12 MB in a 4K frame.
struct FramesBody {
  /// The request. Its frames contain no planes.
  let requested: ProtoFramesRequest
  /// The range of each frame's planes in the body.
  let planes: [Range<Int>]

  /// Finds the frames in a request's body.
  ///
  /// - Throws: 400 if the bytes are not a `FramesRequest`.
  init(_ body: [UInt8]) throws(Rejection) {
    var fields = WireFields(body, 0..<body.count)
    var rest: [UInt8] = []
    var planes: [Range<Int>] = []
    while let field = try fields.next() {
      guard field.number == Self.framesNumber, let content = field.content else {
        rest += body[field.all]
        continue
      }
      let (frame, place) = try Self.frame(body, content)
      planes.append(place)
      rest.append(UInt8(Self.framesNumber << 3 | 2))
      rest += WireFields.varint(frame.count) + frame
    }
    self.planes = planes
    requested = try MessageForm.message(ProtoFramesRequest.self, rest)
  }

  /// Returns a `Frame` without its planes, and the range of the planes.
  static func frame(
    _ body: [UInt8], _ content: Range<Int>
  ) throws(Rejection) -> (frame: [UInt8], planes: Range<Int>) {
    var fields = WireFields(body, content)
    var frame: [UInt8] = []
    // If a field occurs twice, use the last one.
    var planes = content.lowerBound..<content.lowerBound
    while let field = try fields.next() {
      if field.number == planesNumber, let content = field.content {
        planes = content
      } else {
        frame += body[field.all]
      }
    }
    return (frame, planes)
  }

  /// The field numbers of `bromide.proto`.
  private static let framesNumber = 13
  private static let planesNumber = 1
}

/// Reads the fields of a message from Protobuf's bytes, in order.
struct WireFields {
  struct Field {
    let number: Int
    /// The bytes of a field with a length, or `nil` for numbers.
    let content: Range<Int>?
    /// The key and the value.
    let all: Range<Int>
  }

  private let bytes: [UInt8]
  private var place: Int
  private let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    (place, end) = (range.lowerBound, range.upperBound)
  }

  /// Returns the next field, or `nil` at the end.
  ///
  /// - Throws: 400 if the bytes are not a field.
  mutating func next() throws(Rejection) -> Field? {
    guard place < end else { return nil }
    let first = place
    let key = try varint()
    var content: Range<Int>?
    switch key & 7 {
    case 0: _ = try varint()
    case 1: try skip(8)
    case 2:
      let count = try varint()
      guard count <= UInt64(end - place) else { throw Self.broken }
      content = place..<place + Int(count)
      place += Int(count)
    case 5: try skip(4)
    default: throw Self.broken
    }
    return Field(
      number: Int(truncatingIfNeeded: key >> 3), content: content, all: first..<place)
  }

  private mutating func skip(_ count: Int) throws(Rejection) {
    guard count <= end - place else { throw Self.broken }
    place += count
  }

  private mutating func varint() throws(Rejection) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard place < end else { throw Self.broken }
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
    }
    throw Self.broken
  }

  /// Encodes a number in Protobuf's format for lengths.
  static func varint(_ number: Int) -> [UInt8] {
    var (rest, bytes) = (number, [UInt8]())
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F | 0x80))
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  private static let broken = Rejection.wrong("the body is not a valid bromide.v1.FramesRequest")
}
