internal import BromideRaw

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The camera table of `bromide cameras`.
struct CameraList {
  enum Format: String, CaseIterable {
    case text, json
  }

  private let entries: [CameraEntry]
  private let version: String

  /// Creates the list.
  ///
  /// - Parameters:
  ///   - minor: The minor version of LibRaw 0.x that reads the files.
  ///   - version: The version text of this LibRaw.
  init(minor: Int = LibRawVersion.minor, version: String = LibRawVersion.text) {
    entries = CameraTable.all.map { CameraEntry($0, minor: minor) }
    self.version = version
  }

  func text(_ format: Format) throws -> String {
    switch format {
    case .text: return plainText
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(entries), as: UTF8.self) + "\n"
    }
  }

  private var plainText: String {
    let width = entries.map(\.name.count).max() ?? 0
    func pad(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    var text = ""
    var maker = ""
    for entry in entries {
      if entry.maker != maker { text += "\(maker.isEmpty ? "" : "\n")\(entry.maker)\n" }
      maker = entry.maker
      let known = entry.libraw.map { "right since LibRaw \($0)" } ?? "right in no LibRaw"
      text += "  \(pad(entry.name, width))  \(pad(entry.colors, 14))  "
      text += entry.needs.map { "\(pad(known, 23))  needs LibRaw \($0)" } ?? known
      text += "\n"
    }
    let unread = entries.filter { $0.needs != nil }.count
    text += "\nBromide adds the colours of these \(entries.count) cameras"
    if unread > 0 { text += "; \(unread) need a newer LibRaw than \(version)" }
    return text
      + ".\nIt also supports all other cameras of LibRaw \(version), with the colours of their DNGs or LibRaw's colours.\n"
  }
}

/// One camera in the list.
private struct CameraEntry: Encodable {
  let maker: String
  let name: String
  let make: String
  let model: String
  let aliases: [String]
  /// `table`, or `none` if no matrix is published.
  let matrix: String
  /// The lights of the matrices.
  let lights: [String]
  /// The first LibRaw with the correct matrix.
  let libraw: String?
  /// The LibRaw version that can read the files, if the installed one cannot.
  let needs: String?

  init(_ camera: Camera, minor: Int) {
    maker = camera.maker
    name = camera.name
    make = camera.make
    model = camera.model
    aliases = camera.aliases
    matrix = camera.daylightMatrix == nil ? "none" : "table"
    lights =
      (camera.tungstenMatrix == nil ? [] : ["A"]) + (camera.daylightMatrix == nil ? [] : ["D65"])
    libraw = camera.librawMinor.map { "0.\($0)" }
    needs = camera.containerMinor.flatMap { $0 > minor ? "0.\($0)" : nil }
  }

  /// The text to show to a person: `A and D65`.
  var colors: String { lights.isEmpty ? "none published" : lights.joined(separator: " and ") }
}
