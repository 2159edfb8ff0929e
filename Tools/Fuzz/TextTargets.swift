internal import BromideChoreography
internal import BromideCodecs
internal import BromideDevelop
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import Tweening

extension FuzzTarget {
  /// Words of the command line and of documents.
  static let texts: [FuzzTarget] = [
    FuzzTarget(name: "curve") { bytes in
      let curve = try Curve(parsing: text(bytes))
      let again = try! Curve(parsing: curve.description)
      precondition(again == curve, curve.description)
      for time in [0, 0.1, 0.5, 1.0] as [Double] { _ = curve(time) }
    },
    FuzzTarget(name: "choreography") { bytes in
      let text = text(bytes)
      if let sort = SortFunction(text) {
        precondition(SortFunction(sort.description) == sort, sort.description)
      }
      if let routine = Routine(text) {
        precondition(Routine(routine.description) == routine, routine.description)
      }
      if let script = Script(text) {
        precondition(Script(script.description) == script, script.description)
      }
    },
    FuzzTarget(name: "words") { bytes in
      let text = text(bytes)
      _ = TimePoint(text)
      _ = FrameRate(text)
      _ = MemoryLimit(text)
      _ = try? NameTemplate(text)
      _ = try? BalancePlace(parsing: text)
      _ = CaptureTime(exif: text, subSecond: text, zone: text)
      _ = XMPPacket.fingerprint(in: bytes)
      _ = try? WhiteBalance(parsing: text)
    },
    FuzzTarget(name: "bytes") { bytes in
      let name = ByteText.reversible(bytes)
      precondition(ByteText.bytes(of: name) == bytes, "names keep their bytes")
      let seen = ByteText.visible(bytes, escapesControls: true)
      precondition(!seen.unicodeScalars.contains { $0.value < 0x20 }, "no terminal obeys a name")
      let words = [text(bytes), name, seen]
      let json = JSONValue.array(words.map { JSONValue.text($0) })
      for form in [json.text, json.lines()] {
        precondition(JSONText.decode([String].self, from: Array(form.utf8)) == words, form)
      }
    },
  ]
}
