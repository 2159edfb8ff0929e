/// A white by its place beside the black bodies: the coordinates in which lights are averaged.
///
/// Unlike ``Chromaticity/init(temperature:tint:)``, whose locus turns to daylight above 5000 K, the
/// line is Planck's throughout, so that daylight lies at a Duv of about +0.003.
package struct PlanckianPlace: Sendable, Hashable {
  /// A million over the correlated colour temperature in kelvin: equal steps look about alike.
  package var mired: Double
  /// Distance from the Planckian locus in CIE 1960 (u, v), positive for greener light.
  package var duv: Double

  /// A place that may lie anywhere.
  package init(mired: Double, duv: Double) {
    self.mired = mired
    self.duv = duv
  }

  /// The place of a white; beyond 1500 … 40 000 K, of the nearer end.
  package init(_ white: Chromaticity) {
    let (kelvin, duv, _) = TemperatureLocus.nearest(
      white.uv1960, on: TemperatureLocus.planckian(_:))
    self.init(mired: 1e6 / kelvin, duv: duv)
  }

  /// The white at this place.
  package var white: Chromaticity {
    let point = TemperatureLocus.planckian(1e6 / mired)
    return Chromaticity(uv1960: point.uv + duv * point.normal)
  }
}
