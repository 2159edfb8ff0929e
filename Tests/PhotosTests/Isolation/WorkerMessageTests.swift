import BromideCodecs
import BromideDevelop
import BromidePhotos
import BromideRaw
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// The worker's answers that the command accepts.
@Suite struct WorkerMessageTests {
  private let folder = TemporaryFolder.fresh
  private let photo: FilePath

  init() throws {
    photo = FilePath(try folder.write(MessagePhoto.file, as: "a.dng"))
  }

  private func message(_ kind: WorkerMessages) throws -> MessageMutation {
    let example = try #require(kind.example(photo))
    return try #require(MessageMutation(example))
  }

  /// The tests below change something.
  @Test func soundRepliesAreBelieved() throws {
    for kind in WorkerMessages.allCases {
      let isStable = kind.isStable(try message(kind).bytes)
      // A task's answer may be of a type that no size is read as.
      #expect(kind == .task ? isStable != false : isStable == true, "\(kind)")
    }
    for kind in [WorkerMessages.header, .inspection, .samples] {
      #expect(kind.content(try message(kind).bytes, of: photo, atMost: 1 << 16) != nil, "\(kind)")
    }
    guard
      case .photo(let source) = WorkerMessages.samples.content(
        try message(.samples).bytes, of: photo, atMost: 1 << 16)
    else { return #expect(Bool(false)) }
    #expect(source.embedded.mosaic.count == 6 && source.embedded.linear.count == 2)
    #expect(source.profile.tables.gainTable != nil && source.profile.tables.toneCurve != nil)
  }

  struct Falsehood: Sendable, CustomTestStringConvertible {
    let kind: WorkerMessages
    let path: [String]
    let value: [UInt8]
    var testDescription: String { "\(kind) \(path.joined(separator: "."))" }

    init(_ kind: WorkerMessages, _ path: String, _ value: [UInt8]) {
      (self.kind, self.path) = (
        kind, ["value", "_0"] + path.split(separator: ".").map(String.init)
      )
      self.value = value
    }
  }

  static let falsehoods: [Falsehood] = {
    func int(_ value: Int) -> [UInt8] { MessageMutation.number(value) }
    func real(_ value: Double) -> [UInt8] { MessageMutation.number(value) }
    let mosaic = "description.embeddedOptics.mosaic"
    return [
      Falsehood(.header, "metadata.captureTime.year", int(.max)),
      Falsehood(.header, "metadata.captureTime.month", int(13)),
      Falsehood(.header, "metadata.captureTime.day", int(-1 << 62)),
      Falsehood(.header, "metadata.captureTime.zone", Array("+99:99".utf8)),
      Falsehood(.inspection, "metadata.captureTime.hour", int(1 << 61)),
      Falsehood(.inspection, "metadata.exposureTime.denominator", int(0)),
      Falsehood(.inspection, "metadata.iso", int(.min)),
      Falsehood(.inspection, "metadata.position.latitude", real(.nan)),
      Falsehood(.inspection, "details.pixelAspect", real(0)),
      Falsehood(.header, "pixelAspect", real(0)),
      Falsehood(.inspection, "details.rawSize.width", int(1 << 62)),
      Falsehood(.header, "size.height", int(.max)),
      Falsehood(.header, "expectedMemory", int(-1)),
      Falsehood(.samples, "form.stride", int(1)),
      Falsehood(.samples, "form.height", int(1 << 40)),
      Falsehood(.samples, "description.defaultCrop.x", int(5)),
      Falsehood(.samples, "description.pixelAspect", real(.infinity)),
      Falsehood(.samples, "description.profile.baselineExposure", real(.nan)),
      Falsehood(.samples, "description.profile.tables.gainTable.columns", int(3)),
      Falsehood(.samples, "description.profile.tables.gainTable.gamma", real(.nan)),
      // Gains, and numbers for rows and columns, would be read beyond their end.
      Falsehood(.samples, mosaic + ".2.samples._0.effect.gainMap._0.size.width", int(5)),
      Falsehood(.samples, mosaic + ".2.samples._0.effect.gainMap._0.planes", int(2)),
      Falsehood(.samples, mosaic + ".3.samples._0.area.height", int(41)),
      Falsehood(.samples, mosaic + ".4.samples._0.area.width", int(49)),
      Falsehood(.samples, mosaic + ".4.samples._0.columnPitch", int(0)),
      Falsehood(.samples, "description.embeddedOptics.linear.0.warp._0.radius", real(0)),
    ]
  }()

  @Test(arguments: falsehoods) func falseValuesAreNotBelieved(falsehood: Falsehood) throws {
    var message = try message(falsehood.kind)
    let isThere = message.set(falsehood.path, falsehood.value)
    #expect(isThere)
    #expect(falsehood.kind.content(message.bytes, of: photo, atMost: 1 << 16) == nil)
  }

  /// Whatever a message says of a photo, developing it ends in a picture or an error.
  @Test(arguments: 0..<60) func damagedMessagesNeverEndTheProcess(seed: Int) throws {
    let noise = SeededNoise(seed: UInt64(seed))
    var place = 0
    func number(_ limit: Int) -> Int {
      place += 1
      return Int(noise.bits(place, 0) % UInt64(limit))
    }
    for kind in WorkerMessages.allCases {
      var message = try message(kind)
      for _ in 0..<(1 + number(3)) {
        let change: MessageMutation.Change =
          switch number(4) {
          case 0: .emptied
          case 1: .repeated(1 + number(300))
          default: .value(MessageMutation.extremes[number(MessageMutation.extremes.count)])
          }
        message.change(number(message.count), change)
      }
      #expect(kind.isStable(message.bytes) != false)
      switch kind.content(message.bytes, of: photo, atMost: 1 << 16) {
      case .metadata(let metadata):
        _ = metadata.captureTime.map { ($0.clockSeconds, $0.rfc1123Text) }
      case .inspection(let inspection):
        _ = inspection.metadata.captureTime.map { ($0.clockSeconds, $0.rfc1123Text) }
      case .photo(let source):
        if let developer = try? Developer(source, recipe: DevelopRecipe()),
          developer.outputSize.area <= 1 << 16
        {
          _ = developer.picture(of: UInt8.self)
        }
      case nil: break
      }
    }
  }
}
