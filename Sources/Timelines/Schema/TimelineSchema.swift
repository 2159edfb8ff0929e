internal import BromideCodecs
internal import BromideDevelop
internal import BromideSystem
internal import BromideValues
internal import Tweening

/// The JSON Schema (draft 07) of timeline documents, generated from the parameter table.
///
/// Editors use it to complete and check keys. It checks less than the reader. For example, it does
/// not check the spelling of curves and animations, or whether photos fit the document.
public enum TimelineSchema {
  /// The schema as JSON text.
  public static var text: String { root.lines() + "\n" }

  private static var root: JSONValue {
    .schema(
      properties: [
        ("size", size("Exact size of frames: 1920x1080.")),
        ("fit", fit),
        (
          "fps",
          .either(
            [
              .object([
                ("type", .text("number")), ("exclusiveMinimum", .number("0")),
                ("maximum", .number("1000")),
              ]), .pattern("^[0-9.]+(/[0-9]+)?$"),
            ], "Frames a second: 25, 23.976 or 30000/1001.")
        ),
        ("space", .choice(RGBSpace.all.map(\.name) + ["linear"], "Colour space of the frames.")),
        (
          "depth",
          .object([
            ("enum", .array([.number("8"), .number("16"), .text("8"), .text("16")])),
            ("description", .text("Bits a sample.")),
          ])
        ),
        ("dither", .choice(of: Dither.self, "Dither of frames of 8 bits.")),
        ("tone", .choice(of: ToneMode.self, "Tone curve.")),
        ("curve", curve),
        (
          "motion-blur", .pattern("^[0-9.]+deg$", "Angle of the shutter: 180deg.")
        ),
        ("loop", .kind("boolean", "Ends one frame before the end state, for a film that repeats.")),
        (
          "audio",
          .either(
            [
              .kind("string"),
              .schema(
                properties: [
                  ("file", .kind("string")), ("from", .reference("span")),
                  ("volume", .numberOrText(0...10, "Factor of the loudness.")),
                  ("fade", .reference("span")),
                ], required: ["file"]),
            ], "A file with the sound of a film.")
        ),
        ("develop", .reference("develop")),
        ("sources", .list(.reference("source"), "Sources, one after another.")),
      ], required: ["sources"],
      "A timeline of Bromide: sources, and photographic parameters that move in them.",
      more: [
        ("$schema", .text("http://json-schema.org/draft-07/schema#")),
        ("definitions", .object(definitions)),
      ])
  }

  private static let fit = JSONValue.choice(
    of: SourceFit.self,
    "How pictures fit the size: cut off, complete, or complete over a blurred copy.")

  /// The schema of a curve's name. Only the reader checks the text in brackets.
  private static let curve = JSONValue.reference("curve")

  private static var develop: JSONValue {
    .schema(
      properties: [
        (
          "white-balance",
          .either(
            [
              .kind("string"), .kind("number"),
              .list(.kind("number"), "Temperature and tint, or multipliers."),
            ], "\(WhiteBalance.acceptedForms).")
        ),
        (
          "look",
          .either(
            [
              .choice(
                Look.all.map(\.name) + CameraLookMode.allCases.map(\.rawValue),
                "A look by its name."), .kind("string", "A look file."),
            ], "Look of the pictures.")
        ),
        ("lut", .kind("string", "Look table: a .cube file or a HaldCLUT PNG.")),
        ("lut-space", .kind("string", "Colours of the look table: \(TableLook.acceptedSpaces).")),
        ("profile", .kind("string", "Camera profile: \(ProfileChoice.acceptedForms).")),
        (
          "highlight-mode",
          .choice(HighlightMode.allCases.map(\.rawValue) + ["reconstruct"], "Clipped channels.")
        ),
        ("demosaic", .choice(of: DemosaicMethod.self, "Demosaicing method.")),
        (
          "crop-area",
          .choice(
            of: CropArea.self, "The photographer's crop in a DNG, the maker's, or all pixels.")
        ),
        (
          "output-sharpen",
          .either(
            [
              .choice(["auto", "none"], "The usual amount, 1, or none."),
              .number(OpticsSettings.Sharpening.amounts),
            ], "Sharpening of photos and sequences at the size of the frame.")
        ),
      ] + ParameterTable.all.map { ($0.name, .reference("value-\($0.name)")) },
      "Values for every source, or over these for one; a track overrides them.")
  }

