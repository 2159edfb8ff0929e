import TestSupport
import Testing
import Tweening

@Suite struct InterpolatableTests {
  /// (10,20) → (30,60) at 1.2 gives (34,68).
  @Test func interpolationDoesNotClamp() {
    let end = Point(x: 30, y: 60)
    let point = Point(x: 10, y: 20).interpolated(to: end, at: 1.2)
    #expect(near(point.x, 34) && near(point.y, 68))
    let simd = SIMD2<Float>(10, 20).interpolated(to: SIMD2(30, 60), at: 1.2)
    #expect(near(Double(simd.x), 34, 1e-5) && near(Double(simd.y), 68, 1e-5))
    let extent = Extent(width: 10, height: 20).interpolated(
      to: Extent(width: 30, height: 60), at: -1)
    #expect(extent == Extent(width: -10, height: -20))
    let array = [10.0, 20].interpolated(to: [30, 60], at: 1.2)
    #expect(near(array[0], 34) && near(array[1], 68))
  }

  /// 0.1 + (0.7 − 0.1)·1 is not 0.7, but the end must be exact.
  @Test func endsAreExact() {
    var random = SeededGenerator(seed: 1)
    func check<Value: Interpolatable & Equatable>(_ a: Value, _ b: Value) {
      #expect(a.interpolated(to: b, at: 0) == a)
      #expect(a.interpolated(to: b, at: 1) == b)
      #expect(a.interpolated(to: a, at: 0.3) == a)
    }
    func draw() -> Double { .random(in: -1...1, using: &random) }
    for _ in 0..<200 {
      check(draw(), draw())
      check(Float(draw()), Float(draw()))
      check(SIMD3(draw(), draw(), draw()), SIMD3(draw(), draw(), draw()))
      check(SIMD4<Float>(1, 2, 3, Float(draw())), SIMD4<Float>(0, 0, 1, Float(draw())))
      check(
        Rectangle(x: draw(), y: 0, width: 1, height: draw()),
        Rectangle(x: 0, y: draw(), width: draw(), height: 1))
      check(
        OklabColor(lightness: draw(), a: 0, b: 1), OklabColor(lightness: draw(), a: 1, b: draw()))
      check(Angle(radians: 3 * draw()), Angle(radians: 3 * draw()))
      check([draw(), draw()], [draw(), draw()])
      check(
        PlaneTransform(rotation: Angle(radians: draw())),
        PlaneTransform(translation: Point(x: draw(), y: 1), skew: draw()))
    }
  }

  /// self + a·(first − self) + b·(second − self), also with the protocol's default.
  @Test func movedAlongTwoDirections() {
    struct Plain: Interpolatable {
      var value: Double
      func interpolated(to end: Plain, at share: Double) -> Plain {
        Plain(value: value.interpolated(to: end.value, at: share))
      }
    }
    var random = SeededGenerator(seed: 2)
    for _ in 0..<200 {
      let n = (0..<5).map { _ in Double.random(in: -2...2, using: &random) }
      let expected = n[0] + n[3] * (n[1] - n[0]) + n[4] * (n[2] - n[0])
      let plain = Plain(value: n[0]).moved(
        towards: Plain(value: n[1]), by: n[3], and: Plain(value: n[2]), by: n[4])
      #expect(near(plain.value, expected, 1e-12))
      #expect(near(n[0].moved(towards: n[1], by: n[3], and: n[2], by: n[4]), expected, 1e-12))
      let array = [n[0], 0].moved(towards: [n[1], 0], by: n[3], and: [n[2], 1], by: n[4])
      #expect(near(array[0], expected, 1e-12) && near(array[1], n[4], 1e-12))
    }
  }

  /// A struct of numbers conforms with one function, and then has everything that numbers have:
  /// curves, smooth tracks, detours.
  @Test func structsConformWithOneFunction() throws {
    struct Look: VectorInterpolatable, Equatable {
      var exposure: Double
      var place: Point
      func zipped(_ other: Look, _ body: (Double, Double) -> Double) -> Look {
        Look(exposure: body(exposure, other.exposure), place: place.zipped(other.place, body))
      }
    }
    let dark = Look(exposure: -2, place: Point(x: 10, y: 20))
    let bright = Look(exposure: 1, place: Point(x: 30, y: 60))
    #expect(dark.interpolated(to: bright, at: 0.5).place == Point(x: 20, y: 40))
    #expect(dark.interpolated(to: bright, at: 1) == bright)
    let segment = Segment(from: dark, to: bright, duration: 2, timing: Curve.linear)
    #expect(near(segment.value(at: 1.5).exposure, 0.25, 1e-12))
    let track = try KeyframeTrack([
      Keyframe(time: 0, value: dark, transition: .smooth(.monotone)),
      Keyframe(time: 1, value: bright, transition: .smooth(.monotone)),
      Keyframe(time: 2, value: dark),
    ])
    #expect(track.value(at: 1) == bright && track.value(at: 0.5).exposure < 1)
    let further = Look(exposure: 4, place: Point(x: 50, y: 100))
    let detour = Detour(
      leaving: segment.motion(at: 1), at: 1, to: further, in: 4, timing: Curve.cosine)
    guard case .entered = detour.joint else {
      Issue.record("the new end lies in line with the old movement")
      return
    }
    #expect(near(detour.value(at: 1).place.y, 40, 1e-9))
    #expect(detour.value(at: detour.arrival) == further)
  }

