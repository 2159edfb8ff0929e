import BromideValues
import Foundation
import TestSupport
import Testing

/// Layers, wipes and shutters as `bromide render` draws them, against their definitions in double
/// precision.
@Suite struct LayerCommandTests {
  private let scene = RenderTree.fresh
  private var tree: CommandTree { scene.tree }

  /// The light of one frame of a timeline, from 16-bit sRGB.
  private func light(_ text: String, frame: Int = 0, _ more: String...) throws -> Light {
    try tree.write(text, to: "t.yaml")
    try tree.run(
      ["render", "t.yaml", "-o", "t.png", "-y", "--depth", "16", "--frame", "\(frame)"] + more,
      status: 0)
    let light = Light(image: try tree.picture("t.png", of: UInt16.self))
    #expect(light.image.channels == 3)
    return light
  }

  private struct Light {
    let image: ImageBuffer<UInt16>
    var samples: [UInt16] { image.values }
    subscript(_ x: Int, _ y: Int) -> SIMD3<Double> {
      var light = SIMD3<Double>()
      for c in 0..<3 { light[c] = TransferFunction.srgb.decode(Double(image[x, y, c]) / 65535) }
      return light
    }
  }

  /// A rectangle of one colour by the meaning of its keys.
  private struct Rectangle {
    var color: SIMD3<Double>
    var at: SIMD2<Double>
    var size: SIMD2<Double>
    var anchor = SIMD2(0.5, 0.5)
    var degrees = 0.0
    var opacity = 1.0

    /// Returns the covered fraction of a pixel, from 24 × 24 points.
    ///
    /// - Parameter reach: Pixels around it that are included.
    func coverage(_ x: Int, _ y: Int, reach: Double = 0) -> Double {
      let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
      let side = 1 + 2 * reach
      var count = 0
      for (j, i) in product(0..<24, 0..<24) {
        let (across, down) = (side * (Double(i) + 0.5) / 24, side * (Double(j) + 0.5) / 24)
        let point = SIMD2(Double(x) - reach + across, Double(y) - reach + down) - at
        let u = point.x * cosine + point.y * sine + anchor.x * size.x
        let v = point.y * cosine - point.x * sine + anchor.y * size.y
        if (0..<size.x).contains(u), (0..<size.y).contains(v) { count += 1 }
      }
      return Double(count) / 576
    }

    var isUpright: Bool { degrees == 0 }

    var light: SIMD3<Double> {
      SIMD3(
        TransferFunction.srgb.decode(color.x), TransferFunction.srgb.decode(color.y),
        TransferFunction.srgb.decode(color.z))
    }
  }

  /// Colours at positions, in boxes, about anchors, rotated and half transparent, composed in
  /// linear light.
  @Test func coloursAreDrawnAtTheirPositions() throws {
    let found = try light(
      """
      size: 96x64
      sources:
        - {color: '#336699', frames: 3}
        - {color: '#ff0000', start: 0, frames: 3, at: [30px, 20px], size: 24x16, anchor: topLeft}
        - {color: '#00ff00', start: 0, frames: 3, at: [0.5, 0.5], size: [0.25, 0.5], rotation: 30, opacity: 0.6}
        - {color: '#ffffff', start: 0, frames: 3, at: [90%, 1], size: 0.25, anchor: [1, 1], rotation: [{from: 0, to: -20}]}
      """, frame: 1)
    let whole = Rectangle(
      color: SIMD3(0x33, 0x66, 0x99) / 255, at: SIMD2(48, 32), size: SIMD2(96, 64))
    let rectangles = [
      whole,
      Rectangle(color: SIMD3(1, 0, 0), at: SIMD2(30, 20), size: SIMD2(24, 16), anchor: SIMD2()),
      Rectangle(
        color: SIMD3(0, 1, 0), at: SIMD2(48, 32), size: SIMD2(24, 32), degrees: 30, opacity: 0.6),
      Rectangle(
        color: SIMD3(1, 1, 1), at: SIMD2(86.4, 64), size: SIMD2(24, 16), anchor: SIMD2(1, 1),
        degrees: -10),
    ]
    var (inner, edge) = (0.0, 0.0)
    for (x, y) in Places(x: 0..<96, y: 0..<64) {
      var expected = SIMD3<Double>()
      var isEdge = false
      for rectangle in rectangles {
        let coverage = rectangle.coverage(x, y)
        // At a corner, both edges contribute to the compositor's coverage.
        if !rectangle.isUpright, ![0, 1].contains(rectangle.coverage(x, y, reach: 0.5)) {
          isEdge = true
        }
        let share = coverage * rectangle.opacity
        expected = expected * (1 - share) + rectangle.light * share
      }
      let error = found[x, y] - expected
      let worst = max(abs(error.x), abs(error.y), abs(error.z))
      if isEdge { edge = max(edge, worst) } else { inner = max(inner, worst) }
    }
    // The compositor's coverage of rotated edges is within 0.09, as its tests verify.
    #expect(inner < 2e-4 && edge < 0.1, "\(inner) \(edge)")
  }

