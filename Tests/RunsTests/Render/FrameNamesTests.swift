import BromideKernels
import Testing

@testable import BromideRuns

@Suite struct FrameNamesTests {
  @Test(arguments: [
    (1, 0, "0.png"), (10, 9, "9.png"), (11, 9, "09.png"), (1000, 7, "007.png"),
    (1001, 7, "0007.png"),
  ])
  func numbersArePadded(count: Int, frame: Int, name: String) {
    #expect(FrameNames(count: count, suffix: "png").name(frame) == name)
  }

  @Test func detectsForeignFrames() {
    let names = FrameNames(count: 20, suffix: "png")
    for name in ["20.png", "5.png", "005.png"] { #expect(names.isForeign(name), "\(name)") }
    for name in ["05.png", "19.png", "a.png", ".png", "5.jpg", "-5.png"] {
      #expect(!names.isForeign(name), "\(name)")
    }
  }

  @Test func textsAreRead() throws {
    let text = FrameText(hash: "abc", instructionSet: .v3)
    #expect(FrameText(text.text) == text)
    #expect(FrameText("v1 frame x with 9.9 on v4") == nil)
    #expect(FrameText("v1 input 1-2 settings x with 0.1.0") == nil)
    let held = FrameText(hash: "abc", instructionSet: .v3, isWhole: false)
    #expect(FrameText(held.text)?.isWhole == false && held.text != text.text)
    // One that says how it was demosaiced is no other frame.
    let named = FrameText(hash: "abc", instructionSet: .v3, demosaics: ["cells", "rcd"])
    #expect(named.text == text.text + " by cells,rcd" && FrameText(named.text) == named)
    #expect(FrameText(named.text)?.hash == text.hash)
    #expect(FrameText(text.text + " by") == nil && FrameText(text.text + " of cells") == nil)
  }
}
