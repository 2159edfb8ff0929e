public import BromideDevelop
internal import BromideSystem
internal import SystemPackage

/// All parameters of all frames, as text for people or CSV for programs.
public struct ScheduleTable: Sendable {
  private let timeline: Timeline
  private let schedule: TimelineSchedule
  private let parameters: [Parameter]
  /// Whether a source does not fill the frame, or has a wipe.
  private let hasLayers: Bool
  /// The demosaic method of each source's photos, or empty to omit it.
  private let demosaics: [DemosaicMethod?]

  /// Creates a table without parameters that stay at their defaults.
  ///
  /// - Parameter demosaics: The demosaic method of each source's photos, or empty to omit it.
  public init(
    _ timeline: Timeline, _ schedule: TimelineSchedule, demosaics: [DemosaicMethod?] = []
  ) {
    self.demosaics = demosaics
    self.timeline = timeline
    self.schedule = schedule
    hasLayers = timeline.sources.contains {
      $0.isPlaced || !$0.layer.tracks.isEmpty || !($0.transition?.isCrossfade ?? true)
    }
    let tracks = schedule.sources.flatMap(\.tracks).map(\.parameter)
    parameters = ParameterTable.all.filter { parameter in
      tracks.contains(parameter)
        || timeline.sources.indices.contains {
          !timeline.recipe(of: $0).filters.isStandard(parameter)
        }
    }
  }

  /// Returns a frame as text, with its time in the film and one line per layer, such as `17  0.680
  /// s  hero.nef  exposure 0.25, crop 0,0,1,1`.
  public func text(_ frame: Int) -> [String] {
    let scheduled = schedule.frame(frame)
    let digits = "\(max(0, schedule.frameCount - 1))".count
    return scheduled.layers.map { layer in
      let number = "\(frame)"
      let place = String(repeating: " ", count: digits - number.count) + number
      let values = parameters.compactMap { parameter -> String? in
        let values = layer.filters[parameter] ?? parameter.standard
        guard let values else { return nil }
        return
          "\(parameter.name) \(text(values, parameter))\(layer.clamped.contains(parameter) ? " (clamped)" : "")"
      }
      let words = [
        values.joined(separator: ", "), layer.place?.description ?? "",
        layer.wipe?.description ?? "",
        layer.parts.map { "\($0.photo) by \(Self.decimal($0.weight))" }.joined(separator: " + "),
        demosaic(of: layer).map { "demosaic \($0)" } ?? "",
      ].filter { !$0.isEmpty }
      return "\(place)  \(Self.decimal(scheduled.time)) s  \(name(of: layer))"
        + words.map { "  " + $0 }.joined()
    }
  }

  /// The header line of the CSV table. If a parameter has several numbers, each has a column such
  /// as `crop.width`.
  public var header: String {
    (["frame", "time", "source", "source-frame", "photo"] + parameters.flatMap(columns) + [
      "clamped"
    ] + (hasLayers ? ["place", "wipe"] : []) + (demosaics.isEmpty ? [] : ["demosaic"]))
    .joined(separator: ",")
  }

  /// Returns a frame as CSV (RFC 4180), with one line per layer. Values that depend on the photo
  /// are empty. The time is the time of the source's keys, which reaches its duration in the last
  /// frame.
  public func csv(_ frame: Int) -> [String] {
    schedule.frame(frame).layers.map { layer in
      let values = parameters.flatMap { parameter -> [String] in
        let values = layer.filters[parameter] ?? parameter.standard
        guard let values else { return columns(parameter).map { _ in "" } }
        if parameter.form == .points { return [parameter.text(values)] }
        // A shape has no numbers of a window.
        if let shape = CropShape(values), parameter == .crop { return [shape.text, "", "", ""] }
        return values.map(Self.number)
      }
      let fields =
        ["\(frame)", Self.number(layer.time), "\(layer.source)", "\(layer.frame)", name(of: layer)]
        + values + [layer.clamped.map(\.name).joined(separator: " ")]
        + (hasLayers
          ? [layer.place?.description ?? "", layer.wipe?.description ?? ""] : [])
        + (demosaics.isEmpty ? [] : [demosaic(of: layer) ?? ""])
      return fields.map(Self.quoted).joined(separator: ",")
    }
  }

  private func demosaic(of layer: ScheduledLayer) -> String? {
    demosaics.indices.contains(layer.source) ? demosaics[layer.source]?.rawValue : nil
  }

  private func columns(_ parameter: Parameter) -> [String] {
    let parts: [String] =
      switch parameter.form {
      case .number, .points: []
      case .numbers(let names): names.map { $0.lowercased() }
      case .window: ["x", "y", "width", "height"]
      case .color: ["red", "green", "blue"]
      case .groups(let groups, let members):
        groups.flatMap { group in members.map { "\(group).\($0.name)" } }
      }
    return parts.isEmpty ? [parameter.name] : parts.map { "\(parameter.name).\($0)" }
  }

  /// Returns the name of a layer: a photo's name, a clip's name with its frame, or the source of
  /// tiles and sheets.
  private func name(of layer: ScheduledLayer) -> String {
    switch timeline.sources[layer.source].content {
    case .photo(let path): return path.visibleName
    case .sequence:
      let photos = schedule.sources[layer.source].timing.photos
      return photos.indices.contains(layer.photo) ? photos[layer.photo].visibleName : ""
    case .clip(let path): return "\(path.visibleName) \(layer.photo)"
    case .tiles(let layout): return "tiles of \(layout.photo.visibleName)"
    case .text(let layout):
      return "text “\(layout.template.text.replacing("\n", with: " "))”"
    case .color: return "a colour"
    case .sheet(let layout):
      return "sheet of \(layout.photos.paths.map(\.visibleName).joined(separator: " "))"
    }
  }

  /// Formats values with a precision of a millionth, which is enough for reading.
  private func text(_ values: [Double], _ parameter: Parameter) -> String {
    parameter.text(values.map { ($0 * 1e6).rounded() / 1e6 })
  }

  private static func number(_ value: Double) -> String {
    value == 0 ? "0" : value.shortest
  }

  private static func decimal(_ value: Double) -> String {
    let thousandths = Int((value * 1000).rounded())
    let rest = "\(thousandths % 1000)"
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { ",\"\n\r".contains($0) }) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}
