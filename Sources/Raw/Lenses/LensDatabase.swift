internal import BromideSystem
public import BromideValues
internal import CBromideLensfun
internal import Synchronization
package import SystemPackage

/// The installed lensfun database of lenses. liblensfun reads it at the first look-up of a lens.
///
/// The library never receives data from a photo. This module finds the lens, then the library
/// receives only the few lines of the database about it, which are from the system's or the user's
/// files. Results are cached by camera, lens and all other data of the query until the files
/// change.
public final class LensDatabase: Sendable {
  /// The database of this machine. `BROMIDE_LENSFUN` selects the folder of another one.
  public static let shared = LensDatabase(folders: DatabaseFolders.present)

  /// Whether liblensfun is installed. The first call loads it.
  public static var isLibraryThere: Bool { bromide_lensfun_is_available() }

  /// The interface version of liblensfun.
  public static var interface: String { unsafe String(cString: bromide_lensfun_interface()) }

  private let folders: @Sendable () -> [FilePath]
  private let leastSeconds: Double
  private let state = Mutex(State())

  /// The library compiles expressions into memory that all of its databases share.
  private static let library = Mutex(())

  private struct State {
    /// The files, and the time since they were checked.
    var files: (all: [DatabaseFile], since: Stopwatch)?
    var identity: String?
    var lenses: [LensSearch.Key: Result<LensSearch, LensSearch.Doubt>] = [:]
    var known: [LensQuery: LensKnowledge] = [:]
  }

  /// The limit of cached lenses and photos, for runs with many photos.
  private static let mostKnown = 4096

  /// Creates a database from the files in some folders.
  ///
  /// - Parameter leastSeconds: The interval between checks of the files. A check takes a tenth of a
  ///   millisecond.
  package convenience init(folders: [FilePath], leastSeconds: Double = 1) {
    self.init(folders: { folders }, leastSeconds: leastSeconds)
  }

  private init(folders: @escaping @Sendable () -> [FilePath], leastSeconds: Double = 1) {
    self.folders = folders
    self.leastSeconds = leastSeconds
  }

  /// A text that changes if the results can change, or `nil` without a library or files.
  ///
  /// It depends on the names, sizes and times of the files, which are checked at most once per
  /// second.
  public var identity: String? {
    state.withLock { state in
      refresh(&state)
      return state.identity
    }
  }

  /// Returns the result for a photo's lens if it is cached or does not need a search.
  public func remembered(_ query: LensQuery) -> LensKnowledge? {
    if let doubt = query.doubt { return .unknown(reason: doubt) }
    return state.withLock { state in
      if let known = state.known[query] { return known }
      guard state.lenses[LensSearch.Key(query)] != nil else { return nil }
      return find(query, &state)
    }
  }

  /// Returns the result for a photo's lens.
  public func knowledge(_ query: LensQuery) -> LensKnowledge {
    if let doubt = query.doubt { return .unknown(reason: doubt) }
    return state.withLock { state in
      if let known = state.known[query] { return known }
      return find(query, &state)
    }
  }

  /// Checks the files, and clears the cache if they have changed.
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
    // Load the library as late as possible, because loading takes longer than all other steps.
    guard isLibraryThere else {
      return .unknown(reason: "liblensfun of interface \(interface) is not installed")
    }
    let all = library.withLock { _ in
      found.lenses.map { lens in
        LensNumbers(lens.text)?.knowledge(of: lens.name, query, crop: found.crop)
          ?? .unknown(reason: "lensfun cannot read its entry of \(lens.name)")
      }
    }
    if all.count == 1 { return all[0] }
    let profiles = all.compactMap(\.profile)
    guard profiles.count == all.count,
      let common = LensAgreement.common(profiles, for: query.size)
    else { return .unknown(reason: found.disagreement.reason) }
    return .known(common)
  }
}

extension LensSearch {
  /// Returns the lens, or the reason for rejecting all lenses.
  fileprivate static func result(_ key: Key, in files: [DatabaseFile]) -> Result<Self, Doubt> {
    do throws(Doubt) { return .success(try LensSearch(key, in: files)) } catch {
      return .failure(error)
    }
  }
}
