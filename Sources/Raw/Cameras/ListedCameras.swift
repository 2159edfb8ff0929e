internal import Synchronization

/// The cameras that this LibRaw lists by their full names. The corresponding C function is
/// `libraw_cameraList`.
///
/// LibRaw uses a matrix for every name that begins like a name in its table. The matrix is only
/// intended for models in the list.
final class ListedCameras: Sendable {
  /// The list of the installed LibRaw, read once.
  static let here = ListedCameras(LibRawHandle.listedCameras)

  /// Entries by their first letter or digit.
  private let entries: [UInt8: [String]]
  /// The names of entries by their first letter, created on demand, because splitting 1200 entries
  /// takes a millisecond.
  private let names = Mutex<[UInt8: Set<String>]>([:])

  /// - Parameter entries: Names as in LibRaw's list: `Canon EOS 77D / 9000D`, `Canon PowerShot S2
  ///   IS (CHDK hack)`.
  init(_ entries: [String]) {
    // All names of an entry begin with its first word.
    self.entries = Dictionary(grouping: entries) { Self.initial($0) }
  }

  /// Returns whether one of the keys is listed.
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

  /// Returns the first letter in lower case or the first digit, or 0 without them.
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

  /// Returns the plain names in an entry.
  ///
  /// Brackets contain the end of a name (`M (Typ 240)`) or a remark. Slashes and commas separate
  /// other names, which omit words of the first one: `EOS 77D / 9000D` is also the EOS 9000D.
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
