import BromideChoreography
import TestSupport
import Testing
import Tweening

@Suite struct TextTests {
  @Test(arguments: [
    "radial(middle) fadeIn slide(up,moderately) spring(.5,.7)",
    "cornered(topLeft) fadeIn hold(2) out random(7) contract(moderately)",
    "linear(topToBottom) fadeIn",
    "reversed(continuousWeighted(left,heavy,.3,2)) spin(45) expand(slightly) standard(.5)",
    "by(brightness,.1) custom(exposure,2,0) custom(split-tone,-.5,1e-07) standard(.3,easeOut(3))",
    "out default fadeIn collide(heavy) spring(1,0,2)", "hold(.5) out inline(bottomRight) fadeIn",
    "reversed(linear(leftToRight,.2)) slide(down,-12) standard(.3,chain(linear,bounce))",
  ])
  func scriptsSurvivePrintingAndParsing(text: String) throws {
    let script = try Script(parsing: text)
    #expect(script.description == text)
    #expect(Script(script.description) == script)
  }

  @Test(arguments: [
    ("fadeIn", "linear(topToBottom) fadeIn"),
    (" in  radial ( middle , .05 )fadeIn standard() ", "radial(middle) fadeIn"),
    ("spring slide(left) radial", "radial(middle) slide(left,moderately) spring(.5,.7)"),
    ("fadeIn hold(0)", "linear(topToBottom) fadeIn"),
    (
      "radial(middle,.1s) fadeIn spring(.5,.7,2s) hold(2s)",
      "radial(middle,.1) fadeIn spring(.5,.7,2) hold(2)"
    ),
    ("continuous fadeIn spin", "continuous(middle) fadeIn spin(moderately)"),
    ("reversed(reversed(random)) collide", "random(1) collide(medium)"),
    ("fadeIn standard(.30,bezierEaseOut)", "linear(topToBottom) fadeIn"),
    ("fadeIn standard(1.0,bezierEaseOut)", "linear(topToBottom) fadeIn standard(1)"),
  ])
  func printsTheShortForm(text: String, printed: String) throws {
    #expect(try Script(parsing: text).description == printed)
  }

  @Test func sortFunctionsAndRoutinesRead() throws {
    for sort in try SortFunction.all() {
      #expect(try SortFunction(parsing: sort.description) == sort)
    }
    #expect(try SortFunction(parsing: "radial(middle)") == SortFunction(.radial(.middle)))
    let routine = try Routine(parsing: "random(7) contract")
    #expect(routine.description == "random(7) contract(moderately)")
    #expect(try Script(entrance: routine, hold: 1).description == "\(routine) hold(1)")
  }

