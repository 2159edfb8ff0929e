import Testing

@testable import BromideSystem

/// Limits of control groups, of files as the kernel's guides describe them.
@Suite struct MemoryGroupsTests {
  private static let second = "0::/user.slice/job/step\n"
  private static let secondMount =
    "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"

  private func groups(_ files: [String: String]) -> MemoryGroups {
    MemoryGroups { files[$0] }
  }

  @Test func aGroupAboveCounts() {
    let root = "/sys/fs/cgroup"
    let groups = groups([
      "/proc/self/cgroup": Self.second, "/proc/self/mountinfo": Self.secondMount,
      root + "/user.slice/memory.max": "max\n",
      root + "/user.slice/job/memory.max": "1000000\n",
      root + "/user.slice/job/memory.current": "400000\n",
      root + "/user.slice/job/memory.stat": "anon 5\ninactive_file 100000\nactive_file 9\n",
      root + "/user.slice/job/step/memory.max": "2000000\n",
      root + "/user.slice/job/step/memory.current": "300000\n",
    ])
    // The step has 1.7 million left, the job above it 0.7.
    #expect(groups.free == 700_000 && groups.limit == 1_000_000)
  }

  @Test func theFirstVersionCounts() {
    let root = "/sys/fs/cgroup/memory"
    let groups = groups([
      "/proc/self/cgroup": "11:cpu,cpuacct:/x\n9:memory:/batch/job\n1:name=systemd:/y\n",
      "/proc/self/mountinfo":
        "31 23 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
        + "36 23 0:30 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n",
      root + "/memory.limit_in_bytes": "9223372036854771712\n",
      root + "/batch/memory.limit_in_bytes": "157286400\n",
      root + "/batch/memory.usage_in_bytes": "57286400\n",
      root + "/batch/memory.stat": "cache 1\ninactive_file 7\ntotal_inactive_file 10000000\n",
      root + "/batch/job/memory.limit_in_bytes": "9223372036854771712\n",
    ])
    #expect(groups.free == 110_000_000 && groups.limit == 157_286_400)
  }

  /// systemd's hybrid: version 1 limits memory, and version 2 only tracks processes. The order of
  /// lines and mounts does not matter.
  @Test(arguments: [false, true]) func bothVersionsTogetherCount(isReversed: Bool) {
    func lines(_ texts: [String]) -> String {
      (isReversed ? texts.reversed() : texts).map { $0 + "\n" }.joined()
    }
    let (first, second) = ("/sys/fs/cgroup/memory", "/sys/fs/cgroup/unified")
    var files: [String: String] = [
      "/proc/self/cgroup": lines(["9:memory:/batch/job", "1:name=systemd:/s", "0::/s/step"]),
      "/proc/self/mountinfo": lines([
        "24 23 0:25 / /sys/fs/cgroup ro shared:9 - tmpfs tmpfs ro,mode=755",
        "36 24 0:30 / \(first) rw,relatime shared:7 - cgroup cgroup rw,memory",
        "37 24 0:31 / \(second) rw shared:4 - cgroup2 cgroup2 rw,nsdelegate",
        "38 24 0:32 / /sys/fs/cgroup/systemd rw - cgroup cgroup rw,xattr,name=systemd",
      ]),
      first + "/memory.limit_in_bytes": "9223372036854771712\n",
      // The group has more than the group above it.
      first + "/batch/memory.limit_in_bytes": "100000000\n",
      first + "/batch/memory.usage_in_bytes": "30000000\n",
      first + "/batch/job/memory.limit_in_bytes": "400000000\n",
      first + "/batch/job/memory.usage_in_bytes": "20000000\n",
    ]
    #expect(groups(files).free == 70_000_000 && groups(files).limit == 100_000_000)
    // A limit of version 2 counts also, in the group above the process.
    files[second + "/s/memory.max"] = "60000000\n"
    files[second + "/s/memory.current"] = "10000000\n"
    files[second + "/s/step/memory.max"] = "max\n"
    #expect(groups(files).free == 50_000_000 && groups(files).limit == 60_000_000)
  }

  /// Each limit on the way to the root counts, wherever the smallest is, and an inner group that is
  /// full stops a job in a large outer group.
  @Test func theNarrowestOfNestedGroupsCounts() {
    let root = "/sys/fs/cgroup"
    let folders = ["", "/user.slice", "/user.slice/job", "/user.slice/job/step"]
    for narrow in folders {
      var files: [String: String] = [
        "/proc/self/cgroup": Self.second, "/proc/self/mountinfo": Self.secondMount,
      ]
      for folder in folders {
        files[root + folder + "/memory.max"] = folder == narrow ? "1000000\n" : "8000000\n"
        files[root + folder + "/memory.current"] = "600000\n"
      }
      #expect(groups(files).limit == 1_000_000 && groups(files).free == 400_000, "\(narrow)")
      files[root + narrow + "/memory.current"] = "1500000\n"
      #expect(groups(files).free == 0, "\(narrow)")
    }
    // A group next to the process does not count.
    let other = [
      "/proc/self/cgroup": Self.second, "/proc/self/mountinfo": Self.secondMount,
      root + "/user.slice/other/memory.max": "5\n",
    ]
    #expect(groups(other).limit == nil)
  }

  /// A container with its group mounted as the root, where the name is the host's name or a name
  /// below the root.
  @Test(arguments: ["/", "/docker/abc", "/docker/abc/below"])
  func containersSeeTheirGroupAsTheRoot(root: String) {
    let files = [
      "/proc/self/cgroup": "0::/docker/abc\n",
      "/proc/self/mountinfo":
        "30 23 0:26 \(root) /sys/fs/cgroup rw - cgroup2 cgroup rw\n",
      "/sys/fs/cgroup/memory.max": "5000000\n", "/sys/fs/cgroup/memory.current": "1000000\n",
    ]
    #expect(groups(files).free == 4_000_000)
  }

  @Test func withoutGroupsThereIsNoLimit() {
    #expect(groups([:]).free == nil)
    #expect(groups(["/proc/self/cgroup": Self.second]).free == nil)
    #expect(
      groups(["/proc/self/cgroup": "0:\n::\n9:memory\n", "/proc/self/mountinfo": "1 - \n"]).free
        == nil)
  }

  @Test func messagesOfMemoryCanBeTrue() {
    #expect(
      MemoryShortage.words(96 << 20, limit: nil, free: 50 << 20)
        == "not enough memory: needs 101 MB, 52 MB free")
    #expect(
      MemoryShortage.words(96 << 20, limit: 80 << 20, free: 0)
        == "not enough memory: needs 101 MB, limit 84 MB")
    // “needs 2 MB, limit 102 MB” explains nothing.
    #expect(
      MemoryShortage.words(2_000_000, limit: 102_000_000, free: 0)
        == "not enough memory: needs 2 MB more than the limit of 102 MB leaves")
    // “needs 3603 MB, 23924 MB free” explains nothing.
    #expect(
      MemoryShortage.words(3_603_000_000, limit: nil, free: 23_924_000_000)
        == "not enough memory: needs 3603 MB, which the system does not give at once")
    #expect(MemoryShortage.words(0, limit: nil, free: 1_000_000).hasSuffix(": 1 MB free"))
  }
}
