internal import CLensfun
public import Pixels
internal import Platform
internal import Synchronization
package import SystemPackage

/// lensfun's database of lenses as this machine has it, read by liblensfun when a lens is first looked up.
///
/// What a photo states is never given to the library: the one lens is found here, and the library is handed the few lines of
/// the database about it, which come from the system's files or the user's.
public final class LensDatabase: Sendable {
  /// That of this machine; `BROMIDE_LENSFUN` names a folder with another one.
  public static let shared = LensDatabase(folders: DatabaseFolders.present())

  /// Whether liblensfun is there. The first question loads it.
  public static var isLibraryThere: Bool { bromide_lensfun_is_available() }

  /// The interface of liblensfun that is used.
  public static var interface: String { unsafe String(cString: bromide_lensfun_interface()) }

  private let folders: [FilePath]
  private let state = Mutex(State())

  /// The library compiles expressions into memory that all of its databases share.
  private static let library = Mutex(())

  private struct State {
    var files: [DatabaseFile]?
    var known: [LensQuery: LensKnowledge] = [:]
    var identity: String??
  }

  /// Lenses that are remembered, in runs over many.
  private static let mostKnown = 4096

  /// A database of the files in some folders.
  package init(folders: [FilePath]) { self.folders = folders }

  /// A text that differs wherever what is known may differ: by names, sizes and times of the files; nil if nothing is known,
  /// without a library or files.
  public var identity: String? {
    state.withLock { state in
      if let identity = state.identity { return identity }
      let isUsed = DatabaseFolders.hasLibrary() || Self.isLibraryThere
      let identity = isUsed ? DatabaseFolders.identity(of: paths()) : nil
      state.identity = .some(identity)
      return identity
    }
  }

  /// What is known of a photo's lens, if it was looked up before.
  public func remembered(_ query: LensQuery) -> LensKnowledge? {
    state.withLock { $0.known[query] }
  }

  /// What is known of a photo's lens.
  public func knowledge(_ query: LensQuery) -> LensKnowledge {
    state.withLock { state in
      if let known = state.known[query] { return known }
      let found = find(query, &state)
      if state.known.count >= Self.mostKnown { state.known = [:] }
      state.known[query] = found
      return found
    }
  }

  private func paths() -> [FilePath] { DatabaseFolders.files(in: folders) }

  private func find(_ query: LensQuery, _ state: inout State) -> LensKnowledge {
    let files = state.files ?? paths().compactMap { DatabaseFile($0) }
    state.files = files
    guard !files.isEmpty else {
      return .unknown(reason: "lensfun's database is not installed")
    }
    let search: LensSearch
    do throws(LensSearch.Doubt) {
      search = try LensSearch(query, in: files)
    } catch {
      return .unknown(reason: error.reason)
    }
    // Not before: loading it takes longer than all else.
    guard Self.isLibraryThere else {
      return .unknown(reason: "liblensfun is not installed")
    }
    return Self.library.withLock { _ in
      guard let lens = LensNumbers(search.text) else {
        return .unknown(
          reason: "lensfun cannot read its entry of \(search.name)")
      }
      return lens.knowledge(of: search.name, query, crop: search.crop)
    }
  }
}
