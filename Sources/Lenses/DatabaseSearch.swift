internal import CLensfun
internal import Pixels
internal import Platform

/// What is looked for in the files of lensfun's database, which are read for that and let go: to read and to look through all of
/// them, 3.6 MB, takes less than a millisecond.
struct DatabaseSearch {
  /// Names without spaces and strokes, and in small letters, as `LensName.plain` makes them; nil for none.
  private let camera, lens: [UInt8]?
  /// Lenses with this mount are found, whatever their names.
  private let mount: [UInt8]?

  /// Mounts, and the cameras and lenses of these names.
  init(camera: [UInt8], lens: [UInt8]) {
    self.camera = camera.filter { $0 != UInt8(ascii: "/") }
    self.lens = lens.isEmpty ? nil : lens.filter { $0 != UInt8(ascii: "/") }
    mount = nil
  }

  /// Lenses with a mount.
  init(mount: String) {
    (camera, lens) = (nil, nil)
    self.mount = Array(mount.utf8)
  }

  /// The elements that may be what is looked for, in their order. Others may be among them, but none is left out.
  func elements(of files: [DatabaseFile]) -> [DatabaseElement] {
    let files = files.filter { $0.size > 0 && $0.size <= Self.mostBytes }
    // One piece for all of them: fresh memory costs more than what is read into it.
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
    // A name may be empty, and is there all the same.
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

  /// Larger files are no databases.
  private static let mostBytes = 16 << 20
}
