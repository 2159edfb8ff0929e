internal import BromideCodecs
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import BromideValues

/// Answers `ProtoFramesRequest`, which contains YCbCr frames.
struct FramesAnswer {
  func answer(_ requested: ProtoFramesRequest) throws(Rejection) -> ProtoFramesAnswer {
    try answer(requested) { reader, frame, index throws(Rejection) in
      try reader.samples(frame, Array(frame.planes), 0..<frame.planes.count, index: index)
    }
  }

  /// Answers Protobuf's bytes without copying the frames.
  func answer(_ body: [UInt8]) throws(Rejection) -> ProtoFramesAnswer {
    let parts = try FramesBody(body)
    return try answer(parts.requested) { reader, frame, index throws(Rejection) in
      try reader.samples(frame, body, parts.planes[index], index: index)
    }
  }

  private func answer(
    _ requested: ProtoFramesRequest,
    _ samples: (FramesReader, ProtoFrame, Int) throws(Rejection) -> ProtoFrameSamples
  ) throws(Rejection) -> ProtoFramesAnswer {
    guard !requested.frames.isEmpty else { throw .wrong("give at least one frame") }
    let reader = try FramesReader(requested)
    var answer = ProtoFramesAnswer()
    answer.facts = reader.facts
    for (index, frame) in requested.frames.enumerated() {
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
  /// - Throws: `Rejection` if a setting is invalid.
  init(_ requested: ProtoFramesRequest) throws(Rejection) {
    let layouts = YCbCrLayout.all.map(\.name)
    guard let layout = YCbCrLayout(name: requested.layout) else {
      throw .wrong(
        "layout “\(requested.layout)”: expected one of \(layouts.joined(separator: ", "))"
          + Suggestion.text(for: requested.layout, among: layouts))
    }
    size = Size(width: Int(requested.width), height: Int(requested.height))
    guard let expected = layout.byteCount(size) else {
      throw .wrong("\(size) is not a frame size")
    }
    self.expected = expected
    forms = try SampleForms(requested.spaces, requested.window)
    places = try SampleForms.places(requested.points)
    let opener = PictureOpener(settings: try Self.settings(requested))
    guard !layout.isRGB || requested.matrix.isEmpty else {
      throw .wrong("matrix is for YCbCr, and \(layout.name) holds RGB")
    }
    reading = opener.videoReading(size, layout: layout, tags: YCbCrProperties())
    facts = reading.facts.map(ProtoFact.init)
  }

  /// Returns the samples of a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame. Its planes are ignored.
  ///   - bytes: The bytes that contain the planes.
  ///   - planes: The range of the planes in `bytes`.
  /// - Throws: `Rejection` if the frame has a different size, or if a point is outside it.
  func samples(
    _ frame: ProtoFrame, _ bytes: [UInt8], _ planes: Range<Int>, index: Int
  ) throws(Rejection) -> ProtoFrameSamples {
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
  ) throws(Rejection) -> [ProtoSample] {
    let owner = FrameMemory(bytes)
    let result = unsafe bytes.withUnsafeBytes { bytes -> Result<[ProtoSample], Rejection> in
      do throws(YCbCrError) {
        let frame = try unsafe YCbCrFrame(
          layout: reading.layout, size: size,
          contiguous: UnsafeRawBufferPointer(rebasing: bytes[planes]), owner: owner)
        return Result { () throws(Rejection) in
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

  private static func settings(_ requested: ProtoFramesRequest) throws(Rejection) -> OpeningSettings
  {
    func value<Value>(
      _ key: String, _ name: String, _ names: [String], _ read: (String) -> Value?
    ) throws(Rejection) -> Value? {
      if name.isEmpty { return nil }
      if let value = read(name) { return value }
      throw .wrong(
        "\(key): expected one of \(names.joined(separator: ", "))"
          + Suggestion.text(for: name, among: names))
    }
    // The frames are in the request.
    var settings = OpeningSettings(RunContext())
    settings.choices = YCbCrProperties(
      matrix: try value("matrix", requested.matrix, YCbCrMatrix.named.map(\.name)) {
        YCbCrMatrix(name: $0)
      },
      range: try value("range", requested.range, YCbCrRange.allCases.map(\.rawValue)) {
        YCbCrRange(rawValue: $0)
      },
      siting: try value("siting", requested.siting, ChromaSiting.allCases.map(\.rawValue)) {
        ChromaSiting(rawValue: $0)
      },
      primaries: try value("primaries", requested.primaries, ColorPrimaries.all.map(\.name)) {
        ColorPrimaries(name: $0)
      },
      transfer: try value("transfer", requested.transfer, ColorTransfer.all.map(\.name)) {
        ColorTransfer(name: $0)
      })
    if requested.orientation != 0 {
      guard let orientation = Orientation(rawValue: Int(requested.orientation)) else {
        throw .wrong("orientation: expected 1 to 8")
      }
      settings.orientation = orientation
    }
    return settings
  }
}
