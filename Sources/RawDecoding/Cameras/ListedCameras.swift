internal import Cameras
internal import Synchronization

/// The cameras that this LibRaw lists by their full names. The corresponding C function is `libraw_cameraList`.
///
/// LibRaw gives a matrix to whatever begins like a name in its table; only for a model that it lists is that matrix meant.
final class ListedCameras: Sendable {
  /// The list of the LibRaw that runs, read once.
  static let here = ListedCameras(LibRawHandle.listedCameras)

  /// Entries by the first letter or digit that they begin with.
  private let entries: [UInt8: [String]]
  /// The names of entries, once somebody asked for one that begins so: taking 1200 apart takes a millisecond.
  private let names = Mutex<[UInt8: Set<String>]>([:])

  /// - Parameter entries: Names as LibRaw lists them: `Canon EOS 77D / 9000D`, `Canon PowerShot S2 IS (CHDK hack)`.
  init(_ entries: [String]) {
    // All names of an entry begin with its first word.
    self.entries = Dictionary(grouping: entries) { Self.initial($0) }
  }

  /// Whether any of the keys is listed.
  func contains(_ keys: [CameraKey]) -> Bool {
    keys.contains { key in
      let initial = Self.initial(key.joined)
      return names.withLock { names in
        if names[initial] == nil {
          names[initial] = Set((entries[initial] ?? []).flatMap(Self.names))
        }
        return names[initial]?.contains(key.joined) ?? false
      }
    }
  }

  /// The first letter, lower-case, or digit; 0 without one.
  private static func initial(_ text: String) -> UInt8 {
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x61...0x7A: return byte
      case 0x41...0x5A: return byte | 0x20
      default: continue
      }
    }
    return 0
  }

  /// The plain names that an entry stands for.
  ///
  /// Brackets hold a name's end (`M (Typ 240)`) or a remark. Strokes and commas part other names,
  /// which leave out the words that they share with the first one: `EOS 77D / 9000D` is the EOS 9000D too.
  static func names(_ entry: String) -> [String] {
    let bytes = entry.utf8
    guard bytes.contains(where: { $0 == 0x2F || $0 == 0x28 || $0 == 0x2C }) else {
      return [CameraKey.plain(entry)]
    }
    var names = [CameraKey.plain(entry)]
    let bare = String(entry.prefix { $0 != "(" })
    names.append(CameraKey.plain(bare))
    let parts = bare.split { $0 == "/" || $0 == "," }
    guard parts.count > 1 else { return names }
    let words = parts[0].split(separator: " ")
    names.append(CameraKey.plain(String(parts[0])))
    for part in parts.dropFirst() {
      for shared in 1..<max(2, words.count) {
        names.append(CameraKey.plain(words.prefix(shared).joined() + part))
      }
    }
    return names
  }
}
