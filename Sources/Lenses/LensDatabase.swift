internal import CLensfun
public import Pixels
internal import Platform
internal import Synchronization
package import SystemPackage

/// lensfun's database of lenses as this machine has it, read by liblensfun when a lens is first looked up.
///
/// What a photo states is never given to the library: the one lens is found here, and the library is handed the few lines of
/// the database about it, which come from the system's files or the user's. What was found is remembered by camera and lens,
/// and by all that a photo states, until the files change.
public final class LensDatabase: Sendable {
  /// That of this machine; `BROMIDE_LENSFUN` names a folder with another one.
  public static let shared = LensDatabase(folders: DatabaseFolders.present)

  /// Whether liblensfun is there. The first question loads it.
  public static var isLibraryThere: Bool { bromide_lensfun_is_available() }

  /// The interface of liblensfun that is used.
  public static var interface: String { unsafe String(cString: bromide_lensfun_interface()) }

  private let folders: @Sendable () -> [FilePath]
  private let leastSeconds: Double
  private let state = Mutex(State())

  /// The library compiles expressions into memory that all of its databases share.
  private static let library = Mutex(())

  private struct State {
    /// The files, and since when that is known.
    var files: (all: [DatabaseFile], since: Stopwatch)?
    var identity: String?
    var lenses: [LensSearch.Key: Result<LensSearch, LensSearch.Doubt>] = [:]
    var known: [LensQuery: LensKnowledge] = [:]
  }

  /// Lenses and photos that are remembered, in runs over many.
  private static let mostKnown = 4096

  /// A database of the files in some folders.
  ///
  /// - Parameter leastSeconds: For which files are taken to be what they were: to look at them takes a tenth of a millisecond.
  package convenience init(folders: [FilePath], leastSeconds: Double = 1) {
    self.init(folders: { folders }, leastSeconds: leastSeconds)
  }

  private init(folders: @escaping @Sendable () -> [FilePath], leastSeconds: Double = 1) {
    self.folders = folders
    self.leastSeconds = leastSeconds
  }

  /// A text that differs wherever what is known may differ: by names, sizes and times of the files, as they are within a second;
  /// nil if nothing is known, without a library or files.
  public var identity: String? {
    state.withLock { state in
      refresh(&state)
      return state.identity
    }
  }

  /// What is known of a photo's lens, if it takes no search.
  public func remembered(_ query: LensQuery) -> LensKnowledge? {
    if let doubt = query.doubt { return .unknown(reason: doubt) }
    return state.withLock { state in
      if let known = state.known[query] { return known }
      guard state.lenses[LensSearch.Key(query)] != nil else { return nil }
      return find(query, &state)
    }
  }

  /// What is known of a photo's lens.
  public func knowledge(_ query: LensQuery) -> LensKnowledge {
    if let doubt = query.doubt { return .unknown(reason: doubt) }
    return state.withLock { state in
      if let known = state.known[query] { return known }
      return find(query, &state)
    }
  }

  /// Looks at the files, and forgets what was found in others.
  private func refresh(_ state: inout State) {
    if let files = state.files, files.since.seconds < leastSeconds { return }
    let all = DatabaseFolders.files(in: folders())
    if let files = state.files, files.all == all {
      state.files?.since = Stopwatch()
      return
    }
    let isUsed = DatabaseFolders.hasLibrary() || Self.isLibraryThere
    state = State(
      files: (all, Stopwatch()), identity: isUsed ? DatabaseFile.identity(of: all) : nil)
  }

  private func find(_ query: LensQuery, _ state: inout State) -> LensKnowledge {
    refresh(&state)
    guard let files = state.files?.all, !files.isEmpty else {
      return .unknown(reason: "lensfun's database is not installed")
    }
    if state.known.count >= Self.mostKnown { (state.known, state.lenses) = ([:], [:]) }
    let key = LensSearch.Key(query)
    let lens = state.lenses[key] ?? LensSearch.result(key, in: files)
    state.lenses[key] = lens
    let found = Self.knowledge(of: lens, query)
    state.known[query] = found
    return found
  }

  private static func knowledge(
    of lens: Result<LensSearch, LensSearch.Doubt>, _ query: LensQuery
  ) -> LensKnowledge {
    let found: LensSearch
    switch lens {
    case .failure(let doubt): return .unknown(reason: doubt.reason)
    case .success(let lens): found = lens
    }
    if let doubt = found.doubt(query) { return .unknown(reason: doubt) }
    // Not before: loading it takes longer than all else.
    guard isLibraryThere else {
      return .unknown(reason: "liblensfun of interface \(interface) is not installed")
    }
    return library.withLock { _ in
      guard let lens = LensNumbers(found.text) else {
        return .unknown(reason: "lensfun cannot read its entry of \(found.name)")
      }
      return lens.knowledge(of: found.name, query, crop: found.crop)
    }
  }
}

extension LensSearch {
  /// The lens, or why there is none.
  fileprivate static func result(_ key: Key, in files: [DatabaseFile]) -> Result<Self, Doubt> {
    do throws(Doubt) { return .success(try LensSearch(key, in: files)) } catch {
      return .failure(error)
    }
  }
}
