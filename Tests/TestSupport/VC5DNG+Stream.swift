internal import BromideValues

/// A segment of a VC-5 stream.
public struct VC5Segment: Sendable {
  /// The number of its tag.
  public var tag: Int
  /// Its value, or the number of words for a payload.
  public var value: Int
  /// Whether a decoder that does not know the tag may skip it.
  public var isOptional: Bool
  /// The bytes after it.
  public var payload: [UInt8] = []
  /// The number of segments inside, if it heads a section.
  public var content = 0

  /// A number.
  public init(_ tag: Int, _ value: Int, isOptional: Bool = false) {
    self.tag = tag
    self.value = value
    self.isOptional = isOptional
  }

  /// Creates a payload of whole words. Above 16 bits, the tag contains part of its size.
  public init(_ tag: Int, payload: [UInt8], isOptional: Bool = false) {
    let words = payload.count / 4
    self.init(tag | words >> 16, words & 0xffff, isOptional: isOptional)
    self.payload = payload
  }

  /// The bytes of the segment, and of its contents.
  var bytes: [UInt8] {
    let number = isOptional ? -tag : tag
    return [number >> 8, number, value >> 8, value].map { UInt8(truncatingIfNeeded: $0) } + payload
  }
}

extension VC5DNG {
  /// The bytes of the stream.
  public var stream: [UInt8] {
    var segments = segments
    changing(&segments)
    // Starts with the last segment, so that sections know the size of inner sections.
    for i in segments.indices.reversed() where segments[i].content > 0 {
      let end = min(i + 1 + segments[i].content, segments.count)
      let words = segments[i + 1..<end].reduce(0) { $0 + $1.bytes.count } / 4
      segments[i].tag |= words >> 16
      segments[i].value = words & 0xffff
    }
    return Array("VC-5".utf8) + segments.flatMap(\.bytes)
  }

  /// The segments before they are changed.
  private var segments: [VC5Segment] {
    let prescale = VC5Segment(109, 0x2800)
    var all = [
      VC5Segment(12, 4), VC5Segment(20, size.width), VC5Segment(21, size.height), VC5Segment(84, 4),
      VC5Segment(106, 2), VC5Segment(107, 2), VC5Segment(108, 1), VC5Segment(102, 12), prescale,
    ]
    if style == .camera {
      let name = [UInt8](repeating: 6, count: 36)
      all.append(VC5Segment(0x4004, payload: name, isOptional: true))
    } else {
      all.append(VC5Segment(35, lowpassBits))
      all.append(VC5Segment(0x4000, payload: Array("made up!".utf8), isOptional: true))
      all.append(VC5Segment(0x1234, 5, isOptional: true))
    }
    var quantum = 0
    for channel in 0..<4 {
      var inside: [VC5Segment] = []
      for level in 0..<3 {
        let bands = level == 0 ? 0..<4 : 1 + 3 * level..<4 + 3 * level
        let coded = bands.flatMap { segments(channel, $0, &quantum) }
        inside +=
          style == .camera
          ? state(channel, bands.lowerBound, quantum) + section(0x2100, coded) : coded
      }
      all +=
        style == .camera
        ? state(channel, 0, quantum) + [prescale] + section(0x2400, inside) : inside
    }
    return all
  }

  /// A band.
  private func segments(_ channel: Int, _ band: Int, _ quantum: inout Int) -> [VC5Segment] {
    let payload =
      band == 0 ? lowpass(channel) : coded(bands[channel][band], hasShortRuns: band == 5)
    let before = quantum
    if band > 0 { quantum = quanta[channel][band] }
    let isNew = before != quantum
    switch style {
    case .camera:
      // The old quantum is repeated before the new one.
      return state(channel, band, before)
        + section(
          0x2000,
          (isNew ? [VC5Segment(53, quantum)] : [])
            + [VC5Segment(0x6000, payload: payload, isOptional: true)])
    case .plain:
      return [VC5Segment(62, channel), VC5Segment(48, band)]
        + (band > 0 ? [VC5Segment(53, quantum)] : []) + [VC5Segment(0x6000, payload: payload)]
    case .spare:
      return (isNew ? [VC5Segment(53, quantum)] : []) + [VC5Segment(0x6000, payload: payload)]
    }
  }

  /// The numbers that cameras repeat.
  private func state(_ channel: Int, _ band: Int, _ quantum: Int) -> [VC5Segment] {
    [
      VC5Segment(62, channel), VC5Segment(48, band), VC5Segment(35, lowpassBits),
      VC5Segment(53, quantum),
    ]
  }

  private func section(_ tag: Int, _ inside: [VC5Segment]) -> [VC5Segment] {
    var head = VC5Segment(tag, 0, isOptional: true)
    head.content = inside.count
    return [head] + inside
  }

  private func lowpass(_ channel: Int) -> [UInt8] {
    var bits = BitWriter()
    for value in bands[channel][0] { bits.put(value, count: lowpassBits) }
    return words(&bits)
  }

  /// - Parameter hasShortRuns: Whether each zero has a separate code.
  private func coded(_ band: [Int], hasShortRuns: Bool) -> [UInt8] {
    var bits = BitWriter()
    func put(_ code: VC5Codes.Code) { bits.put(code.value, count: code.bits) }
    var zeros = 0
    func putZeros() {
      while let run = VC5Codes.runs.first(where: {
        $0.length <= (hasShortRuns ? min(zeros, 1) : zeros)
      }) {
        put(run.code)
        zeros -= run.length
      }
    }
    for value in band {
      if value == 0 {
        zeros += 1
        continue
      }
      putZeros()
      put(VC5Codes.magnitudes[abs(value) - 1])
      bits.put(value < 0 ? 1 : 0, count: 1)
    }
    putZeros()
    put(VC5Codes.end)
    return words(&bits)
  }

  /// Whole words of 32 bits.
  private func words(_ bits: inout BitWriter) -> [UInt8] {
    bits.finish(padding: 0)
    return bits.bytes + [UInt8](repeating: 0, count: (4 - bits.bytes.count % 4) % 4)
  }
}
