import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideKernels

/// The noise deviations that each demosaic declares, compared with simulated noise through it.
@Suite struct NoiseResponseTests {
  typealias Plane = [[Double]]
  static let side = 480

  struct Case: Sendable, CustomTestStringConvertible {
    let kernel: DemosaicKernel
    let isXTrans: Bool
    /// For the banks, the response depends slightly on it. This value is typical for cameras.
    var deviation: Double { [.rcd, .bilinear].contains(kernel) ? 0.003 : 0.011 }
    var filters: ColorFilters { isXTrans ? .xtrans(.allCases[4]) : .bayer(.rggb) }
    var testDescription: String { "\(kernel) of \(isXTrans ? "X-Trans" : "Bayer")" }
  }

  static let cases =
    [DemosaicKernel.rcd, .banks1, .banks2, .bilinear].map { Case(kernel: $0, isXTrans: false) }
    + [DemosaicKernel.banks, .banks1, .bilinear].map { Case(kernel: $0, isXTrans: true) }

  @Test(arguments: cases) func deviationsMatchSimulation(_ c: Case) {
    let measured = Self.response(c)
    let given = c.kernel.noiseResponse(c.filters)
    func compare(_ a: [Double], _ b: [Double], _ name: String) {
      // Coarse details have few independent values.
      for (a, b) in zip(a, b) { #expect(abs(a / b - 1) < 0.05, "\(name): \(a) for \(b)") }
    }
    compare(measured.colorDetails, given.colorDetails, "colour")
    compare(measured.lumaDetails, given.lumaDetails, "luminance's details")
    compare([measured.luminance], [given.luminance], "luminance")
  }

  /// A flat field of light 0.3 with noise of one deviation in every colour.
  static func field(_ c: Case) -> (luma: Plane, colors: [Plane]) {
    let deviation = c.deviation
    var random = SeededGenerator(seed: 12)
    let samples = ImageBuffer<UInt16>(size: Size(width: side, height: side)) { x, y, _ in
      let deviate = (0..<12).reduce(-6.0) { sum, _ in sum + .random(in: 0..<1, using: &random) }
      return UInt16(60_000 * (0.3 + deviation * deviate))
    }
    let levels = SensorLevels(black: 0, white: 60_000)
    let input =
      switch c.filters {
      case .xtrans(let pattern):
        DemosaicInput(
          mosaic: XTransMosaic(samples: samples.plane, pattern: pattern, levels: levels),
          gains: [1, 1, 1], ceiling: .infinity)
      case .bayer(let pattern):
        DemosaicInput(
          mosaic: Mosaic(samples: samples.plane, pattern: pattern, levels: levels),
          gains: [1, 1, 1], ceiling: .infinity)
      }
    let pixels = DemosaicCase.pixels(c.kernel, input, by: .best)
    func plane(_ value: (SIMD3<Double>) -> Double) -> Plane {
      (0..<side).map { y in
        (0..<side).map { x in value(SIMD3<Double>(pixels[y * side + x])) / deviation }
      }
    }
    return (plane { ($0.x + 2 * $0.y + $0.z) / 4 }, [plane { $0.x - $0.y }, plane { $0.z - $0.y }])
  }

  /// The measured response to a field's noise.
  static func response(_ c: Case) -> NoiseResponse {
    let (luma, colors) = field(c)
    var lumaDetails: [Double] = []
    var smooth = luma
    for level in 0..<4 {
      let next = smoothed(smooth, 1 << level)
      lumaDetails.append(Self.deviation([minus(smooth, next)]))
      smooth = next
    }
    let cells = colors.map(halved)
    let first = cells.map { smoothed($0, 1) }
    let second = first.map { smoothed($0, 2) }
    let quarters = second.map(halved)
    return NoiseResponse(
      colorDetails: [
        Self.deviation(zip(cells, first).map(minus)), Self.deviation(zip(first, second).map(minus)),
        Self.deviation(quarters.map { minus($0, smoothed($0, 1)) }),
        Self.deviation(zip(colors, cells).map { minus($0, doubled($1)) }),
      ], lumaDetails: lumaDetails, spectra: c.kernel.noiseResponse(c.filters).spectra,
      luminance: Self.deviation([luma.map { $0.map { $0 - 0.3 / c.deviation } }]))
  }

  /// Returns the root mean square of several planes, without 30 values at their edges.
  private static func deviation(_ planes: [Plane]) -> Double {
    var (sum, count) = (0.0, 0)
    for plane in planes {
      let inner = 30..<plane.count - 30
      for (y, x) in product(inner, inner) { sum += plane[y][x] * plane[y][x] }
      count += inner.count * inner.count
    }
    return (sum / Double(count)).squareRoot()
  }

  /// The declared spectra compared with the spectra of the same noise, for blocks at even and odd
  /// positions, band by band, because each frequency has few values.
  @Test(arguments: cases) func spectraMatchSimulation(_ c: Case) {
    let (luma, colors) = Self.field(c)
    let light = luma.map { $0.map { $0 - 0.3 / c.deviation } }
    let cells = ([light] + colors).map(Self.halved)
    let quarters = cells.map(Self.halved)
    let given = c.kernel.noiseResponse(c.filters).spectra
    func compare(_ planes: [Plane], _ share: Double, _ spectrum: NoiseSpectrum, _ name: String) {
      var (energies, variances) = (
        [Double](repeating: 0, count: 8), [Double](repeating: 0, count: 8)
      )
      var blocks = 0
      for plane in planes {
        for y in stride(from: 16, to: plane.count - 24, by: 3) {
          for x in stride(from: 16, to: plane.count - 24, by: 3) {
            let found = OpticsReference.spectrum((0..<64).map { plane[y + $0 / 8][x + $0 % 8] })
            for i in 0..<64 { energies[max(i % 8, i / 8)] += share * found[i] * found[i] }
            blocks += 1
          }
        }
      }
      for i in 0..<64 { variances[max(i % 8, i / 8)] += spectrum.table[i] * Double(blocks) }
      for band in 0..<8 {
        let ratio = energies[band] / variances[band]
        // Coarse frequencies have few independent values.
        #expect(
          abs(ratio - 1) < (band == 0 ? 0.25 : 0.15), "\(name), frequency \(band): \(ratio) times")
      }
    }
    compare([Self.minus(light, Self.doubled(cells[0]))], 1, given.light, "luminance")
    compare([Self.minus(cells[0], Self.doubled(quarters[0]))], 1, given.cells, "cells")
    // Both differences have twice the declared variance.
    compare(Array(cells[1...]), 0.5, given.cellColor, "colour of cells")
    compare(Array(quarters[1...]), 0.5, given.quarterColor, "colour of quarters")
    compare([quarters[0]], 1, given.quarters, "quarters")
  }