  private static var definitions: [(String, JSONValue)] {
    [
      ("source", .either(TimelineSource.kinds.map(source))), ("develop", develop),
      (
        "tracks",
        .schema(
          properties: ParameterTable.all.map { ($0.name, .reference("track-\($0.name)")) },
          "Parameters that move.")
      ),
      ("span", span), ("part", part), ("moment", moment),
      ("curve", .pattern(named(Curve.readableNames), "A curve by its name: linear, ease(2).")),
      (
        "transition",
        .pattern(named(Curve.readableNames + ["smooth"]), "A curve, hold, or smooth(catmullRom).")
      ),
      (
        "photos",
        .either(
          [.kind("string"), .list(.kind("string"))], "A folder, a name with * or ?, or a list.")
      ),
    ] + ParameterTable.all.map { ("value-\($0.name)", value(of: $0)) }
      + ParameterTable.all.map { ("track-\($0.name)", track(.reference("value-\($0.name)"))) }
  }

  // MARK: Times

  private static let seconds = "([0-9.]+h)?([0-9.]+m)?([0-9.]+s)?([0-9.]+ms)?"

  private static var span: JSONValue {
    time("\(seconds)|[0-9]+f", "A length: 4s, 1m30s, 250ms or 96f.")
  }

  private static var part: JSONValue {
    time("\(seconds)|[0-9]+f|[0-9.]+%", "A length within the source: 2s, 48f or 50%.")
  }

  private static var moment: JSONValue {
    time("\(seconds)|[0-9]+f|[0-9.]+%|photo .+", "A moment: 2s, 48f, 50%, photo 120 or photo NAME.")
  }

  /// Returns the pattern of a name with optional brackets.
  private static func named(_ names: [String]) -> String {
    "^\\s*(\(names.joined(separator: "|")))\\s*(\\(.*\\)\\s*)?$"
  }

  private static func time(_ pattern: String, _ description: String) -> JSONValue {
    .either([.pattern("^(?=.)(0|\(pattern))$"), .object([("const", .number("0"))])], description)
  }

  // MARK: Parameters

  private static func value(of parameter: Parameter) -> JSONValue {
    let number = JSONValue.number(parameter.range)
    func numbers(_ count: Int) -> JSONValue { .list(number, count: count...count) }
    let forms: [JSONValue]
    switch parameter.form {
    case .number: return .numberOrText(parameter.range, parameter.help + ".")
    case .numbers(let names): forms = [numbers(names.count), .kind("string")]
    case .window: forms = [numbers(4), .kind("string")]
    case .color: forms = [numbers(3), .pattern("^#[0-9A-Fa-f]{6}$|,")]
    case .groups(let groups, let members):
      let member = JSONValue.schema(
        properties: members.map { ($0.name, .number($0.range)) }, "Numbers of a group.")
      forms = [
        .kind("string"),
        .schema(properties: groups.map { ($0, member) }, "Numbers by group."),
      ]
    case .points: forms = [.list(number, count: 4...1000), .list(numbers(2)), .kind("string")]
    }
    return .either(forms, parameter.help + ".")
  }

  // MARK: Sources

  private static func source(_ kind: String) -> JSONValue {
    let always: [(String, JSONValue)] = [
      ("start", .reference("span")), ("duration", .reference("span")),
      ("frames", .object([("type", .text("integer")), ("minimum", .number("1"))])),
      ("transition", transition),
    ]
    let common = always + (["photo", "sequence", "clip"].contains(kind) ? [("fit", fit)] : [])
    var own: [(String, JSONValue)]
    switch kind {
    case "sequence": own = [(kind, .reference("photos"))] + lapse + retiming
    case "clip":
      own =
        [
          (kind, .kind("string", "A path, relative to the document.")),
          ("matrix", Self.coded("Matrix of its YCbCr; a name, KR,KB, or a code of H.273.")),
          ("range", .choice(of: YCbCrRange.self, "Range of its codes.")),
          ("primaries", Self.coded("Its primaries; a name, or a code of H.273.")),
          ("transfer", Self.coded("Curve to linear light; a name, or a code of H.273.")),
          ("siting", .choice(of: ChromaSiting.self, "Position of its chroma samples.")),
          (
            "chroma",
            .choice(of: YCbCrConverter.Upsampling.self, "Interpolation of its chroma.")
          ),
        ] + planes + retiming
    case "tiles": own = [(kind, tiles), ("animate", animation)]
    case "text": own = [(kind, words)]
    case "color": own = [(kind, .reference("value-fade-color"))]
    case "sheet": own = [(kind, sheet), ("animate", animation)]
    default: own = [(kind, .kind("string", "A path, relative to the document."))]
    }
    if kind != "text", kind != "color" {
      own += [("tracks", .reference("tracks")), ("develop", .reference("develop"))]
    }
    return .schema(
      properties: own + layer(isText: kind == "text") + common, required: [kind])
  }

