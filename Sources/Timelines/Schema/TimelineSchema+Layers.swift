internal import BromideChoreography
internal import BromideDevelop
internal import BromideSystem

/// The keys for the position of a source and its transition.
extension TimelineSchema {
  /// Returns the schema of keys, tweens and detours for a value.
  static func track(_ value: JSONValue) -> JSONValue {
    let key = JSONValue.schema(
      properties: [
        ("at", .reference("moment")), ("value", value), ("curve", .reference("transition")),
      ],
      required: ["at", "value"])
    let repetition = JSONValue.either([
      .object([("type", .text("integer")), ("minimum", .number("1"))]),
      .object([("const", .text("forever"))]),
    ])
    let tween = JSONValue.schema(
      properties: [
        ("from", value), ("to", value), ("start", .reference("moment")),
        ("duration", .reference("part")), ("curve", .reference("curve")),
        ("repeat", repetition), ("yoyo", .kind("boolean")),
      ], required: ["to"])
    let detour = JSONValue.schema(
      properties: [
        ("at", .reference("moment")),
        (
          "detour",
          .schema(
            properties: [
              ("to", value), ("duration", .reference("part")), ("curve", .reference("curve")),
            ],
            required: ["to", "duration"])
        ),
      ], required: ["at", "detour"])
    let list = JSONValue.list(.either([key, tween, detour]))
    let row = JSONValue.schema(
      properties: [
        ("keys", list), ("repeat", repetition), ("yoyo", .kind("boolean")),
        ("period", .reference("part")),
      ], required: ["keys", "repeat"])
    return .either([list, key, tween, row])
  }

  /// Returns the schemas of position keys, each a value or a track.
  static func layer(isText: Bool) -> [(String, JSONValue)] {
    let pair = pair("^.*[0-9].*$")
    let size: JSONValue =
      isText
      ? .either([
        .numberOrText(LayerParameter.letters.range, ""), .pattern("^[0-9.]+(px|%)$"),
      ]) : .either([.numberOrText(LayerParameter.size.range, ""), pair])
    let anchor = JSONValue.either([.choice(of: Position.self), pair])
    let forms: [(String, JSONValue)] = [
      ("at", pair), ("size", size), ("anchor", anchor),
      ("rotation", .numberOrText(LayerParameter.rotation.range, "")),
      ("opacity", share),
    ]
    return forms.map { ($0.0, .either([$0.1, track($0.1)])) } + [
      (
        "wipe",
        .schema(
          properties: [
            ("share", .either([share, track(share)])), ("shape", shape), ("softness", share),
          ], required: ["share"], "How much of it an edge uncovers.")
      )
    ]
  }

  /// The schema of photo speed.
  static var retiming: [(String, JSONValue)] {
    let speed = JSONValue.numberOrText(Retiming.speed.range, "Photos a frame.")
    return [
      ("speed", .either([speed, track(speed)])),
      ("time-map", track(.numberOrText(Retiming.timeMap.range, "The photo that shows, from 0."))),
      ("blend", .choice(of: Retiming.Blend.self, "How photos become one frame.")),
      (
        "stack",
        .choice(
          Retiming.Blend.stacking.map(\.rawValue),
          "How all photos up to the frame's photo become the frame.")
      ),
    ]
  }

  /// The schema of transitions.
  static var transition: JSONValue {
    func kind(_ name: String, _ more: [(String, JSONValue)]) -> JSONValue {
      .schema(
        properties: [(name, .reference("span")), ("curve", .reference("curve"))] + more,
        required: [name])
    }
    return .either(
      [
        kind("crossfade", []), kind("wipe", [("shape", shape), ("softness", share)]),
        kind("slide", [("from", .choice(of: SourceTransition.Side.self))]),
      ], "How it follows the source before it.")
  }

  /// The schema of text, with or without a style.
  static var words: JSONValue {
    let color = JSONValue.reference("value-fade-color")
    return .either([
      .pattern(
        "^(.|\\n)+$", "Words; fields are {name}, {n}, {time}, {exposure}, {camera} and more."),
      .schema(
        properties: [
          ("words", .pattern("^(.|\\n)+$")),
          ("font", .kind("string", "sans, mono, the name of an installed font, or a font file.")),
          ("bold", .kind("boolean")), ("color", color),
          ("align", .choice(of: TextLayout.Alignment.self)),
          ("width", .numberOrText(0.05...1, "Where lines are broken, in shares of the frame.")),
          (
            "shadow",
            .either([
              .kind("boolean"),
              .schema(properties: [
                ("color", color), ("opacity", share),
                ("offset", .list(.numberOrText(-1...1, "In ems."), count: 2...2)),
                ("blur", .numberOrText(0...1, "Width of its edge in ems.")),
              ]),
            ])
          ),
          (
            "box",
            .either([
              .kind("boolean"),
              .schema(properties: [
                ("color", color), ("opacity", share),
                ("padding", .numberOrText(0...2, "In ems.")),
              ]),
            ])
          ),
          (
            "outline",
            .schema(properties: [("color", color), ("width", .numberOrText(0.001...1, "In ems."))])
          ),
        ], required: ["words"]),
    ])
  }

  private static var share: JSONValue { .numberOrText(0...1, "") }

  private static var shape: JSONValue {
    .pattern("^ *(linear|radial) *(\\([-0-9., ]+\\))? *$", "linear(45), radial(0.3,0.5)")
  }

  /// Returns the schema of two fractions, percentages or lengths in pixels.
  private static func pair(_ pattern: String) -> JSONValue {
    .either([
      .list(.either([.kind("number"), .pattern("^[-+0-9.]+(px|%)?$")]), count: 2...2),
      .pattern(pattern),
    ])
  }
}
