extension TimelineErrorTests {
  /// Documents, and parts of the expected messages.
  static let bad: [(text: String, message: [String])] = [
    ("", ["a.yaml: the document is empty; a timeline has sources"]),
    ("# only a comment\n", ["a.yaml: the document is empty"]),
    ("42", ["a.yaml:1: “42”: a timeline has keys with values"]),
    ("[]", ["a.yaml:1: “a list”: a timeline has keys with values"]),
    ("size: 1x1", ["a.yaml:1: sources: is missing; a timeline has one or more"]),
    ("sources: []", ["a.yaml:1: sources: “a list”: is empty"]), ("sources:", ["a.yaml:1: "]),
    (
      "sizze: 1x1\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: sizze: unknown key; did you mean “size”?; known keys are size, fit"]
    ),
    (
      "exposure: 1\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: exposure: move it to develop, or to the tracks of a source"]
    ),
    (
      "develop: {tone: linear}\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: develop.tone: belongs at the top level"]
    ),
    (
      "look: flat\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: look: move it to develop"]
    ),
    (
      "develop: {look: fat}\nsources: [{photo: a, frames: 1}]",
      [
        "a.yaml:1: develop.look: “fat”: expected standard, flat, classic, camera, camera:each, or a look file; did you mean “flat”?"
      ]
    ),
    (
      "tone: linear\ndevelop: {look: flat}\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:2: develop.look: “flat”: cannot be combined with tone: linear; remove one"]
    ),
    (
      "size: 10\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: size: “10”: accepted is WIDTHxHEIGHT"]
    ),
    (
      "size: 'width:10'\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: size: “width:10”: accepted is WIDTHxHEIGHT"]
    ),
    (
      "fps: 0\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: fps: “0”: expected 25, 23.976 or 30000/1001"]
    ),
    (
      "fit: conver\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: fit: “conver”: expected contain, cover, blur; did you mean “cover”?"]
    ),
    ("space: srbg\nsources: [{photo: a, frames: 1}]", ["did you mean “srgb”?"]),
    (
      "curve: esae(2)\nsources: [{photo: a, frames: 1}]",
      [
        "a.yaml:1: curve: “esae(2)”: character 1: no curve is called “esae”; did you mean “ease”? bromide curves shows all names"
      ]
    ),
    (
      "develop: {exposure: .nan}\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: develop.exposure: “.nan”: expected numbers from -10 to 10 EV"]
    ),
    (
      "develop: {exposure: nan}\nsources: [{photo: a, frames: 1}]",
      ["“nan”: expected numbers from -10 to 10 EV"]
    ),
    (
      "develop: {exposure: 1e400}\nsources: [{photo: a, frames: 1}]",
      ["“1e400”: expected numbers"]
    ),
    (
      "develop: {exposure: {a: 1}}\nsources: [{photo: a, frames: 1}]",
      ["develop.exposure: “keys with values”: expected numbers"]
    ),
    (
      "develop: {exposure: }\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: develop.exposure: is empty; expected numbers"]
    ),
    (
      "develop: {white-balance: camra}\nsources: [{photo: a, frames: 1}]",
      ["“camra”: expected camera, auto", "did you mean “camera”?"]
    ),
    (
      "develop: {white-balance: 'at:0.5,0.5'}\nsources: [{photo: a, frames: 1}]",
      ["a point requires convert or sample"]
    ),
    (
      "develop: {white-balance: 5200, tint: 3}\nsources: [{photo: a, frames: 1}]",
      ["develop.tint: “3”: cannot be combined with"]
    ),
    (
      "sources: [{frames: 1}]",
      ["a.yaml:1: a source shows one of photo, sequence, clip, tiles, sheet"]
    ),
    (
      "sources: [{photoo: a.nef, frames: 1}]",
      ["did you mean “photo”?", "photoo: unknown key"]
    ),
    ("sources: [{photo: a, clip: b, frames: 1}]", ["“photo and clip”: a source shows one of"]),
    (
      "sources: [{photo: a, frames: 1, duration: 2s}]",
      ["frames: “1”: cannot be combined with duration"]
    ),
    ("sources: [{photo: a, frames: 0}]", ["frames: “0”: expected whole numbers from 1"]),
    (
      "sources: [{photo: a, duration: 50%}]",
      ["duration: “50%”: expected 4s, 1m30s, 250ms or 96f"]
    ),
    ("sources: [{photo: a, duration: 4}]", ["duration: “4”: expected 4s"]),
    (
      "sources: [{photo: a, frames: 1, levels: lock}]",
      ["a.yaml:1: levels: applies to sequences only"]
    ),
    (
      "sources: [{photo: a, frames: 1, animate: fadeIn}]",
      ["animate: applies to tiles and sheets only"]
    ),
    (
      "sources: [{photo: a, frames: 1, optics: lock}]",
      ["a.yaml:1: optics: applies to sequences only"]
    ),
    (
      "sources: [{sequence: n, optics: onw}]",
      [
        "optics: “onw”: expected own, lock, none, or the path of an optics file",
        "; did you mean “own”?",
      ]
    ),
    (
      "sources: [{sequence: n, levels: lok}]",
      ["levels: “lok”: expected own, lock, or a photo's path; did you mean “lock”?"]
    ),
    (
      "sources: [{sequence: n, deflicker: {regoin: [0,0,1,1]}}]",
      ["deflicker.regoin: unknown key; did you mean “region”?"]
    ),
    (
      "sources: [{sequence: n, deflicker: {region: [0,0,2,1]}}]",
      ["deflicker.region: “0,0,2,1”: expected X,Y,WIDTH,HEIGHT"]
    ),
    ("sources: [{sequence: n, on-missing: hopld}]", ["did you mean “hold”?"]),
    (
      "sources: [{sequence: *.dng}]",
      ["a.yaml:1: not valid YAML or JSON", "a value that begins with * is quoted: '*.dng'"]
    ),
    (
      "sources: [{tiles: {photo: a, columns: 0}, frames: 2}]",
      ["tiles.columns: “0”: expected whole numbers from 1 to 1000", "tiles.rows: is missing"]
    ),
    (
      "sources: [{tiles: {photo: a}, frames: 2}]",
      ["tiles.columns: is missing; with rows, each 1 to 1000; or give size"]
    ),
    (
      "sources: [{tiles: {photo: a, columns: 2, rows: 2, size: 10x10}, frames: 2}]",
      ["tiles.size: “10x10”: cannot be combined with columns and rows; remove one"]
    ),
    (
      "sources: [{tiles: {photo: a, size: 240}, frames: 2}]",
      ["tiles.size: “240”: accepted is WIDTHxHEIGHT, such as 240x180"]
    ),
    (
      "sources: [{tiles: {photo: a, columns: 2, rows: 2}, animate: fadeIm}]",
      ["animate: “fadeIm”: character 1: unknown name “fadeIm”; did you mean “fadeIn”?"]
    ),
    (
      "sources: [{sheet: {photos: n, background: red}, frames: 2}]",
      ["sheet.background: “red”: expected #RRGGBB"]
    ),
    (
      "sources:\n  - sheet:\n      photos: n\n      background: #101010\n    frames: 2",
      ["a.yaml:4: sheet.background: is empty; #101010 begins a comment; quote it: '#101010'"]
    ),
    (
      "sources: [{sheet: {photos: n, background: #101010}, frames: 2}]",
      ["in line 1 #101010 begins a comment; quote it: '#101010'"]
    ),
    (
      "sources: [{sheet: {photos: n, captions: [name, lense]}, frames: 2}]",
      ["sheet.captions: “lense”: expected name, time, exposure, lens; did you mean “lens”?"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposur: []}}]",
      ["a.yaml:1: exposur: not a parameter; did you mean “exposure”?; bromide filters lists them"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: 1}}]",
      ["exposure: “1”: accepted is a list", "belongs under develop"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: []}}]",
      ["exposure: “a list”: accepted is a list"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{at: 0s}]}}]",
      ["exposure: a key has at and value, a tween to and duration"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{value: 1}]}}]",
      ["exposure.at: is missing"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{at: 0s, value: 1, curv: linear}]}}]",
      ["exposure.curv: unknown key; did you mean “curve”?"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{at: 2, value: 1}]}}]",
      ["exposure.at: “2”: expected 2s"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{at: 0s, value: 11}]}}]",
      ["exposure.value: “11”: expected numbers from -10 to 10 EV"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{at: 0s, value: 1, curve: bezier(.4,0,.2,1)}]}}]",
      [
        "a.yaml:1: curve: “bezier(.4,0,.2,1)”: commas end a value inside { }; quote it: 'bezier(.4,0,.2,1)'"
      ]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{at: 0s, value: 1, curve: bezier(0,0,0,1)}]}}]",
      ["“bezier(0,0,0,1)”: commas end a value inside { }; quote it"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{to: 1}, {at: 0s, value: 1}]}}]",
      ["exposure: a track has keys or tweens, not both"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{at: 0s, detour: {to: 1, duration: 1s}}]}}]",
      ["exposure: a detour leaves keys or a tween"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{to: 1, repeat: 0}]}}]",
      ["exposure.repeat: “0”: expected whole numbers from 1, or forever"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{to: 1, yoyo: maybe}]}}]",
      ["exposure.yoyo: “maybe”: expected true, false"]
    ),
    (
      "a: &x 1\nb: *x\nsources: []",
      [
        "a.yaml:1: “&x”: anchors (&name) and aliases (*name)",
        "a.yaml:2: “*x”: anchors (&name) and aliases (*name)", "quotes make it a text",
        "a.yaml:3: sources: “a list”: is empty",
      ]
    ),
    (
      "sources:\n- photo: &night\n  frames: 1\n- clip: [&b c, *all]\n",
      ["a.yaml:2: “&night”", "a.yaml:4: “&b”", "a.yaml:4: “*all”"]
    ),
    (
      "fps: 25\nfps: 24\nsizze: 1\nsources: [{photo: a, frames: 1}]",
      [
        "a.yaml:2: fps: appears twice in the same place; first in line 1",
        "a.yaml:3: sizze: unknown key",
      ]
    ),
    (
      #"{"fps": 25, "fps": 24, "sources": [{"photo": "a", "frames": 1, "frames": 2}]}"#,
      ["a.yaml:1: fps: appears twice", "a.yaml:1: frames: appears twice"]
    ),
    ("sources:\n\t- photo: a", ["a.yaml:2: not valid YAML or JSON", "tab; indent with spaces"]),
    ("sources: [", ["not valid YAML or JSON"]),
    ("sources: [{photo: \"a\\0b\", frames: 1}]", ["accepted is the path of a file"]),
    ("sources: [{photo: '', frames: 1}]", ["photo: “”: accepted is the path of a file"]),
    (
      "--- {sources: []}\n--- {}",
      ["a.yaml:1: sources: “a list”: is empty", "a.yaml:2: a second document begins here"]
    ),
    ("size: é\nfps: \u{7}", ["a.yaml:2: no text: control characters are not allowed (code 7)"]),
    (
      "a: 1\nb: [1\n}",
      [
        "a.yaml:3: not valid YAML or JSON: did not find expected ',' or ']', while parsing a flow sequence from line 2"
      ]
    ),
    (
      "b: {c: (" + String(repeating: ",c", count: 999) + "}",
      ["c: “(,c,c", "a.yaml:1: c: appears twice"]
    ),
    ("? [a]\n: 1\nsources: [{photo: a, frames: 1}]", ["a.yaml:1: a key must be text"]),
  ]
}
