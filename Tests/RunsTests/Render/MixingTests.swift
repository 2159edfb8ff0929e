import BromideCodecs
import BromideDevelop
import BromidePhotos
import BromideTimelines
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideRuns
@testable import BromideSystem

/// A mixture of photos is made once for all moments of a frame that show the same.
@Suite struct MixingTests {
  /// Shows a grey of its photo's number, and counts.
  private final class Counter: LayerMaker, @unchecked Sendable {
    var made = 0
    func inputs(of layer: ScheduledLayer) -> [FilePath] { [] }
    func identity(of layer: ScheduledLayer) -> String {
      "grey \(layer.photo) \(layer.filters.number(.exposure))"
    }
    func memory(of layer: ScheduledLayer) -> Int { 0 }
    func open(_ crew: Crew) {}
    func close() {}
    func picture(
      of layer: ScheduledLayer, scratch: FrameScratch
    ) throws(FrameError) -> any LayerPicture {
      made += 1
      return Grey(value: UInt8(50 * layer.photo + 20))
    }
  }

  private struct Grey: LayerPicture {
    let value: UInt8
    var size: Size { Size(width: 4, height: 2) }
    var format: PixelFormat { PixelFormat(channels: 3, sample: .uint8) }
    var metadata: PhotoMetadata? { nil }
    var remark: FrameRemark? { nil }
    func draw(_ scratch: FrameScratch, into receive: RowReceiver) throws(FrameError) {
      let bytes = [UInt8](repeating: value, count: 24)
      var failure: FrameError?
      unsafe bytes.withUnsafeBytes { bytes in
        do throws(FrameError) { try unsafe receive(bytes) } catch { failure = error }
      }
      if let failure { throw failure }
    }
  }

  @Test func momentsShareAMixture() throws {
    let form = FrameForm(
      size: Size(width: 4, height: 2), fit: .cover, settings: PictureSettings(RunContext()))
    let counter = Counter()
    let maker = MixingMaker(counter, form: form)
    let scratch = FrameScratch()
    var layer = ScheduledLayer(source: 0, frame: 0, time: 0, filters: FilterSettings())
    layer.parts = [.init(photo: 0, weight: 0.25), .init(photo: 1, weight: 0.75)]
    func pixels() throws -> [UInt8] {
      var bytes: [UInt8] = []
      try unsafe maker.picture(of: layer, scratch: scratch).draw(scratch) {
        unsafe bytes.append(contentsOf: $0)
      }
      return bytes
    }
    let first = try pixels()
    for _ in 0..<16 { #expect(try pixels() == first) }
    #expect(counter.made == 2)
    // Other weights, other parameters or another frame: each is mixed again, once.
    layer.parts = [.init(photo: 0, weight: 0.5), .init(photo: 1, weight: 0.5)]
    #expect(try pixels() != first)
    #expect(counter.made == 4)
    layer.filters[.exposure] = [1]
    _ = try pixels()
    _ = try pixels()
    #expect(counter.made == 6)
  }
}
