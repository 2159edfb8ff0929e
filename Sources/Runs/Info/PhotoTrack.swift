internal import BromideSystem
internal import SystemPackage

/// The positions of photos as a track, sorted by time. Photos without a time are last, in their
/// original order.
package struct PhotoTrack: Sendable {
  private struct Point: Sendable {
    let name: String
    let latitude: Double
    let longitude: Double
    let altitude: Double?
    /// UTC, ISO 8601.
    let time: String?
    /// The time of the camera's clock, to sort photos without a GPS time.
    let order: String?
    let info: FileInfo
  }

  private var points: [Point] = []

  /// Creates a track without points.
  package init() {}

  /// The number of photos with a position.
  package var count: Int { points.count }

  /// Adds a photo if it has a position.
  package mutating func add(_ info: FileInfo) {
    guard let latitude = info.number(.latitude), let longitude = info.number(.longitude) else {
      return
    }
    let taken = Self.text(info[.time])
    points.append(
      Point(
        name: info.path.lastComponent.map { "\($0)" } ?? "\(info.path)", latitude: latitude,
        longitude: longitude, altitude: info.number(.altitude),
        time: Self.text(info[.placeTime]), order: Self.text(info[.placeTime]) ?? taken,
        info: info))
  }

  private var sorted: [Point] {
    points.enumerated().sorted { left, right in
      switch (left.element.order, right.element.order) {
      case (let a?, let b?) where a != b: a < b
      case (.some, nil): true
      case (nil, .some): false
      default: left.offset < right.offset
      }
    }.map(\.element)
  }

  private static func text(_ value: InfoValue?) -> String? {
    guard case .text(let text)? = value?.json else { return nil }
    return text
  }

  // MARK: GeoJSON

  /// The track as GeoJSON (RFC 7946).
  ///
  /// It contains a line if there are at least two points. Each photo is a point with its name,
  /// time, altitude and heading.
  package var geoJSON: String {
    let points = sorted
    var features: [JSONValue] = []
    if points.count > 1 {
      features.append(
        Self.feature(
          "LineString", .array(points.map(Self.coordinates)), [("name", .text("track"))]))
    }
    for point in points {
      var properties: [(String, JSONValue)] = [("name", .text(point.name))]
      for field in [InfoField.time, .placeTime, .altitude, .heading, .headingReference] {
        if let value = point.info[field] { properties.append((field.rawValue, value.json)) }
      }
      features.append(Self.feature("Point", Self.coordinates(point), properties))
    }
    return JSONValue.object([("type", .text("FeatureCollection")), ("features", .array(features))])
      .text + "\n"
  }

  private static func feature(
    _ kind: String, _ coordinates: JSONValue, _ properties: [(String, JSONValue)]
  ) -> JSONValue {
    .object([
      ("type", .text("Feature")),
      ("geometry", .object([("type", .text(kind)), ("coordinates", coordinates)])),
      ("properties", .object(properties)),
    ])
  }

  /// Returns longitude first, because RFC 7946 requires it.
  private static func coordinates(_ point: Point) -> JSONValue {
    .array(
      ([point.longitude, point.latitude] + (point.altitude.map { [$0] } ?? []))
        .map { .number(InfoValue.number($0)) })
  }

  // MARK: GPX

  /// The track as GPX 1.1 (topografix.com/GPX/1/1).
  package var gpx: String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Bromide \(BromideVersion.number)" \
      xmlns="http://www.topografix.com/GPX/1/1">
        <trk>
          <trkseg>

      """
    for point in sorted {
      text +=
        "      <trkpt lat=\"\(InfoValue.number(point.latitude))\" lon=\"\(InfoValue.number(point.longitude))\">"
      // Use the order of the schema.
      if let altitude = point.altitude { text += "<ele>\(InfoValue.number(altitude))</ele>" }
      if let time = point.time { text += "<time>\(time)</time>" }
      text += "<name>\(Self.escaped(point.name))</name></trkpt>\n"
    }
    return text + "    </trkseg>\n  </trk>\n</gpx>\n"
  }

  /// Escapes text for XML, and replaces characters that XML does not support.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case _ where scalar.value < 0x20: "?"
      default: String(scalar)
      }
    }.joined()
  }
}
