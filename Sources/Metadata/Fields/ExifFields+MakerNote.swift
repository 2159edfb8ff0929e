/// Makers' notes whose sensor readings ``CameraReadings`` knows, and Olympus' and Fujifilm's, which tell of the lens. They come
/// as one field, of which the beginning is enough.
extension ExifFields {
  /// A note's form: where its directory begins, from where offsets count, and its byte order.
  private struct NoteForm {
    let directory: Int
    /// Whether offsets count from the note's first byte; otherwise they cannot be followed here.
    let isSelfContained: Bool
    let isBigEndian: Bool
  }

  /// Apple's directory, which has no number of its own.
  static let apple = Directory.note(0xa991)

  /// Olympus' and OM System's CameraSettings and ImageProcessing.
  static let olympusSettings = Directory.note(0x2020)
  package static let olympusProcessing = Directory.note(0x2040)

  /// Fujifilm's directory, which has no number of its own.
  package static let fujifilm = Directory.note(0xf001)

  /// Adds the fields of the maker's note that it holds as one field, if it is of a known form.
  package mutating func addMakerNote() {
    guard let note = field(0x927c, in: .exif)?.bytes else { return }
    func starts(_ text: String) -> Bool { note.starts(with: Array(text.utf8)) }
    let isBlockBig = field(0x927c, in: .exif)?.isBigEndian ?? false
    if starts("Apple iOS\0\0\u{1}MM") {
      add(
        note, NoteForm(directory: 14, isSelfContained: true, isBigEndian: true), to: Self.apple)
    } else if starts("OLYMPUS\0II") || starts("OM SYSTEM\0\0\0II") {
      let form = NoteForm(
        directory: starts("OLYMPUS") ? 12 : 16, isSelfContained: true, isBigEndian: false)
      add(note, form, to: .exif)
      for directory in [Self.olympusSettings, Self.olympusProcessing] {
        guard case .note(let tag) = directory,
          let offset = directoryOffset(Int(tag), note, form)
        else { continue }
        add(
          note,
          NoteForm(directory: offset, isSelfContained: true, isBigEndian: form.isBigEndian),
          to: directory)
      }
    } else if starts("FUJIFILM") {
      let directory = NoteBytes(bytes: note, isBigEndian: false).number(at: 8, count: 4) ?? 0
      add(
        note, NoteForm(directory: directory, isSelfContained: true, isBigEndian: false),
        to: Self.fujifilm)
    } else if starts("Panasonic\0\0\0") {
      add(
        note, NoteForm(directory: 12, isSelfContained: false, isBigEndian: isBlockBig), to: .exif)
    }
  }

  private func directoryOffset(_ tag: Int, _ note: [UInt8], _ form: NoteForm) -> Int? {
    let reader = NoteBytes(bytes: note, isBigEndian: form.isBigEndian)
    return reader.entries(form.directory).first { $0.tag == tag }.flatMap {
      reader.number(at: $0.place + 8, count: 4)
    }
  }

  private mutating func add(_ note: [UInt8], _ form: NoteForm, to directory: Directory) {
    let reader = NoteBytes(bytes: note, isBigEndian: form.isBigEndian)
    for entry in reader.entries(form.directory) {
      guard let type = UInt16(exactly: entry.type), let size = Self.size(of: type),
        entry.count > 0, entry.count <= 1024, let number = UInt16(exactly: entry.tag)
      else { continue }
      let byteCount = size * entry.count
      var place = entry.place + 8
      if byteCount > 4 {
        guard form.isSelfContained, let offset = reader.number(at: place, count: 4) else {
          continue
        }
        place = offset
      }
      guard place <= note.count - byteCount else { continue }
      add(
        Field(
          type: type, isBigEndian: form.isBigEndian, count: entry.count,
          bytes: Array(note[place..<place + byteCount])), number, in: directory)
    }
  }
}

/// The bytes of a note.
private struct NoteBytes {
  let bytes: [UInt8]
  let isBigEndian: Bool

  /// The entries of a directory, up to where the note ends.
  func entries(_ directory: Int) -> [(tag: Int, type: Int, count: Int, place: Int)] {
    guard let count = number(at: directory, count: 2), count <= 512 else { return [] }
    return (0..<count).compactMap { index in
      let place = directory + 2 + 12 * index
      guard let tag = number(at: place, count: 2), let type = number(at: place + 2, count: 2),
        let count = number(at: place + 4, count: 4)
      else { return nil }
      return (tag, type, count, place)
    }
  }

  func number(at place: Int, count: Int) -> Int? {
    guard place >= 0, place <= bytes.count - count else { return nil }
    return (0..<count).reduce(0) {
      $0 << 8 | Int(bytes[place + (isBigEndian ? $1 : count - 1 - $1)])
    }
  }
}
