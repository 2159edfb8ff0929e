internal import TestSupport

/// A program that turns a raw into a picture, and how it is called.
struct Peer {
  let name: String
  /// Prints its version.
  let version: [String]
  /// The command for inputs and an output folder, with one output per input.
  let command: ([String], String) -> [String]
  /// Where the output of an input lands.
  let output: (String, String) -> String

  /// Whether one call accepts many inputs. Otherwise it is called once per input.
  var takesMany = false

  static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return name.split(separator: ".").dropLast().joined(separator: ".")
  }

  /// Bromide first, then the installed programs, each at its defaults and at its fastest settings
  /// for a similar result.
  static func installed(_ folder: String) -> [Peer] {
    all(folder).filter { Program.find($0.version[0]) != nil }
  }

  private static func all(_ folder: String) -> [Peer] {
    let bromide = Environment.variable("BROMIDE") ?? "bromide"
    func png(_ input: String, _ output: String) -> String { output + "/" + stem(input) + ".png" }
    let forms = [
      ("fast, plain", ["--compression", "fast", "--plain"]), ("fast", ["--compression", "fast"]),
      ("balanced", ["--compression", "balanced"]),
    ]
    var peers: [Peer] = forms.map { name, options in
      Peer(
        name: "bromide \(name)", version: [bromide, "--version"],
        command: { [bromide, "convert", "-y", "-q"] + options + ["-o", $1] + $0 },
        output: png, takesMany: true)
    }
    peers += rawTherapee(folder, png) + darktable(folder, png)
    // It writes next to its input. -W: no automatic brightness. -w: the camera's white balance. Its
    // default interpolation is -q 3, AHD.
    peers.append(
      Peer(
        name: "dcraw_emu -q 3 (PPM)", version: ["dcraw_emu"],
        command: { inputs, _ in ["dcraw_emu", "-w", "-W", "-q", "3"] + inputs },
        output: { input, _ in input + ".ppm" }, takesMany: true))
    return peers
  }

  /// Without -p and -d its values are neutral. -q skips its caches. Its PNG settings are hard-coded
  /// (Paeth, Z_RLE).
  private static func rawTherapee(
    _ folder: String, _ png: @escaping (String, String) -> String
  ) -> [Peer] {
    let profile = folder + "/quickest.pp3"
    let keys = """
      [RAW]
      CA=false
      CA_AutoCorrect=false
      HotPixelFilter=false
      DeadPixelFilter=false

      [RAW Bayer]
      Method=rcd
      Border=4
      CcSteps=0
      LineDenoise=0
      GreenEqThreshold=0

      [Exposure]
      Auto=false
      HistogramMatching=false

      [HLRecovery]
      Enabled=false

      """
    Photos.write(Array(keys.utf8), to: profile)
    let base = ["rawtherapee-cli", "-q", "-n", "-b8", "-Y"]
    return [
      Peer(
        name: "rawtherapee-cli", version: ["rawtherapee-cli", "-v"],
        command: { ["rawtherapee-cli", "-n", "-Y", "-o", $1, "-c"] + $0 }, output: png,
        takesMany: true),
      Peer(
        name: "rawtherapee-cli quickest", version: ["rawtherapee-cli", "-v"],
        command: { base + ["-p", profile, "-o", $1, "-c"] + $0 }, output: png, takesMany: true),
    ]
  }

  /// A new configuration, so that user settings have no effect. Its library is in memory.
  private static func darktable(
    _ folder: String, _ png: @escaping (String, String) -> String
  ) -> [Peer] {
    func core(_ name: String) -> [String] {
      [
        "--core", "--configdir", folder + "/" + name, "--cachedir", folder + "/" + name,
        "--library", ":memory:", "--conf", "plugins/imageio/storage/disk/overwrite=1",
      ]
    }
    let quickest = [
      "--disable-opencl", "--conf", "plugins/darkroom/workflow=none",
      "--conf", "plugins/imageio/format/png/compression=0",
      "--conf", "plugins/imageio/format/png/bpp=8",
    ]
    return [
      Peer(
        name: "darktable-cli", version: ["darktable-cli", "--version"],
        command: { ["darktable-cli", $0[0], png($0[0], $1)] + core("darktable") }, output: png),
      Peer(
        name: "darktable-cli quickest", version: ["darktable-cli", "--version"],
        command: {
          [
            "darktable-cli", $0[0], png($0[0], $1), "--apply-custom-presets", "false", "--hq",
            "false",
          ]
            + core("darktable-quickest") + quickest
        }, output: png),
    ]
  }
}
