import Foundation
import TestSupport
import Testing

/// The part, volume and fades of the sound in a film, as ffmpeg decodes it.
@Suite(.needsFilms) struct FilmSoundTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  /// A second of silence and two seconds of a square wave, with 8 bits and 48 000 samples per
  /// second. AAC can start up to 1024 samples late.
  private func writeSound() throws {
    let samples = (0..<144_000).map { place -> UInt8 in
      place < 48_000 ? 128 : place / 120 % 2 == 0 ? 88 : 168
    }
    try tree.write(RenderTree.wave(samples, rate: 48_000), to: "sound.wav")
  }

  /// Returns the loudness of each tenth of a second in a film of one second.
  private func loudness(_ audio: String) throws -> [Double] {
    try scene.zoom(frames: 10, more: "audio: \(audio)")
    let run = try scene.render("zoom.yaml", "-o", "z.mkv", "-y")
    try #require(run.status == 0, "\(run.errors)")
    try ForeignProgram.ffmpeg!.run([
      "-v", "error", "-y", "-i", tree.path("z.mkv"), "-f", "s16le", "-ac", "1", "-ar", "8000",
      tree.path("z.raw"),
    ])
    let bytes = try tree.read("z.raw")
    let samples = (0..<bytes.count / 2).map { place -> Double in
      let word = UInt16(bytes[2 * place]) | UInt16(bytes[2 * place + 1]) << 8
      return Double(Int16(bitPattern: word)) / 32_768
    }
    return (0..<10).map { tenth in
      let part = samples.dropFirst(800 * tenth).prefix(800)
      let sum = part.reduce(0.0) { $0 + $1 * $1 }
      return (sum / Double(max(part.count, 1))).squareRoot()
    }
  }

  @Test func filmsTakeTheirPartOfTheSound() throws {
    try writeSound()
    let plain = try loudness("sound.wav")
    #expect(plain.prefix(9).allSatisfy { $0 < 0.02 }, "\(plain)")
    let later = try loudness("{file: sound.wav, from: 1500ms}")
    #expect(later[1..<9].allSatisfy { abs($0 - 0.31) < 0.04 }, "\(later)")
    let quiet = try loudness("{file: sound.wav, from: 1500ms, volume: 0.5}")
    #expect(quiet[2..<8].allSatisfy { abs($0 - 0.155) < 0.02 }, "\(quiet)")
    let faded = try loudness("{file: sound.wav, from: 1500ms, fade: 400ms}")
    #expect(faded[0] < 0.08 && faded[9] < 0.1 && abs(faded[5] - 0.31) < 0.04, "\(faded)")
    #expect(faded[0] < faded[1] && faded[1] < faded[2] && faded[8] > faded[9], "\(faded)")
  }

  /// Before, a long film failed after all frames were rendered.
  @Test(arguments: ["hero.dng", "a.png"])
  func filesWithoutSoundFailAtOnce(name: String) throws {
    try scene.zoom(frames: 2)
    #expect(try scene.render("zoom.yaml", "--frame", "0", "-o", "a.png").status == 0)
    try scene.render(
      "zoom.yaml", "-o", "z.mp4", "--audio", name, status: 64,
      errors: "audio: ffprobe cannot find sound in \(name)")
  }

  @Test func invalidAudioFails() throws {
    try writeSound()
    for (audio, words) in [
      ("{file: sound.wav, from: 3s}", "audio: from 3.0s is beyond the end of"),
      ("{from: 1s}", "file"),
      ("{file: sound.wav, volume: loud}", "expected numbers from 0.0 to 10.0"),
      ("{file: sound.wav, gain: 2}", "gain"), ("{file: gone.wav}", "audio: cannot find gone.wav"),
    ] {
      try scene.zoom(frames: 2, more: "audio: \(audio)")
      try scene.render("zoom.yaml", "-o", "z.mp4", status: 64, errors: words)
      #expect(!tree.exists("z.mp4"))
    }
  }

  /// Before, ffmpeg read the names as protocols, after all frames were rendered.
  @Test func namesWithAColonAreFiles() throws {
    try writeSound()
    try tree.write(try tree.read("sound.wav"), to: "take 1:2.wav")
    for frames in [2, 160] {
      try scene.zoom(frames: frames, size: "48x32")
      let film = "June:2/\(frames).mp4"
      try scene.render("zoom.yaml", "-o", film, "--audio", "take 1:2.wav", status: 0)
      #expect(tree.exists(film))
    }
  }

  /// Before, the rest of a film was silent without a message.
  @Test func soundThatEndsBeforeTheFilmIsReported() throws {
    try writeSound()
    try scene.zoom(frames: 35)
    try scene.render(
      "zoom.yaml", "-o", "z.mp4", "--audio", "sound.wav", status: 0,
      errors: "sound.wav ends after 3.0 s, and the film after 3.5 s, so its end is silent")
    let part = try scene.render(
      "zoom.yaml", "-o", "z.mp4", "--audio", "sound.wav", "--frames", "0-29")
    #expect(part.status == 0 && !part.errors.contains("silent"), "\(part.errors)")
  }

  /// Another part of the sound is another film.
  @Test func changedAudioReplacesTheVideo() throws {
    try writeSound()
    try scene.zoom(frames: 2, more: "audio: sound.wav")
    let text = try tree.text("zoom.yaml")
    for (audio, words) in [
      ("sound.wav", "2 rendered"), ("sound.wav", "2 current"),
      ("{file: sound.wav, volume: 0.5}", "2 rendered"),
    ] {
      let changed = text.replacing("audio: sound.wav", with: "audio: \(audio)")
      try tree.write(changed, to: "zoom.yaml")
      try scene.render("zoom.yaml", "-o", "z.mp4", status: 0, errors: words)
    }
  }
}