  private static func minus(_ a: Plane, _ b: Plane) -> Plane {
    zip(a, b).map { zip($0, $1).map { $0 - $1 } }
  }

  /// [1 4 6 4 1]/16 along rows and columns, at steps.
  private static func smoothed(_ a: Plane, _ step: Int) -> Plane {
    func line(_ values: [Double]) -> [Double] {
      values.indices.map { i in
        func at(_ k: Int) -> Double { values[min(max(i + k * step, 0), values.count - 1)] }
        let far: Double = at(-2) + at(2)
        let near: Double = at(-1) + at(1)
        return (far + 4 * near + 6 * at(0)) / 16
      }
    }
    func turned(_ a: Plane) -> Plane { a.indices.map { x in a.map { $0[x] } } }
    return turned(turned(a.map(line)).map(line))
  }

  private static func halved(_ a: Plane) -> Plane {
    (0..<a.count / 2).map { y -> [Double] in
      let (above, below) = (a[2 * y], a[2 * y + 1])
      return (0..<a.count / 2).map { x -> Double in
        let sum: Double = above[2 * x] + above[2 * x + 1] + below[2 * x] + below[2 * x + 1]
        return sum / 4
      }
    }
  }

  /// To twice the rows and columns: the nearest four by 9 : 3 : 3 : 1.
  private static func doubled(_ a: Plane) -> Plane {
    func line(_ v: [Double]) -> [Double] {
      (0..<2 * v.count).map { i in
        let near = i / 2
        let far = min(max(near + (i % 2 == 0 ? -1 : 1), 0), v.count - 1)
        return (3 * v[near] + v[far]) / 4
      }
    }
    let rows = a.map(line)
    let columns = rows[0].indices.map { x in line(rows.map { $0[x] }) }
    return columns[0].indices.map { y in columns.map { $0[y] } }
  }
}
