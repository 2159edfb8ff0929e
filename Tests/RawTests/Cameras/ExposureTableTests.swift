import Testing

@testable import BromideRaw

@Suite struct ExposureTableTests {
  @Test func rowsKeepTheirForm() throws {
    var keys: Set<CameraKey> = []
    let lines = ExposureTable.text.split(separator: "\n")
    #expect(!lines.isEmpty && lines == lines.sorted { $0.lowercased() < $1.lowercased() })
    for line in lines {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      #expect(fields.count == 3, "\(line)")
      guard fields.count == 3 else { continue }
      let stops = try #require(Double(fields[2]), "\(line)")
      // A camera further off than this would be one whose white level is wrong.
      #expect(abs(stops) <= 1.5, "\(line)")
      let digits = fields[2].split(separator: ".").last
      #expect(digits?.count == 2 && (stops == 0) == !"+-".contains(fields[2].prefix(1)), "\(line)")
      #expect(keys.insert(CameraKey(make: fields[0], model: fields[1])).inserted, "\(line)")
      #expect(ExposureTable.stops(make: fields[0], model: fields[1]) == stops)
    }
  }

  @Test(arguments: [
    ("Canon", "Canon EOS 30D", 0.40), ("Canon", "EOS 30D", 0.40), ("Canon", "Canon EOS D30", -0.50),
    ("NIKON CORPORATION", "NIKON D5000", 0), ("Nikon", "D5000", 0), ("LG Mobile", "LG-H815", 0),
  ])
  func measuredModelsAreFoundByTheirNames(make: String, model: String, stops: Double) {
    #expect(ExposureTable.stops(make: make, model: model) == stops)
  }

  @Test(arguments: [
    ("Canon", "Canon EOS 300D"), ("Canon", "Canon EOS 3"), ("NIKON CORPORATION", "NIKON D500"),
    ("", ""),
  ])
  func othersAreNotMeasured(make: String, model: String) {
    #expect(ExposureTable.stops(make: make, model: model) == nil)
  }
}