  @Test func progressRequiresAPointOnTheLine() {
    #expect(2.0.progress(of: 3, towards: 6) == 0.25)
    #expect(2.0.progress(of: 1, towards: 6) == -0.25)
    #expect(2.0.progress(of: 3, towards: 2) == nil)
    let origin = SIMD2(1.0, 1)
    #expect(near(origin.progress(of: SIMD2(2, 3), towards: SIMD2(5, 9)) ?? .nan, 0.25, 1e-12))
    #expect(origin.progress(of: SIMD2(2, 3), towards: SIMD2(5, 8)) == nil)
    #expect(origin.progress(of: origin, towards: SIMD2(5, 8)) == 0)
  }

  @Test(arguments: [
    (350.0, 10.0, 0.5, 360.0), (10, 350, 0.5, 0), (10, 350, 0.25, 5), (0, 180, 0.5, 90),
    (0, -180, 0.5, 90), (90, 100, 1.5, 105), (0, 720, 0.5, 0), (-170, 170, 0.5, -180),
  ])
  func anglesTurnTheShortWay(from: Double, to: Double, share: Double, degrees: Double) {
    let angle = Angle(degrees: from).interpolated(to: Angle(degrees: to), at: share)
    #expect(near(angle.degrees, degrees, 1e-9))
  }

  /// The primaries as published with Oklab, to four digits, and a round trip.
  @Test func oklab() {
    let white = OklabColor(linearSRGB: SIMD3(1, 1, 1))
    #expect(near(white.lightness, 1, 1e-4) && near(white.a, 0, 1e-4) && near(white.b, 0, 1e-4))
    let red = OklabColor(linearSRGB: SIMD3(1, 0, 0))
    #expect(near(red.lightness, 0.6280, 1e-4) && near(red.a, 0.2249, 1e-4))
    #expect(near(red.b, 0.1258, 1e-4))
    let blue = OklabColor(linearSRGB: SIMD3(0, 0, 1))
    #expect(near(blue.lightness, 0.4520, 1e-4) && near(blue.b, -0.3115, 1e-4))
    var random = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let rgb = SIMD3<Double>.random(in: -0.2...2, using: &random)
      let back = OklabColor(linearSRGB: rgb).linearSRGB
      #expect(max(abs(back.x - rgb.x), abs(back.y - rgb.y), abs(back.z - rgb.z)) < 1e-12)
    }
  }

  @Test func transformsComeApartAndTogether() {
    var random = SeededGenerator(seed: 4)
    func draw(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    for _ in 0..<300 {
      let transform = PlaneTransform(
        translation: Point(x: draw(-9...9), y: draw(-9...9)),
        rotation: Angle(radians: draw(-3.1...3.1)), skew: draw(-1...1),
        scale: Extent(width: draw(0.1...3), height: draw(-3...3)))
      let again = PlaneTransform(transform.matrix)
      #expect(near(again.rotation.radians, transform.rotation.radians, 1e-12))
      #expect(near(again.skew, transform.skew, 1e-10))
      #expect(near(again.scale.width, transform.scale.width, 1e-12))
      #expect(near(again.scale.height, transform.scale.height, 1e-12))
      #expect(again.translation == transform.translation)
    }
    // Halfway through a quarter turn is an eighth of a turn, without shrinking.
    let turn = PlaneTransform(rotation: Angle(degrees: 90))
    let half = PlaneTransform.identity.interpolated(to: turn, at: 0.5).matrix
    #expect(near(half.a, 0.5.squareRoot(), 1e-12) && near(half.b, 0.5.squareRoot(), 1e-12))
    let point = half.applied(to: Point(x: 1, y: 0))
    #expect(near(point.x * point.x + point.y * point.y, 1, 1e-12))
  }

  /// [slide up slightly, expand slightly] gives scale .9 and ty 9. The other order gives ty 10.
  @Test func matricesFollowOneAnother() {
    let slide = PlaneTransform(translation: Point(x: 0, y: 10)).matrix
    let expand = PlaneTransform(scale: Extent(width: 0.9, height: 0.9)).matrix
    #expect(near(slide.followed(by: expand).ty, 9, 1e-12))
    #expect(near(expand.followed(by: slide).ty, 10, 1e-12))
    #expect(near(slide.followed(by: expand).a, 0.9, 1e-12))
  }

  @Test func flatTransformsComeApart() {
    for matrix in [
      PlaneTransform.Matrix(a: 0, b: 0, c: 0, d: 0, tx: 1, ty: 2),
      PlaneTransform.Matrix(a: 0, b: 0, c: -2, d: 1, tx: 0, ty: 0),
      PlaneTransform.Matrix(a: 3, b: 4, c: 0, d: 0, tx: 0, ty: 0),
    ] {
      let again = PlaneTransform(matrix).matrix
      for (found, expected) in [
        (again.a, matrix.a), (again.b, matrix.b), (again.c, matrix.c), (again.d, matrix.d),
        (again.tx, matrix.tx), (again.ty, matrix.ty),
      ] {
        #expect(near(found, expected, 1e-12))
      }
    }
  }
}
