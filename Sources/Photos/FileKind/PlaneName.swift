package import BromideCodecs
internal import BromideSystem
package import BromideValues
package import SystemPackage

/// The layout and size in a file name, such as `take3_1280x720.nv12` or `clip-p010-3840x2160.yuv`.
package struct PlaneName: Sendable, Hashable {
  /// The layout, or `nil` if the name does not belong to raw planes.
  package private(set) var layout: YCbCrLayout?
  /// The frame size, or `nil` if the name does not contain it.
  package private(set) var size: Size?

  package init(_ path: FilePath) {
    let name = path.reversibleName
    let words = name.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    guard words.count > 1, let last = words.last else { return }
    let isPlain = last == "yuv" || last == "raw"
    layout = YCbCrLayout(name: last)
    if isPlain { layout = words.dropLast().lazy.compactMap { YCbCrLayout(name: $0) }.first }
    if last == "yuv", layout == nil { layout = .i420 }
    guard layout != nil else { return }
    for word in words {
      let sides = word.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      if sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 {
        size = Size(width: width, height: height)
      }
    }
  }
}
