import BromideValues
import Foundation
import TestSupport
import Testing

/// A folder of photos and timelines for running `bromide render`.
final class RenderTree {
  let tree: CommandTree

  init() throws { tree = try CommandTree() }

  /// A new folder for the stored property of a suite.
  static var fresh: RenderTree { RenderTree(tree: .fresh) }

  private init(tree: CommandTree) { self.tree = tree }

  /// Writes a photo of 192×128 sites.
  func photo(
    _ name: String, exposure: Double = -1, size: Size = Size(width: 192, height: 128)
  ) throws {
    var photo = SyntheticPhoto(.landscape(seed: 3, octaves: 6), size: size)
    photo.exposure = exposure
    try tree.write(photo.file(), to: name)
  }

  /// Writes the photos of a sequence, each a little brighter than the one before.
  func sequence(_ count: Int) throws {
    for i in 0..<count { try photo("in/p\(i).dng", exposure: -2 + 0.1 * Double(i)) }
  }

  /// Writes a photo and a timeline that animates its exposure and crop.
  ///
  /// - Parameter last: A photo that follows for five frames.
  func zoom(frames: Int, size: String = "96x64", more: String = "", last: String? = nil) throws {
    try photo("hero.dng")
    let text = """
      size: \(size)
      fps: 10
      \(more)
      sources:
        - photo: hero.dng
          duration: \(frames)f
          tracks:
            exposure:
              - {at: 0s, value: -1}
              - {at: 100%, value: 1}
            crop:
              - {at: 0s, value: [0, 0, 1, 1]}
              - {at: 100%, value: [0.25, 0.25, 0.5, 0.5]}
      """
    let end = last.map { "\n  - {photo: \($0), duration: 5f}" } ?? ""
    try tree.write(Array((text + end).utf8), to: "zoom.yaml")
  }

  /// Runs `bromide render`. The other parameters are those of ``CommandTree/run``.
  @discardableResult
  func render(
    _ arguments: String..., status: Int32? = nil, errors: String...,
    location: SourceLocation = #_sourceLocation
  ) throws -> CommandRun {
    try CommandRun(["render"] + arguments, folder: tree.root).expect(status, errors, location)
  }

  /// The bytes of a folder's files by name.
  func content(_ folder: String) throws -> [String: [UInt8]] {
    var content: [String: [UInt8]] = [:]
    for name in tree.entries(folder) { content[name] = try tree.read(folder + "/" + name) }
    return content
  }

  /// Starts a run, sends it a signal as soon as a folder holds `count` frames, and waits for it to
  /// end.
  func run(
    _ arguments: [String], untilFrames count: Int, in folder: String, signal: Int32,
    environment: [String: String] = [:]
  ) throws -> Int32 {
    let process = try tree.start(["render"] + arguments, environment: environment)
    while process.isRunning, frames(folder) < count { usleep(2000) }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The file of a sound with one channel of 8 bits (RIFF WAVE).
  static func wave(_ samples: [UInt8], rate: Int) -> [UInt8] {
    Array("RIFF".utf8) + little(36 + samples.count) + Array("WAVEfmt ".utf8) + little(16)
      + [1, 0, 1, 0] + little(rate) + little(rate) + [1, 0, 8, 0]
      + Array("data".utf8) + little(samples.count) + samples
  }

  /// The file of a square wave with 8000 samples per second.
  static func squareWave(seconds: Int) -> [UInt8] {
    wave((0..<8000 * seconds).map { $0 / 20 % 2 == 0 ? 100 : 156 }, rate: 8000)
  }

  func frames(_ folder: String) -> Int {
    tree.entries(folder).count { $0.hasSuffix(".png") }
  }

  /// The samples of a PNG with 8 bits.
  func pixels(_ name: String) throws -> [UInt8] { try tree.picture(name).values }
}
