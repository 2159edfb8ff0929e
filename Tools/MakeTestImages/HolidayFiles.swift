internal import BromideCodecs
internal import BromideValues
internal import TestSupport

/// Five finished pictures and some music, for a film.
struct HolidayFiles {
  typealias File = (name: String, bytes: @Sendable () throws -> [UInt8])

  static let files: [File] = {
    var files: [File] = (1...5).map { number in
      let make: @Sendable () throws -> [UInt8] = { picture(number) }
      return ("holiday/day_\(number).jpg", make)
    }
    files.append(("holiday/music.wav", { music }))
    return files
  }()

  private static let size = Size(width: 480, height: 320)

  /// A landscape under the light of its day.
  private static func picture(_ number: Int) -> [UInt8] {
    let scene = SyntheticScene.landscape(seed: UInt64(40 + number), octaves: 7)
    let tint = [
      SIMD3(1.0, 1, 1), SIMD3(1.25, 1, 0.7), SIMD3(0.8, 0.95, 1.2), SIMD3(1.35, 0.9, 0.75),
      SIMD3(0.55, 0.7, 1.1),
    ][number - 1]
    var image = ImageBuffer<UInt16>(size: size, channels: 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let light = scene.color(
          (Double(x) + 0.5) / Double(size.width), (Double(y) + 0.5) / Double(size.height))
        for c in 0..<3 {
          let code = TransferFunction.srgb.encode(min(max(light[c] * tint[c], 0), 1))
          image[x, y, c] = UInt16((65535 * code).rounded())
        }
      }
    }
    let planes = YCbCrEncoder(
      coding: YCbCrCoding(matrix: .bt601, range: .full, depth: 8), siting: .center, layout: .i444
    ).encode(image)
    var jpeg = PeerJPEG(
      size: size,
      planes: (0..<3).map { .init(Array(planes[$0 * size.area..<($0 + 1) * size.area]), size) })
    jpeg.quality = 85
    return jpeg.encoded()
  }

  /// Ten seconds of four chords in 8-bit samples, 8000 a second: each note a decaying triangle.
  private static var music: [UInt8] {
    let rate = 8000
    let chords = [[262.0, 330, 392], [220, 262, 330], [175, 220, 262], [196, 247, 294]]
    let samples = (0..<10 * rate).map { index -> UInt8 in
      let beat = index / (rate / 2)
      let chord = chords[beat / 5 % 4]
      let note = chord[beat % 3]
      let time = Double(index % (rate / 2)) / Double(rate)
      func triangle(_ frequency: Double) -> Double {
        let phase = (time * frequency).truncatingRemainder(dividingBy: 1)
        return 4 * abs(phase - 0.5) - 1
      }
      // Rises within 5 ms and falls by half each quarter of a second.
      let envelope = min(time / 0.005, 1) / (1 + 4 * time)
      return UInt8((128 + 60 * envelope * (triangle(note) + 0.3 * triangle(2 * note))).rounded())
    }
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return Array("RIFF".utf8) + little(36 + samples.count, 4) + Array("WAVEfmt ".utf8)
      + little(16, 4) + little(1, 2) + little(1, 2) + little(rate, 4) + little(rate, 4)
      + little(1, 2) + little(8, 2) + Array("data".utf8) + little(samples.count, 4) + samples
  }
}