  /// A photo in a box is the photo developed at that size.
  @Test func aPhotoInABoxIsThePhotoInThatSize() throws {
    try scene.photo("a.dng")
    let small = try light("size: 48x32\nsources: [{photo: a.dng, frames: 1}]")
    let placed = try light(
      "size: 96x64\nsources: [{photo: a.dng, frames: 1, size: 48x32, at: [20px, 10px], anchor: topLeft}]"
    )
    var worst = 0.0
    for (x, y) in Places(x: 0..<96, y: 0..<64) {
      let isInside = (20..<68).contains(x) && (10..<42).contains(y)
      let expected = isInside ? small[x - 20, y - 10] : SIMD3()
      let error = placed[x, y] - expected
      worst = max(worst, abs(error.x), abs(error.y), abs(error.z))
    }
    // Codes of light are 3·10⁻⁵ apart at white.
    #expect(worst < 8e-5, "\(worst)")
  }

  /// A wipe shows one photo before its edge and the other after it. A slide moves by integer steps.
  @Test func transitionsShowBoth() throws {
    let sources = { (transition: String) in
      "size: 96x64\nfps: 10\nsources:\n  - {color: '#ff0000', frames: 9}\n  - {color: '#0000ff', frames: 9, transition: {\(transition)}}"
    }
    // Frame 6 is the second of three: halfway.
    let wiped = try light(sources("wipe: 3f, shape: linear(90)"), frame: 7)
    for y in 0..<64 where abs(y - 32) > 1 {
      #expect(wiped[10, y] == (y < 32 ? SIMD3(0, 0, 1) : SIMD3(1, 0, 0)), "\(y)")
    }
    let slid = try light(sources("slide: 3f, from: left"), frame: 7)
    for x in 0..<96 {
      #expect(slid[x, 30] == (x < 48 ? SIMD3(0, 0, 1) : SIMD3(1, 0, 0)), "\(x)")
    }
    let round = try light(sources("wipe: 3f, shape: radial, softness: 1"), frame: 7)
    for (x, y) in [(47, 31), (80, 31), (5, 60)] {
      let radius = hypot(Double(x) + 0.5 - 48, Double(y) + 0.5 - 32) / hypot(48, 32)
      let share = min(max(0.5 * 2 - radius, 0), 1)
      #expect(abs(round[x, y].z - share) < 2e-3 && abs(round[x, y].x - 1 + share) < 2e-3)
    }
  }

