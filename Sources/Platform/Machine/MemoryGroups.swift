/// The limits on memory that the control groups of this process have: those of containers, services and batch systems. Every
/// group above a process counts, in version 1 and 2.
///
/// The files are those of the kernel's admin guide, cgroup-v1/memory.rst and cgroup-v2.rst.
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
  /// - Parameter read: Gives the text of a file; nil if there is none.
  init(read: @escaping @Sendable (String) -> String?) {
    self.read = read
    var groups: [Group] = []
    let mounts = Self.mounts(read("/proc/self/mountinfo") ?? "")
    for line in (read("/proc/self/cgroup") ?? "").split(separator: "\n") {
      // hierarchy:controllers:path; version 2 has no controllers.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let isSecond = parts[1].isEmpty
      guard isSecond || parts[1].split(separator: ",").contains("memory"),
        let mount = mounts.first(where: { $0.isSecond == isSecond })
      else { continue }
      for folder in Self.folders(of: String(parts[2]), below: mount.root) {
        let path = mount.place + folder
        let file = path + (isSecond ? "/memory.max" : "/memory.limit_in_bytes")
        // Version 1 has a number near 2^63 for none, version 2 a word.
        guard let limit = read(file).flatMap(Self.number), limit < 1 << 50 else { continue }
        groups.append(Group(limit: limit, folder: path, isFirstVersion: !isSecond))
      }
    }
    self.groups = groups
  }

  /// Bytes that the groups leave this process: of each its limit, less what its processes use and the system cannot take back
  /// at once; nil without limits.
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

  /// The smallest limit; nil without any.
  var limit: Int? { groups.map(\.limit).min() }

  private struct Mount {
    /// The group that the mount shows as its root.
    let root: String
    let place: String
    let isSecond: Bool
  }

  /// The places where groups of memory can be read, of proc(5)'s lines: `36 35 98:0 ROOT PLACE OPTIONS - TYPE SOURCE SUPER`.
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

  /// The folders of a group and of those above it, from a mount's place on. A group outside of what the mount shows, as in a
  /// container that sees the names of its host, counts as the mount's root.
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