  /// The schema of the sample layout in a clip without a header.
  private static var planes: [(String, JSONValue)] {
    func bytes(_ least: Int, _ description: String) -> JSONValue {
      .object([
        ("type", .text("integer")), ("minimum", .number("\(least)")),
        ("description", .text(description)),
      ])
    }
    return [
      ("layout", .kind("string", "Layout of raw planes: nv12, p010, i420, i010.")),
      ("input-size", size("Size of the frames of raw planes: 1920x1080.")),
      (
        "rate",
        .choice(
          of: TimelineSource.ClipPace.self,
          "In a timeline with another rate, keep the time or the frames of the clip.")
      ),
      ("offset", bytes(0, "Bytes before the first frame of raw planes.")),
      ("stride", bytes(1, "Bytes from one row of luma to the next.")),
    ]
  }

  private static var lapse: [(String, JSONValue)] {
    [
      ("order", .choice(of: PhotoList.Order.self, "Order of the photos.")),
      ("levels", .kind("string", "own, lock, or the path of a photo.")),
      ("optics", .kind("string", "own, lock, none, or the path of an optics file.")),
      (
        "holy-grail",
        .either(
          [.kind("boolean"), .schema(properties: [("smooth", .reference("span"))])],
          "Evens out steps in shutter, aperture and ISO.")
      ),
      (
        "deflicker",
        .either(
          [
            .kind("boolean"),
            .schema(properties: [
              ("region", .reference("value-crop")), ("smooth", .reference("span")),
            ]),
          ], "Evens out flicker.")
      ),
      (
        "sidecar",
        .pattern("^(none|keys|keys:[1-5])$", "XMP files next to the photos as keys: keys, keys:4.")
      ),
      (
        "white-balance",
        .choice(
          of: LapseOptions.Balance.self,
          "White balance of the photos: each photo's, a smooth course of them, or the first photo's."
        )
      ),
      ("orientation", .choice(of: LapseOptions.Turning.self, "How photos are turned upright.")),
      ("on-missing", .choice(of: LapseOptions.Missing.self, "Treatment of missing photos.")),
    ]
  }

  private static var tiles: JSONValue {
    let count = JSONValue.object([
      ("type", .text("integer")), ("minimum", .number("1")),
      ("maximum", .number("\(TileLayout.mostTiles)")),
    ])
    let photo = ("photo", JSONValue.kind("string"))
    return .either([
      .schema(
        properties: [photo, ("columns", count), ("rows", count)],
        required: ["photo", "columns", "rows"]),
      .schema(
        properties: [photo, ("size", size("A tile's, in pixels of the frame: 240x180."))],
        required: ["photo", "size"]),
    ])
  }

  /// A name, or a code of H.273.
  private static func coded(_ description: String) -> JSONValue {
    .either([.kind("string"), .kind("number")], description)
  }

  private static func size(_ description: String) -> JSONValue {
    .pattern("^[1-9][0-9]*x[1-9][0-9]*$", description)
  }

  private static var sheet: JSONValue {
    .schema(
      properties: [
        ("photos", .reference("photos")),
        ("order", .choice(of: PhotoList.Order.self, "Order of the photos.")),
        ("columns", .object([("type", .text("integer")), ("minimum", .number("1"))])),
        ("spacing", .numberOrText(0...10_000, "Pixels between tiles.")),
        ("margin", .numberOrText(0...10_000, "Pixels around all of them.")),
        (
          "background",
          .either([.object([("const", .text("none"))]), .reference("value-fade-color")])
        ),
        (
          "captions",
          .either(
            [
              .list(.choice(of: SheetLayout.Caption.self)), .choice(of: SheetLayout.Caption.self),
            ], "Lines below each photo.")
        ),
        ("from", .choice(of: SheetLayout.Pixels.self, "Source of the pixels shown.")),
      ], required: ["photos"])
  }

  private static var animation: JSONValue {
    let text = JSONValue.kind("string", "radial(middle) fadeIn slide(up)")
    return .either([
      text, .schema(properties: [("in", text), ("hold", .reference("span")), ("out", text)]),
    ])
  }
}
