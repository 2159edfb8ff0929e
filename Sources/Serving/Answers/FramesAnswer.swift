internal import Color
internal import Pixels
internal import Platform
internal import Sampling
internal import ServingMessages
internal import YCbCr

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Answers `ProtoFramesRequest`: frames of YCbCr that come with it.
struct FramesAnswer {
  func answer(_ asked: ProtoFramesRequest) throws(Refusal) -> ProtoFramesAnswer {
    let layouts = YCbCrLayout.named.map(\.name)
    guard let layout = YCbCrLayout(name: asked.layout) else {
      throw .wrong(
        "layout “\(asked.layout)”: expected one of \(layouts.joined(separator: ", "))"
          + Suggestion.text(for: asked.layout, among: layouts))
    }
    let size = Size(width: Int(asked.width), height: Int(asked.height))
    guard let expected = layout.byteCount(size) else {
      throw .wrong("width and height of \(size) are no frame's")
    }
    guard !asked.frames.isEmpty else { throw .wrong("give at least one frame") }
    let forms = try SampleForms(asked.spaces, asked.window)
    let places = try SampleForms.places(asked.points)
    let opener = PictureOpener(settings: try settings(asked))
    let reading = opener.videoReading(size, layout: layout, tags: YCbCrStatement())
    var answer = ProtoFramesAnswer()
    answer.facts = reading.facts.map(ProtoFact.init)
    for (index, frame) in asked.frames.enumerated() {
      guard frame.planes.count == expected else {
        throw .wrong(
          "frame \(index) has \(frame.planes.count) bytes; \(layout.name) of \(size.width)x\(size.height) has \(expected)"
        )
      }
      var samples = ProtoFrameSamples()
      samples.frame = UInt32(index)
      samples.samples = try sampled(frame.planes, reading, size, forms, places)
      if frame.hasPose { samples.pose = frame.pose }
      answer.frames.append(samples)
    }
    return answer
  }

  private func sampled(
    _ planes: Data, _ reading: FrameReading, _ size: Size, _ forms: SampleForms,
    _ places: [NormalizedPoint]
  ) throws(Refusal) -> [ProtoSample] {
    let owner = FrameMemory(planes)
    let result = unsafe planes.withUnsafeBytes { bytes -> Result<[ProtoSample], Refusal> in
      do throws(YCbCrError) {
        let frame = try unsafe YCbCrFrame(
          layout: reading.layout, size: size, contiguous: bytes, owner: owner)
        return Result { () throws(Refusal) in
          try forms.samples(reading.sampler(frame), places)
        }
      } catch {
        return .failure(.wrong("\(error)"))
      }
    }
    return try result.get()
  }

  /// Keeps the bytes of a frame alive.
  private final class FrameMemory: Sendable {
    let bytes: Data
    init(_ bytes: Data) { self.bytes = bytes }
  }

  private func settings(_ asked: ProtoFramesRequest) throws(Refusal) -> OpeningSettings {
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
