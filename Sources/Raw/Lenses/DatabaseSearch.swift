internal import BromideSystem
internal import BromideValues
internal import CBromideLensfun

/// A search in the files of lensfun's database.
///
/// The files are read for each search. Reading and searching all of them, 3.6 MB, takes less than a
/// millisecond.
struct DatabaseSearch {
  /// The names in lower case without spaces and slashes, from `LensName.plain`, or `nil` to match
  /// none.
  private let camera, lens: [UInt8]?
  /// The mount of the lenses to find, with any name.
  private let mount: [UInt8]?

  /// Finds mounts, and the cameras and lenses with these names.
  init(camera: [UInt8], lens: [UInt8]) {
    self.camera = camera.filter { $0 != UInt8(ascii: "/") }
    self.lens = lens.isEmpty ? nil : lens.filter { $0 != UInt8(ascii: "/") }
    mount = nil
  }

  /// Finds lenses with a mount.
  init(mount: String) {
    (camera, lens) = (nil, nil)
    self.mount = Array(mount.utf8)
  }

  /// Returns all elements that match, in their order. The result can contain other elements.
  func elements(of files: [DatabaseFile]) -> [DatabaseElement] {
    let files = files.filter { $0.size > 0 && $0.size <= Self.mostBytes }
    // Use the same memory for all files, because fresh memory costs more than reading.
    guard let most = files.map(\.size).max(), let memory = PixelMemory(attempting: most) else {
      return []
    }
    var found: [DatabaseElement] = []
    unsafe withNames { search in
      for file in files {
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: memory.bytes[..<file.size])
        guard let count = unsafe try? FileSystem.read(file.path, into: room) else { continue }
        unsafe Self.add(UnsafeRawBufferPointer(rebasing: room[..<count]), search, to: &found)
      }
    }
    return found
  }

  @unsafe private static func add(
    _ bytes: UnsafeRawBufferPointer, _ search: bromide_lensfun_search,
    to found: inout [DatabaseElement]
  ) {
    guard let start = bytes.baseAddress else { return }
    let text = unsafe start.assumingMemoryBound(to: CChar.self)
    var from = 0
    while true {
      let next = unsafe bromide_lensfun_next(text, bytes.count, from, search)
      guard next.kind != 0 else { return }
      let kind: DatabaseElement.Kind =
        switch UInt8(bitPattern: next.kind) {
        case UInt8(ascii: "m"): .mount
        case UInt8(ascii: "c"): .camera
        default: .lens
        }
      let own = unsafe UnsafeRawBufferPointer(rebasing: bytes[next.start..<next.end])
      found.append(DatabaseElement(kind: kind, text: unsafe Array(own)))
      from = next.end
    }
  }

  /// Calls `body` with the names in one piece of memory.
  @unsafe private func withNames(_ body: (bromide_lensfun_search) -> Void) {
    let names = [camera, lens, mount]
    // An empty name is also a name.
    let memory: [UInt8] = names.reduce(into: []) { $0 += ($1 ?? []) + [0] }
    unsafe memory.withUnsafeBytes { bytes in
      var at = 0
      var found: [bromide_lensfun_name] = unsafe []
      for name in names {
        let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        let text = unsafe name == nil ? nil : start?.advanced(by: at)
        unsafe found.append(bromide_lensfun_name(text: text, count: name?.count ?? 0))
        at += (name?.count ?? 0) + 1
      }
      unsafe body(bromide_lensfun_search(camera: found[0], lens: found[1], mount: found[2]))
    }
  }

  /// Larger files are not databases.
  private static let mostBytes = 16 << 20
}
