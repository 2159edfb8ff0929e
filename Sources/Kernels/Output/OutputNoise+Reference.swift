package import BromideValues

extension OutputNoise {
  /// Applies the formulas to a whole picture in double precision, row by row.
  package func reference(_ pixels: [SIMD3<Double>], size: Size) -> [SIMD3<Double>] {
    let red = Plane(size, pixels.map { $0.x - $0.y })
    let blue = Plane(size, pixels.map { $0.z - $0.y })
    let luma = Plane(size, pixels.map { ($0.x + 2 * $0.y + $0.z) / 4 })
    let (mean, redMean, blueMean) = (luma.smooth(1), red.smooth(1), blue.smooth(1))
    func variances(_ v: SIMD4<Double>) -> Plane {
      Plane(
        size,
        mean.values.indices.map { i in
          let green = mean.values[i] - (redMean.values[i] + blueMean.values[i]) / 4
          let p = [green + redMean.values[i], green, green + blueMean.values[i]].map { max($0, 0) }
          return max(0, v.x + v.y * p[0] + v.z * p[1] + v.w * p[2])
        })
    }
    func reduced(_ plane: Plane, _ variance: Plane, _ factors: [Double], _ levels: Int) -> Plane {
      var (level, sum) = (plane, [Double](repeating: 0, count: plane.values.count))
      for i in 0..<levels {
        let smooth = level.smooth(1 << i)
        let details = Plane(size, zip(level.values, smooth.values).map { $0 - $1 })
        for y in 0..<size.height {
          for x in 0..<size.width {
            var energy = 0.0
            for dy in -2...2 {
              for dx in -2...2 { energy += details[x + dx, y + dy] * details[x + dx, y + dy] / 25 }
            }
            let share = max(0, 1 - factors[i] * variance[x, y] / max(energy, 1e-30))
            sum[y * size.width + x] += share * details[x, y]
          }
        }
        level = smooth
      }
      return Plane(size, zip(sum, level.values).map { $0 + $1 })
    }
    let color = factors(Self.thresholds.color)
    let c = reduced(red, variances(redVariance), color, Self.colorLevels)
    let d = reduced(blue, variances(blueVariance), color, Self.colorLevels)
    let light =
      treatsLuminance
      ? reduced(luma, variances(lumaVariance), factors(Self.thresholds.luma), Self.lumaLevels)
      : luma
    return light.values.indices.map { i in
      let green = light.values[i] - (c.values[i] + d.values[i]) / 4
      return SIMD3(green + c.values[i], green, green + d.values[i])
    }
  }

  /// A plane with repeated edges.
  private struct Plane {
    let size: Size
    let values: [Double]

    init(_ size: Size, _ values: [Double]) { (self.size, self.values) = (size, values) }

    subscript(x: Int, y: Int) -> Double {
      values[min(max(y, 0), size.height - 1) * size.width + min(max(x, 0), size.width - 1)]
    }

    func smooth(_ step: Int) -> Plane {
      let taps = [1.0, 4, 6, 4, 1].map { $0 / 16 }
      func pass(_ dx: Int, _ dy: Int) -> Plane {
        Plane(
          size,
          (0..<size.area).map { i in
            let (x, y) = (i % size.width, i / size.width)
            return (-2...2).reduce(0) { $0 + taps[$1 + 2] * self[x + $1 * dx, y + $1 * dy] }
          })
      }
      return pass(0, step).along(step, taps)
    }

    private func along(_ step: Int, _ taps: [Double]) -> Plane {
      Plane(
        size,
        (0..<size.area).map { i in
          let (x, y) = (i % size.width, i / size.width)
          return (-2...2).reduce(0) { $0 + taps[$1 + 2] * self[x + $1 * step, y] }
        })
    }
  }
}
