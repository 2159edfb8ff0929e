import BromidePhotos
import BromideRuns
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Tracks and altitudes of folders.
@Suite struct TrackTests {
  private let folder = TemporaryFolder.fresh

  /// A photo at a place.
  private static func photo(
    _ name: String, _ folder: TemporaryFolder, latitude: Double, second: Int, altitude: Double,
    pressure: Int
  ) throws -> FileInfo {
    var metadata = DNGMetadata()
    var position = DNGPosition(latitude: latitude, longitude: -7.5)
    position.altitude = altitude
    position.time = [8, 0, second]
    position.date = "2026:07:14"
    metadata.position = position
    metadata.ambient.pressure = DNGRational(pressure, 100)
    var photo = SyntheticPhoto(.landscape(seed: 1), size: Size(width: 32, height: 24))
    photo.options.metadata = metadata
    return InfoReader.read(
      FilePath(try folder.write(photo.file(), as: name)), context: RunContext())
  }

  private static func photos(_ folder: TemporaryFolder) throws -> [FileInfo] {
    [
      try photo("b&c.dng", folder, latitude: 60.25, second: 9, altitude: 200, pressure: 98_000),
      try photo("a.dng", folder, latitude: 60.5, second: 5, altitude: 130, pressure: 98_800),
    ]
  }

  @Test func geoJSON() throws {
    var track = PhotoTrack()
    for info in try Self.photos(folder) { track.add(info) }
    track.add(
      InfoReader.read(FilePath(Package.testImages + "/chart_rggb_12bit.dng"), context: RunContext())
    )
    #expect(track.count == 2)
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(track.geoJSON.utf8)) as? [String: Any])
    #expect(root["type"] as? String == "FeatureCollection")
    let features = try #require(root["features"] as? [[String: Any]])
    let kinds = features.compactMap { ($0["geometry"] as? [String: Any])?["type"] as? String }
    #expect(kinds == ["LineString", "Point", "Point"])
    // Longitude first, in the order of time and not of the files.
    let line = (features[0]["geometry"] as? [String: Any])?["coordinates"] as? [[Double]]
    #expect(line == [[-7.5, 60.5, 130], [-7.5, 60.25, 200]])
    let names = features.dropFirst().compactMap { ($0["properties"] as? [String: Any])?["name"] }
    #expect(names as? [String] == ["a.dng", "b&c.dng"])
  }

  /// RFC 7946: members of objects (3), positions with two or three numbers, longitude first
  /// (3.1.1), lines with two or more (3.1.4), features with geometry and properties (3.2), and no
  /// member that the RFC removed (4, 7).
  @Test func geoJSONFollowsTheRFC() throws {
    for count in 0...2 {
      var track = PhotoTrack()
      for info in try Self.photos(folder).prefix(count) { track.add(info) }
      let root = try #require(
        JSONSerialization.jsonObject(with: Data(track.geoJSON.utf8)) as? [String: Any])
      #expect(Set(root.keys) == ["type", "features"])
      #expect(root["type"] as? String == "FeatureCollection")
      let features = try #require(root["features"] as? [[String: Any]])
      #expect(features.count == [0, 1, 3][count])
      for feature in features {
        #expect(Set(feature.keys) == ["type", "geometry", "properties"])
        #expect(feature["type"] as? String == "Feature" && feature["properties"] is [String: Any])
        let geometry = try #require(feature["geometry"] as? [String: Any])
        #expect(Set(geometry.keys) == ["type", "coordinates"])
        let positions: [[Double]]
        switch geometry["type"] as? String {
        case "Point": positions = [try #require(geometry["coordinates"] as? [Double])]
        case "LineString":
          positions = try #require(geometry["coordinates"] as? [[Double]])
          #expect(positions.count >= 2)
        case let kind:
          Issue.record("a geometry \(kind ?? "none")")
          continue
        }
        for position in positions {
          #expect((2...3).contains(position.count))
          #expect((-180...180).contains(position[0]) && (-90...90).contains(position[1]))
        }
      }
    }
  }

  private func readGPX(_ reader: any XMLParserDelegate) throws {
    var track = PhotoTrack()
    for info in try Self.photos(folder) { track.add(info) }
    let parser = XMLParser(data: Data(track.gpx.utf8))
    parser.delegate = reader
    #expect(parser.parse())
  }

  /// The schema of GPX 1.1: which elements an element may have, and in which order.
  @Test func gpxFollowsTheSchema() throws {
    let reader = GPXChecker()
    try readGPX(reader)
    #expect(reader.count == 11)
    #expect(reader.problems == [])
  }

  @Test func gpx() throws {
    let reader = GPXReader()
    try readGPX(reader)
    #expect(reader.points.map { $0["lat"] } == ["60.5", "60.25"])
    #expect(reader.texts["name"] == ["a.dng", "b&c.dng"])
    #expect(reader.texts["time"] == ["2026-07-14T08:00:05Z", "2026-07-14T08:00:09Z"])
    #expect(reader.texts["ele"] == ["130", "200"])
  }

  @Test func climbs() throws {
    var changes = AltitudeChanges()
    var photos = try Self.photos(folder)
    for index in photos.indices { changes.add(to: &photos[index]) }
    #expect(photos[0][.altitudeChange] == nil && photos[0][.pressureClimb] == nil)
    #expect(photos[1][.altitudeChange]?.cell == "-70")
    // 8 hPa more: some 68 m further down, at 0.012 kPa a metre.
    let change = try #require(photos[1][.pressureClimb].flatMap { Double($0.cell) })
    #expect((-75)...(-62) ~= change)
  }
}

