/// A white by its position relative to black bodies: the coordinates for averaging lights.
///
/// ``Chromaticity/init(temperature:tint:)`` uses the daylight locus above 5000 K. Here, the line is
/// always Planck's, so daylight has a Duv of about +0.003.
package struct PlanckianPlace: Sendable, Hashable {
  /// A million divided by the correlated colour temperature in kelvin. Equal steps look about
  /// equal.
  package var mired: Double
  /// Distance from the Planckian locus in CIE 1960 (u, v), positive for greener light.
  package var duv: Double

  /// Creates any position.
  package init(mired: Double, duv: Double) {
    self.mired = mired
    self.duv = duv
  }

  /// Creates the position of a white. Outside 1500 … 40 000 K, it is the closest end.
  package init(_ white: Chromaticity) {
    let (kelvin, duv, _) = TemperatureLocus.nearest(
      white.uv1960, on: TemperatureLocus.planckian(_:))
    self.init(mired: 1e6 / kelvin, duv: duv)
  }

  /// The white at this position.
  package var white: Chromaticity {
    let point = TemperatureLocus.planckian(1e6 / mired)
    return Chromaticity(uv1960: point.uv + duv * point.normal)
  }
}