  @Test(arguments: [
    ("radail(middle) fadeIn", "character 1: unknown name “radail”; did you mean “radial”?"),
    ("radial fadein", "character 8: unknown name “fadein”; did you mean “fadeIn”?"),
    ("radial zzzz", "character 8: unknown name “zzzz”"),
    (
      "radial(centre) fadeIn",
      "character 8: radial: position must be topLeft, topMiddle, topRight, left, middle, right, "
        + "bottomLeft, bottomMiddle or bottomRight, not “centre”"
    ),
    (
      "slide(upp)",
      "character 7: slide: direction must be up, down, left or right, not “upp”; "
        + "did you mean “up”?"
    ),
    (
      "slide(up,moderatly)",
      "character 10: slide: distance must be slightly, moderately, severely or a number from "
        + "-1000000 to 1000000, not “moderatly”; did you mean “moderately”?"
    ),
    (
      "expand(1.2)",
      "character 8: expand: scale must be slightly, moderately, severely or a number from 0 to 1, "
        + "not 1.2"
    ),
    ("collide(2)", "character 9: collide: strength must be light, medium or heavy, not 2"),
    ("fadeIn(1)", "character 8: fadeIn does not accept parameters"),
    ("spin(1,2)", "character 8: spin takes only one parameter"),
    ("slide(up,1,2)", "character 12: slide takes at most 2 parameters"),
    (
      "by fadeIn", "character 4: by needs its key: time, brightness, hue or name"
    ),
    (
      "custom(exposure,1)",
      "character 19: custom needs its to: a number from -1000000000 to 1000000000"
    ),
    (
      "custom(2,1,0)",
      "character 8: custom: parameter must be a name of letters, digits and hyphens that begins "
        + "with a letter, not 2"
    ),
    (
      "random(1.5) fadeIn",
      "character 8: random: seed must be a whole number from 0 to 4294967295, not 1.5"
    ),
    (
      "fadeIn spring(0)", "character 15: spring: damping must be a number above 0, at most 1, not 0"
    ),
    (
      "fadeIn spring(.5,1000,10)",
      "character 8: spring: velocity × duration must be a number from -1000 to 1000, not 10000"
    ),
    (
      "fadeIn standard(1,bonce)",
      "character 19: no curve is called “bonce”; did you mean “bounce”?"
    ),
    (
      "fadeIn standard(1,easeOut(0))",
      "character 27: easeOut: strength must be a number above 0, at most 1000, not 0"
    ),
    ("", "character 1: expected an animation such as fadeIn, found the end of the text"),
    ("radial", "character 7: expected an animation such as fadeIn, found the end of the text"),
    ("radial out fadeIn", "character 8: expected an animation such as fadeIn, found “out fadeIn”"),
    (
      "fadeIn radial linear",
      "character 15: expected one sort function, found a second, “linear(topToBottom)”"
    ),
    (
      "fadeIn spring standard",
      "character 15: expected one type of animation, found a second, “standard(.3)”"
    ),
    (
      "fadeIn, spin",
      "character 7: expected a sort function, an animation or a type, found “, spin”"
    ),
    ("fadeIn slide(up", "character 16: expected “,” or “)”, found the end of the text"),
    (
      "fadeIn slide(",
      "character 14: expected direction: up, down, left or right, found the end of the text"
    ),
    ("hold(2)", "character 8: expected “out” and a routine, found the end of the text"),
    ("fadeIn hold(2) spin", "character 16: expected “out” or the end of the text, found “spin”"),
    (
      "fadeIn out spin out fadeIn", "character 17: expected the end of the text, found “out fadeIn”"
    ),
    ("fadeIn hold(-1)", "character 13: hold: seconds must be a number from 0 to 86400, not -1"),
    ("reversed(fadeIn) spin", "character 10: expected a sort function, found “fadeIn”"),
    ("reversed spin", "character 10: reversed needs its sort: a sort function"),
    ("fadeIn in spin", "character 8: expected “out” or the end of the text, found “in spin”"),
  ])
  func messageNamesTheError(text: String, message: String) {
    do throws(ChoreographyTextError) {
      let script = try Script(parsing: text)
      Issue.record("“\(text)” reads as \(script)")
    } catch {
      #expect(error.description == message)
    }
    #expect(Script(text) == nil)
  }

  @Test func badSortTextsAreRejected() {
    func message(_ text: String) -> String {
      do throws(ChoreographyTextError) {
        return try SortFunction(parsing: text).description
      } catch {
        return error.description
      }
    }
    #expect(message("fadeIn") == "character 1: expected a sort function, found “fadeIn”")
    #expect(message("linaer") == "character 1: unknown name “linaer”; did you mean “linear”?")
    #expect(message("") == "character 1: expected a sort function, found the end of the text")
    #expect(message("radial x") == "character 8: expected the end of the text, found “x”")
    #expect(
      message("radial(middle,9999)")
        == "character 15: radial: delay must be a number from 0 to 3600, not 9999")
    let deep = String(repeating: "reversed(", count: 100_000) + "random"
    #expect(message(deep) == "character 577: sort functions are nested more than 64 deep")
    #expect(Routine("fadeIn out spin") == nil && Routine("fadeIn hold(1)") == nil)
  }

  /// Any text gives a script or an error, and a script reads as it prints.
  @Test func anyTextIsParsedOrRejected() {
    var random = SeededGenerator(seed: 9)
    let parts = [
      "radial", "random(3)", "fadeIn ", "slide(", "up", ")", ",", "2", ".5", " ", "spring(.4)",
      "out ", "hold(1)", "in ", "standard(1,", "bounce", "reversed(", "custom(a", "ü", "🙂", "spin",
    ]
    var good = 0
    for _ in 0..<10_000 {
      let count = Int.random(in: 1...6, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      if let script = Script(text) {
        good += 1
        #expect(Script(script.description) == script)
        #expect(Script(script.description)?.description == script.description)
      }
    }
    #expect(good > 100 && good < 9900, "\(good)")
  }
}