/// Points and texts of a GPX file.
private final class GPXReader: NSObject, XMLParserDelegate {
  var points: [[String: String]] = []
  var texts: [String: [String]] = [:]
  private var name = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    self.name = name
    if name == "trkpt" { points.append(attributes) } else { texts[name, default: []].append("") }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    self.name = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    guard let last = texts[name]?.indices.last else { return }
    texts[name]?[last] += string
  }
}

/// Holds elements to the sequences of gpx.xsd 1.1 (topografix.com/GPX/1/1).
private final class GPXChecker: NSObject, XMLParserDelegate {
  private(set) var problems: [String] = []
  private(set) var count = 0
  private var open: [(name: String, place: Int)] = []

  private static let point = [
    "ele", "time", "magvar", "geoidheight", "name", "cmt", "desc", "src", "link", "sym", "type",
    "fix", "sat", "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid", "extensions",
  ]
  private static let children = [
    "": ["gpx"], "gpx": ["metadata", "wpt", "rte", "trk", "extensions"],
    "trk": ["name", "cmt", "desc", "src", "link", "number", "type", "extensions", "trkseg"],
    "trkseg": ["trkpt", "extensions"], "trkpt": point,
  ]
  private static let repeated: Set = ["wpt", "rte", "trk", "trkseg", "trkpt", "link"]
  private static let required = ["gpx": ["version", "creator"], "trkpt": ["lat", "lon"]]

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    count += 1
    let (parent, last) = open.last ?? ("", -1)
    if let place = Self.children[parent]?.firstIndex(of: name) {
      if place < last || (place == last && !Self.repeated.contains(name)) {
        problems.append("\(name) out of order in \(parent)")
      }
      if !open.isEmpty { open[open.count - 1].place = place }
    } else {
      problems.append("\(name) in \(parent)")
    }
    for attribute in Self.required[name] ?? [] where attributes[attribute] == nil {
      problems.append("\(name) without \(attribute)")
    }
    if name == "gpx", attributes["version"] != "1.1" { problems.append("another version") }
    for (attribute, most) in [("lat", 90.0), ("lon", 180.0)] {
      guard let text = attributes[attribute] else { continue }
      if !(Double(text).map { abs($0) <= most } ?? false) {
        problems.append("\(attribute) \(text)")
      }
    }
    open.append((name, -1))
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }
}
