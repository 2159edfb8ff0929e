internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideRuns
internal import BromideValues
internal import Foundation
internal import SystemPackage
internal import TestSupport

extension FuzzTarget {
  /// Messages between Bromide's processes.
  static let structures: [FuzzTarget] = [
    FuzzTarget(name: "message") { bytes in
      for kind in WorkerMessages.allCases {
        precondition(kind.isStable(bytes) ?? true, "a message must survive writing and reading")
      }
    },
    // The bytes are changes to the messages about a real photo, in both directions. The result is
    // used as in a command.
    FuzzTarget(name: "reply") { bytes in
      guard let first = bytes.first else { return }
      let (kind, example) = Self.examples[Int(first) % Self.examples.count]
      guard var message = MessageMutation(example) else { return }
      for start in stride(from: 1, to: min(bytes.count - 4, 81), by: 5) {
        let part = Int(bytes[start]) << 8 | Int(bytes[start + 1])
        message.change(part % message.count, change(bytes[(start + 2)..<(start + 5)]))
      }
      let damaged = message.bytes
      precondition(kind.isStable(damaged) ?? true, "a message must survive writing and reading")
      switch kind.content(damaged, of: Self.photo, atMost: 1 << 16) {
      case .metadata(let metadata): use(metadata)
      case .inspection(let inspection): use(inspection.metadata)
      case .photo(let source):
        guard let developer = try? Developer(source, recipe: DevelopRecipe()),
          developer.outputSize.area <= 1 << 16
        else { return }
        _ = developer.picture(of: UInt8.self)
      case nil: break
      }
    },
  ]

  private static func change(_ bytes: ArraySlice<UInt8>) -> MessageMutation.Change {
    let (kind, a, b) = (bytes[bytes.startIndex], Int(bytes[bytes.startIndex + 1]), bytes.last ?? 0)
    switch kind % 8 {
    case 0: return .emptied
    case 1: return .repeated(a)
    case 2: return .value(MessageMutation.number(a << 8 | Int(b)))
    case 3: return .value(MessageMutation.number(Double(a) / 16))
    case 4: return .value([UInt8](repeating: b, count: a))
    default: return .value(MessageMutation.extremes[a % MessageMutation.extremes.count])
    }
  }

  private static func use(_ metadata: PhotoMetadata) {
    if let time = metadata.captureTime {
      _ = (time.clockSeconds, time.zoneSeconds, time.order, time.exifText, time.rfc1123Text)
    }
    _ = metadata.position?.utcText
    _ = (metadata.ambient?.kilopascals, metadata.ambient?.standardGravities)
    _ = metadata.exposureTime?.value
  }

  private static let photo = FilePath(
    FileManager.default.temporaryDirectory
      .appendingPathComponent("bromide-fuzz-photo-\(ProcessInfo.processInfo.processIdentifier).dng")
      .path)

  /// Messages about a small photo with all fields of a file.
  private static let examples: [(WorkerMessages, [UInt8])] = {
    defer { try? FileManager.default.removeItem(atPath: photo.string) }
    do { try Data(MessagePhoto.file).write(to: URL(fileURLWithPath: photo.string)) } catch {
      fatalError("\(error)")
    }
    return WorkerMessages.allCases.compactMap { kind in kind.example(photo).map { (kind, $0) } }
  }()
}
