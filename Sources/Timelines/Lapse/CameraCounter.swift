internal import BromideSystem
internal import SystemPackage

/// The order of photo names from a camera's counter.
///
/// A four-digit counter restarts after 9999, in the next folder of a card (DCF, JEITA CP-3461). If
/// all photos are in one folder, the restart is in the same folder. If a folder's numbers reach
/// 9999 and restart at 0001, the largest gap between the numbers divides names before the restart
/// from names after it.
struct CameraCounter {
  /// For each photo: the number of its camera folder, then 0 before and 1 after the counter's
  /// restart.
  let turns: [[Int]]
  /// The last name before and the first name after each restart in a folder.
  let beginnings: [(last: String, first: String)]

  init(_ paths: [FilePath]) {
    struct Series: Hashable {
      let folder: FilePath
      let prefix: String
      let suffix: String
    }
    var turns = paths.map { [Self.folderNumber(of: $0), 0] }
    var series: [Series: [(number: Int, photo: Int)]] = [:]
    for (photo, path) in paths.enumerated() {
      let stem = path.reversibleStem
      // Frames are numbered without letters before.
      guard stem.utf8.count > 4, let number = Int(stem.suffix(4)),
        stem.utf8.suffix(4).allSatisfy({ $0 >= 48 && $0 <= 57 })
      else { continue }
      let key = Series(
        folder: path.removingLastComponent(), prefix: String(stem.dropLast(4)),
        suffix: path.reversibleExtension)
      series[key, default: []].append((number, photo))
    }
    var beginnings: [(last: String, first: String)] = []
    for numbers in series.values.map({ $0.sorted { $0.number < $1.number } }) {
      guard numbers.last?.number == 9999, let least = numbers.first, least.number < 2,
        let gap = zip(numbers, numbers.dropFirst()).max(by: {
          $0.1.number - $0.0.number < $1.1.number - $1.0.number
        }), gap.1.number - gap.0.number > 1
      else { continue }
      for entry in numbers where entry.number <= gap.0.number { turns[entry.photo][1] = 1 }
      beginnings.append(
        (paths[numbers[numbers.count - 1].photo].visibleName, paths[least.photo].visibleName))
    }
    self.turns = turns
    self.beginnings = beginnings
  }

  /// Returns the number of a card's folder, `100CANON`. For other folders, it is 0.
  private static func folderNumber(of path: FilePath) -> Int {
    guard let name = path.removingLastComponent().lastComponent, isFolder(name) else { return 0 }
    return Int(name.reversible.prefix(3)) ?? 0
  }

  /// Returns whether a name is a camera's folder name: three digits starting at 100 and five
  /// letters or digits.
  static func isFolder(_ name: FilePath.Component) -> Bool {
    let bytes = Array(name.reversible.utf8)
    let isNumbered = bytes.prefix(3).allSatisfy { (48...57).contains($0) } && bytes.first != 48
    return bytes.count == 8 && isNumbered
      && bytes.dropFirst(3).allSatisfy {
        (48...57).contains($0) || (65...90).contains($0) || $0 == 95
      }
  }
}
