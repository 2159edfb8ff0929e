internal import BromidePhotos
internal import BromideSystem
internal import BromideValues

/// Collects the brightness of camera previews relative to the standard look, in stops, per model.
struct ExposureRows {
  enum Format: String, CaseIterable {
    case text, json
  }

  /// The photos of one model.
  private struct Model {
    let make: String
    let model: String
    var stops: [Double]

    var median: Double { stops.median }
    var spread: Double { (stops.max() ?? 0) - (stops.min() ?? 0) }
    var isRow: Bool { stops.count >= leastPhotos }
  }

  /// Minimum number of photos, because a single photo can be an exception.
  private static let leastPhotos = 2

  private var models: [Model] = []

  /// Adds a photo.
  mutating func add(make: String, model: String, stops: Double) {
    if let known = models.firstIndex(where: { $0.make == make && $0.model == model }) {
      models[known].stops.append(stops)
    } else {
      models.append(Model(make: make, model: model, stops: [stops]))
    }
  }

  private var sorted: [Model] { models.sorted { ($0.make, $0.model) < ($1.make, $1.model) } }

  /// Sentences about models without enough photos.
  var shortcomings: [String] {
    sorted.filter { !$0.isRow }.map {
      "\(CameraName.text(make: $0.make, model: $0.model)): \($0.stops.count) photo, \(Formatted.stops($0.median)); a row needs \(Self.leastPhotos) photos at least"
    }
  }

  func text(_ format: Format) -> String {
    switch format {
    case .text:
      return sorted.filter(\.isRow).map {
        "\($0.make)|\($0.model)|\(Self.signed($0.median))  # \($0.stops.count) photos, spread \($0.spread.text(decimals: 2)) EV\n"
      }.joined()
    case .json: return JSONText.encode(sorted.map(Row.init)) + "\n"
    }
  }

  private struct Row: Encodable {
    let make: String
    let model: String
    let stops: Double
    let photos: Int
    let spread: Double
    /// Whether there are enough photos for a row.
    let isRow: Bool

    init(_ model: Model) {
      make = model.make
      self.model = model.model
      stops = Self.rounded(model.median)
      photos = model.stops.count
      spread = Self.rounded(model.spread)
      isRow = model.isRow
    }

    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
  }

  /// Formats a number for the table: `+0.40`, `-0.50`, `0.00`.
  private static func signed(_ stops: Double) -> String {
    let text = stops.text(decimals: 2)
    return stops > 0 && text != "0.00" ? "+" + text : text
  }
}
