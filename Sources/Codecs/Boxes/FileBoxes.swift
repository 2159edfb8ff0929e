/// A box at the outermost level of a file.
struct FileBox {
  let name: String
  /// The bytes after its header.
  let content: Range<Int>
}

extension RandomBytes {
  /// Returns the boxes that fill the file, or `nil` if they do not end with it.
  func boxes() throws(PictureFileError) -> [FileBox]? {
    var boxes: [FileBox] = []
    var place = 0
    while place < size {
      // Files of Bromide have a few boxes.
      guard boxes.count < 4096,
        let head = ISOBox.Head(try bytes(at: place, count: 16)[...]),
        case let count = head.size ?? size - place, count >= head.count, count <= size - place
      else { return nil }
      boxes.append(FileBox(name: head.name, content: place + head.count..<place + count))
      place += count
    }
    return boxes
  }
}
