import Foundation
import Inspection
import Pixels
import SystemPackage
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Tracks and altitudes of folders.
@Suite struct TrackTests {
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
    return InfoReader.read(FilePath(try folder.write(photo.file(), as: name)))
  }

  private static func photos(_ folder: TemporaryFolder) throws -> [FileInfo] {
    [
      try photo("b&c.dng", folder, latitude: 60.25, second: 9, altitude: 200, pressure: 98_000),
      try photo("a.dng", folder, latitude: 60.5, second: 5, altitude: 130, pressure: 98_800),
    ]
  }

  @Test func geoJSON() throws {
    let folder = try TemporaryFolder()
    var track = PhotoTrack()
    for info in try Self.photos(folder) { track.add(info) }
    track.add(InfoReader.read(FilePath(Package.testImages + "/chart_rggb_12bit.dng")))
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

  @Test func gpx() throws {
    let folder = try TemporaryFolder()
    var track = PhotoTrack()
    for info in try Self.photos(folder) { track.add(info) }
    let reader = GPXReader()
    let parser = XMLParser(data: Data(track.gpx.utf8))
    parser.delegate = reader
    #expect(parser.parse())
    #expect(reader.points.map { $0["lat"] } == ["60.5", "60.25"])
    #expect(reader.texts["name"] == ["a.dng", "b&c.dng"])
    #expect(reader.texts["time"] == ["2026-07-14T08:00:05Z", "2026-07-14T08:00:09Z"])
    #expect(reader.texts["ele"] == ["130", "200"])
  }

  @Test func climbs() throws {
    let folder = try TemporaryFolder()
    var climb = Climb()
    var photos = try Self.photos(folder)
    for index in photos.indices { climb.add(to: &photos[index]) }
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
