internal import TestSupport

/// A complete photo from file to JPEG, compared with PNG and with every installed peer.
enum JPEGBench {
  static func run(_ options: Options) {
    let folder = Photos.folder()
    let input = folder("photo.dng")
    Photos.makeFiles([input], options.photoSize)
    let peers = peers(folder).filter { peer in peer.needs.allSatisfy { Program.find($0) != nil } }
      .map(\.peer)
    ConvertBench.describe(peers, input: input, folder: folder)
    ConvertBench.compare(
      peers, [input], folder, options, "JPEG, one photo of \(options.photoSize)",
      against: "PNG fast")
    withExtendedLifetime(folder) {}
  }

  /// Each with the programs that it needs.
  private static func peers(_ folder: TemporaryFolder) -> [(peer: Peer, needs: [String])] {
    let bromide = Environment.variable("BROMIDE") ?? "bromide"
    func own(_ name: String, _ suffix: String, _ options: [String]) -> (Peer, [String]) {
      let peer = Peer(
        name: "bromide " + name, version: [bromide, "--version"],
        command: { inputs, output in
          [bromide, "convert", "-y", "-q"] + options
            + ["-o", path(inputs[0], output, suffix), inputs[0]]
        }, output: { path($0, $1, suffix) })
      return (peer, [bromide])
    }
    let quality90 = ["--quality", "90", "--subsampling", "420"]
    func jpeg(_ input: String, _ output: String) -> String { path(input, output, "jpg") }
    let darktable = [
      "--core", "--configdir", folder("darktable"), "--cachedir", folder("darktable"),
      "--library", ":memory:", "--conf", "plugins/imageio/storage/disk/overwrite=1",
      "--conf", "plugins/imageio/format/jpeg/quality=90",
    ]
    return [
      own("PNG fast", "png", ["--plain", "--compression", "fast"]),
      own("quality 90, 4:2:0", "jpg", ["--plain"] + quality90),
      own("quality 92, 4:4:4", "jpg", ["--plain"]),
      own("quality 90, 4:2:0, with all corrections", "jpg", quality90),
      (
        Peer(
          name: "rawtherapee-cli -j90 -js3", version: ["rawtherapee-cli", "-v"],
          command: {
            ["rawtherapee-cli", "-n", "-j90", "-js3", "-Y", "-o", jpeg($0[0], $1), "-c", $0[0]]
          }, output: jpeg), ["rawtherapee-cli"]
      ),
      (
        Peer(
          name: "darktable-cli, quality 90", version: ["darktable-cli", "--version"],
          command: { ["darktable-cli", $0[0], jpeg($0[0], $1)] + darktable }, output: jpeg),
        ["darktable-cli"]
      ),
      (
        Peer(
          name: "dcraw_emu -q 3, cjpeg", version: ["dcraw_emu"],
          command: { inputs, output in
            [
              "sh", "-c",
              "dcraw_emu -w -W -q 3 -Z - \"$0\" | cjpeg -quality 90 -sample 2x2 -outfile \"$1\"",
              inputs[0], jpeg(inputs[0], output),
            ]
          }, output: jpeg), ["dcraw_emu", "cjpeg"]
      ),
    ]
  }

  private static func path(_ input: String, _ output: String, _ suffix: String) -> String {
    "\(output)/\(Peer.stem(input)).\(suffix)"
  }
}