  /// A shutter of 360 degrees spreads a bar that moves 16 pixels a frame over its way: the mean
  /// over 16 moments.
  @Test func movingLayersAreBlurred() throws {
    let text =
      "size: 96x16\nfps: 10\nmotion-blur: 360deg\nsources:\n  - {color: '#000000', frames: 5}\n  - {color: '#ffffff', start: 0, frames: 5, size: 16x16, at: [{from: [16px, 8px], to: [80px, 8px]}]}"
    let blurred = try light(text, frame: 2)
    for x in 0..<96 {
      var mean = 0.0
      for moment in 0..<16 {
        let left = 48 + 16 * ((Double(moment) + 0.5) / 16 - 0.5) - 8
        mean += max(0, min(Double(x) + 1, left + 16) - max(Double(x), left))
      }
      #expect(abs(blurred[x, 8].x - mean / 16) < 3e-4, "\(x)")
    }
    let sharp = try light(text, frame: 2, "--motion-blur", "0deg")
    #expect(sharp[40, 8].x == 1 && sharp[39, 8].x == 0 && sharp[56, 8].x == 0)
  }

  /// Photos are mixed in linear light.
  @Test func photosAreMixed() throws {
    try scene.sequence(3)
    let parts = try (0..<3).map { index in
      try light("size: 48x32\nsources: [{photo: in/p\(index).dng, frames: 1}]")
    }
    let mixed = try light(
      "size: 48x32\nsources: [{sequence: in, speed: 0.25, levels: own, blend: mix}]", frame: 1)
    let average = try light(
      "size: 48x32\nsources: [{sequence: in, levels: own, frames: 1, time-map: [{at: 0, value: 1.25}]}]",
      frame: 0, "--blend", "average")
    for ((y, x), c) in product([(3, 4), (16, 20), (30, 40)], 0..<3) {
      #expect(abs(mixed[x, y][c] - 0.75 * parts[0][x, y][c] - 0.25 * parts[1][x, y][c]) < 6e-5)
      #expect(abs(average[x, y][c] - 0.75 * parts[1][x, y][c] - 0.25 * parts[2][x, y][c]) < 6e-5)
    }
  }

  /// Words show facts of the photo below, and differ from frame to frame.
  @Test func wordsNameThePhoto() throws {
    try scene.sequence(2)
    func frame(_ words: String, _ index: Int) throws -> Light {
      try light(
        "size: 96x64\nsources: [{sequence: in}, {text: {words: '\(words)', outline: {color: '#000000'}}, start: 0, frames: 2, size: 0.3}]",
        frame: index)
    }
    let (first, second) = (try frame("{stem}/{n}", 0), try frame("{stem}/{n}", 1))
    #expect(
      try frame("p0/1", 0).samples == first.samples && frame("p1/2", 1).samples == second.samples)
    #expect(try frame("p1/1", 0).samples != first.samples)
    // White letters within black lines.
    let values = (20..<44).flatMap { y in (0..<96).map { first[$0, y].y } }
    #expect(values.contains { $0 > 0.99 } && values.contains { $0 < 0.001 })
    try tree.write(
      "size: 96x64\nsources: [{color: '#111111', frames: 2}, {text: '{n}', start: 0, frames: 2}]",
      to: "w.yaml")
    try scene.render("w.yaml", "-o", "w", status: 64, errors: "frame 0 does not show one")
  }

  /// The plan contains positions, and all frames are current in a second run.
  @Test func layersArePlannedAndFoundAgain() throws {
    try tree.write(
      "size: 48x32\nsources: [{color: '#ff0000', frames: 3}, {color: '#00ff00', start: 0, frames: 3, size: 0.5, at: [{from: [0, 0], to: [1, 1]}]}]",
      to: "t.yaml")
    let plan = try scene.render("t.yaml", "-n")
    #expect(plan.text.contains("a colour  at 0.5,0.5 size 0.5,0.5"), "\(plan.text)")
    #expect(try scene.render("t.yaml", "-n", "--format", "csv").text.contains(",place,wipe\n"))
    #expect(try scene.render("t.yaml", "-o", "f").status == 0)
    #expect(try scene.render("t.yaml", "-o", "f").errors.contains("3 current"))
    let manifest = try tree.text("f/manifest.json")
    #expect(manifest.contains("\"place\""))
    let one = try tree.read("f/1.png")
    #expect(try scene.render("t.yaml", "-o", "g", "-j", "1", "--frames", "1").status == 0)
    #expect(try tree.read("g/1.png") == one)
  }
}
