package import BromidePhotos
internal import BromideRaw
internal import BromideSystem
internal import BromideValues

/// The frequency of a raw's values, per colour of the sensor pattern.
package struct SensorHistogram: Sendable {
  /// The counts of a colour.
  package struct Channel: Sendable {
    /// `red`, `green`, `blue` or `grey`.
    package let name: String
    /// Counts in equal steps from black to white. The last step includes all values at or above
    /// white.
    package fileprivate(set) var counts: [Int]
    /// Samples at white or above.
    package fileprivate(set) var clipped: Int
    /// Samples at black or below.
    package fileprivate(set) var crushed: Int

    /// The number of all samples.
    package var count: Int { counts.reduce(0, +) }
  }

  package let channels: [Channel]

  /// Steps from black to white.
  package static let steps = 256

  /// Counts the samples of a photo's visible area.
  package init(_ photo: LoadedPhoto) {
    switch photo.raw.image {
    case .mosaic(let mosaic):
      channels = Self.count(mosaic.samples, mosaic.levels, period: 2, color: mosaic.pattern.color)
    case .xtrans(let mosaic):
      channels = Self.count(
        mosaic.samples, mosaic.levels, period: XTransPattern.period, color: mosaic.pattern.color)
    case .linear(let image): channels = Self.count(image)
    }
  }

  private static func empty(_ name: String) -> Channel {
    Channel(name: name, counts: [Int](repeating: 0, count: steps), clipped: 0, crushed: 0)
  }

  /// Counts a mosaic.
  ///
  /// - Parameter period: Rows and columns after which the colours repeat.
  private static func count(
    _ samples: PlaneView<UInt16>, _ levels: SensorLevels, period: Int,
    color: (_ x: Int, _ y: Int) -> CFAColor
  ) -> [Channel] {
    let names: [CFAColor] = [.red, .green, .blue]
    var channels = ["red", "green", "blue"].map(empty)
    let size = levels.blackPatternSize
    // Count each combination of colour and black level, because both patterns repeat.
    let steps = (period * size.width, period * size.height)
    for dy in 0..<steps.1 {
      for dx in 0..<steps.0 {
        let channel = names.firstIndex(of: color(dx, dy)) ?? 1
        let black = Double(levels.black[dy % size.height * size.width + dx % size.width])
        count(
          samples, from: (dx, dy), step: steps, black: black, white: Double(levels.white),
          into: &channels[channel])
      }
    }
    return channels
  }

  private static func count(_ image: LinearImage) -> [Channel] {
    var channels = (image.channels == 1 ? ["grey"] : ["red", "green", "blue"]).map(empty)
    for channel in channels.indices {
      count(
        image.samples, from: (channel, 0), step: (image.channels, 1), black: 0,
        white: Double(image.white), into: &channels[channel])
    }
    return channels
  }

  private static func count(
    _ samples: PlaneView<UInt16>, from: (x: Int, y: Int), step: (x: Int, y: Int), black: Double,
    white: Double, into channel: inout Channel
  ) {
    let scale = Double(steps) / max(white - black, 1)
    var counts = [Int](repeating: 0, count: 65536)
    for y in stride(from: from.y, to: samples.height, by: step.y) {
      for x in stride(from: from.x, to: samples.width, by: step.x) {
        counts[Int(samples[x, y])] += 1
      }
    }
    for (value, count) in counts.enumerated() where count > 0 {
      let place = Int(((Double(value) - black) * scale).rounded(.down))
      channel.counts[max(0, min(steps - 1, place))] += count
      if Double(value) >= white { channel.clipped += count }
      if Double(value) <= black { channel.crushed += count }
    }
  }

  /// The value for JSON and the terminal.
  ///
  /// In text, each channel is a line of blocks with eight heights, and the clipped percentage.
  package var value: InfoValue {
    func share(_ part: Int, _ channel: Channel) -> Double {
      Double(part) / Double(max(channel.count, 1))
    }
    let json = channels.map { channel in
      (
        channel.name,
        JSONValue.object([
          ("count", .number("\(channel.count)")),
          ("clipped", .number(InfoValue.number(share(channel.clipped, channel)))),
          ("black", .number(InfoValue.number(share(channel.crushed, channel)))),
          ("counts", .array(channel.counts.map { .number("\($0)") })),
        ])
      )
    }
    let lines = channels.map { channel in
      let name = channel.name + String(repeating: " ", count: 5 - min(5, channel.name.count))
      let percent = 100 * share(channel.clipped, channel)
      return "\(name) \(Sparkline.text(channel.counts)) \(percent.text(decimals: 2)) % clipped"
    }
    return InfoValue(.object(json), lines.joined(separator: "\n"))
  }
}
