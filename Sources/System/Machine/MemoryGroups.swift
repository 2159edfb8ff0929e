/// The memory limits of this process's control groups, set by containers, services and batch
/// systems.
///
/// All parent groups count, in versions 1 and 2. For the files, see the kernel's admin guide,
/// cgroup-v1/memory.rst and cgroup-v2.rst.
struct MemoryGroups {
  /// A group with a limit.
  private struct Group {
    let limit: Int
    let folder: String
    let isFirstVersion: Bool
  }

  private let groups: [Group]
  private let read: @Sendable (String) -> String?

  /// Finds the groups of this process that have limits.
  ///
  /// - Parameter read: Returns the text of a file, or `nil` if it does not exist.
  init(read: @escaping @Sendable (String) -> String?) {
    self.read = read
    var groups: [Group] = []
    let mounts = Self.mounts(read("/proc/self/mountinfo") ?? "")
    for line in (read("/proc/self/cgroup") ?? "").split(separator: "\n") {
      // hierarchy:controllers:path. In version 2, the list of controllers is empty.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let isSecond = parts[1].isEmpty
      guard isSecond || parts[1].split(separator: ",").contains("memory"),
        let mount = mounts.first(where: { $0.isSecond == isSecond })
      else { continue }
      for folder in Self.folders(of: String(parts[2]), below: mount.root) {
        let path = mount.place + folder
        let file = path + (isSecond ? "/memory.max" : "/memory.limit_in_bytes")
        // Without a limit, version 1 has a number close to 2^63, and version 2 has a word.
        guard let limit = read(file).flatMap(Self.number), limit < 1 << 50 else { continue }
        groups.append(Group(limit: limit, folder: path, isFirstVersion: !isSecond))
      }
    }
    self.groups = groups
  }

  /// The bytes that the groups still allow, or `nil` without limits.
  ///
  /// For each group, this is the limit minus the memory in use. Memory that the system can reclaim
  /// immediately does not count as used.
  var free: Int? {
    groups.map { group in
      let file = group.isFirstVersion ? "/memory.usage_in_bytes" : "/memory.current"
      let used = read(group.folder + file).flatMap(Self.number) ?? 0
      let name = group.isFirstVersion ? "total_inactive_file " : "inactive_file "
      let cached = (read(group.folder + "/memory.stat") ?? "").split(separator: "\n")
        .first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.count)) }
      return max(group.limit - max(used - (cached ?? 0), 0), 0)
    }.min()
  }

  /// The smallest limit, or `nil` without limits.
  var limit: Int? { groups.map(\.limit).min() }

  private struct Mount {
    /// The group at the root of the mount.
    let root: String
    let place: String
    let isSecond: Bool
  }

  /// Returns the mount points of memory groups, from lines in the format of proc(5): `36 35 98:0
  /// ROOT PLACE OPTIONS - TYPE SOURCE SUPER`.
  private static func mounts(_ text: String) -> [Mount] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let dash = words.firstIndex(of: "-"), dash >= 5, words.count > dash + 3 else {
        return nil
      }
      let isSecond = words[dash + 1] == "cgroup2"
      let isFirst =
        words[dash + 1] == "cgroup" && words[dash + 3].split(separator: ",").contains("memory")
      guard isFirst || isSecond else { return nil }
      return Mount(root: words[3], place: words[4], isSecond: isSecond)
    }
  }

  /// Returns the folders of a group and its parent groups, starting at the mount point.
  ///
  /// A group can be outside the mount, for example in a container that sees names from its host. It
  /// is then treated as the mount's root.
  private static func folders(of group: String, below root: String) -> [String] {
    let base = root == "/" ? "" : root
    let isBelow = group == root || group.hasPrefix(base + "/")
    let rest = isBelow ? group.dropFirst(base.count) : ""
    var folders = [""]
    for name in rest.split(separator: "/") where name != ".." {
      folders.append(folders[folders.count - 1] + "/" + name)
    }
    return folders
  }

  private static func number(_ text: String) -> Int? {
    Int(text.prefix { $0 != "\n" })
  }
}
