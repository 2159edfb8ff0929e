internal import BromideCodecs
internal import BromideSampling
internal import BromideSystem
internal import BromideValues

/// Answers `ProtoFramesRequest`, which contains YCbCr frames.
struct FramesAnswer {
  func answer(_ asked: ProtoFramesRequest) throws(Refusal) -> ProtoFramesAnswer {
    try answer(asked) { reader, frame, index throws(Refusal) in
      try reader.samples(frame, Array(frame.planes), 0..<frame.planes.count, index: index)
    }
  }

  /// Answers Protobuf's bytes without copying the frames.
  func answer(_ body: [UInt8]) throws(Refusal) -> ProtoFramesAnswer {
    let parts = try FramesBody(body)
    return try answer(parts.asked) { reader, frame, index throws(Refusal) in
      try reader.samples(frame, body, parts.planes[index], index: index)
    }
  }

  private func answer(
    _ asked: ProtoFramesRequest,
    _ samples: (FramesReader, ProtoFrame, Int) throws(Refusal) -> ProtoFrameSamples
  ) throws(Refusal) -> ProtoFramesAnswer {
    guard !asked.frames.isEmpty else { throw .wrong("give at least one frame") }
    let reader = try FramesReader(asked)
    var answer = ProtoFramesAnswer()
    answer.facts = reader.facts
    for (index, frame) in asked.frames.enumerated() {
      answer.frames.append(try samples(reader, frame, index))
    }
    return answer
  }
}

/// Samples frames with the settings of a request.
struct FramesReader {
  /// The settings that influenced the colours, and their sources.
  let facts: [ProtoFact]
  private let size: Size
  private let reading: FrameReading
  private let forms: SampleForms
  private let places: [NormalizedPoint]
  private let expected: Int

  /// Reads the settings. This ignores the frames of the request.
  ///
  /// - Throws: `Refusal` if a setting is invalid.
  init(_ asked: ProtoFramesRequest) throws(Refusal) {
    let layouts = YCbCrLayout.all.map(\.name)
    guard let layout = YCbCrLayout(name: asked.layout) else {
      throw .wrong(
        "layout “\(asked.layout)”: expected one of \(layouts.joined(separator: ", "))"
          + Suggestion.text(for: asked.layout, among: layouts))
    }
    size = Size(width: Int(asked.width), height: Int(asked.height))
    guard let expected = layout.byteCount(size) else {
      throw .wrong("\(size) is not a frame size")
    }
    self.expected = expected
    forms = try SampleForms(asked.spaces, asked.window)
    places = try SampleForms.places(asked.points)
    let opener = PictureOpener(settings: try Self.settings(asked))
    guard !layout.isRGB || asked.matrix.isEmpty else {
      throw .wrong("matrix is for YCbCr, and \(layout.name) holds RGB")
    }
    reading = opener.videoReading(size, layout: layout, tags: YCbCrStatement())
    facts = reading.facts.map(ProtoFact.init)
  }

  /// Returns the samples of a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame. Its planes are ignored.
  ///   - bytes: The bytes that contain the planes.
  ///   - planes: The range of the planes in `bytes`.
  /// - Throws: `Refusal` if the frame has a different size, or if a point is outside it.
  func samples(
    _ frame: ProtoFrame, _ bytes: [UInt8], _ planes: Range<Int>, index: Int
  ) throws(Refusal) -> ProtoFrameSamples {
    guard planes.count == expected else {
      throw .wrong(
        "frame \(index) has \(planes.count) bytes; \(reading.layout.name) of \(size.width)x\(size.height) has \(expected)"
      )
    }
    var samples = ProtoFrameSamples()
    samples.frame = UInt32(truncatingIfNeeded: index)
    samples.samples = try sampled(bytes, planes)
    if frame.hasPose { samples.pose = frame.pose }
    return samples
  }

  private func sampled(
    _ bytes: [UInt8], _ planes: Range<Int>
  ) throws(Refusal) -> [ProtoSample] {
    let owner = FrameMemory(bytes)
    let result = unsafe bytes.withUnsafeBytes { bytes -> Result<[ProtoSample], Refusal> in
      do throws(YCbCrError) {
        let frame = try unsafe YCbCrFrame(
          layout: reading.layout, size: size,
          contiguous: UnsafeRawBufferPointer(rebasing: bytes[planes]), owner: owner)
        return Result { () throws(Refusal) in
          try forms.samples(reading.sampler(frame), places)
        }
      } catch {
        return .failure(.wrong("\(error)"))
      }
    }
    return try result.get()
  }

  /// Keeps the bytes of a frame in memory while they are used.
  private final class FrameMemory: Sendable {
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
  }

  private static func settings(_ asked: ProtoFramesRequest) throws(Refusal) -> OpeningSettings {
    func value<Value>(
      _ key: String, _ name: String, _ names: [String], _ read: (String) -> Value?
    ) throws(Refusal) -> Value? {
      if name.isEmpty { return nil }
      if let value = read(name) { return value }
      throw .wrong(
        "\(key): expected one of \(names.joined(separator: ", "))"
          + Suggestion.text(for: name, among: names))
    }
    var settings = OpeningSettings()
    settings.statement = YCbCrStatement(
      matrix: try value("matrix", asked.matrix, YCbCrMatrix.named.map(\.name)) {
        YCbCrMatrix(name: $0)
      },
      range: try value("range", asked.range, YCbCrRange.allCases.map(\.rawValue)) {
        YCbCrRange(rawValue: $0)
      },
      siting: try value("siting", asked.siting, ChromaSiting.allCases.map(\.rawValue)) {
        ChromaSiting(rawValue: $0)
      },
      primaries: try value("primaries", asked.primaries, ColorPrimaries.all.map(\.name)) {
        ColorPrimaries(name: $0)
      },
      transfer: try value("transfer", asked.transfer, ColorTransfer.all.map(\.name)) {
        ColorTransfer(name: $0)
      })
    if asked.orientation != 0 {
      guard let orientation = Orientation(rawValue: Int(asked.orientation)) else {
        throw .wrong("orientation: expected 1 to 8")
      }
      settings.orientation = orientation
    }
    return settings
  }
}
