/// The supported makers' notes: notes with sensor readings for ``CameraReadings``, the lens notes of
/// Olympus and Fujifilm, and the picture styles of Canon, Nikon, Olympus and Panasonic. They are in
/// one field, and the beginning of the field is enough.
extension ExifFields {
  /// A note's form: the start of its directory, the base of its offsets, and its byte order.
  private struct NoteForm {
    let directory: Int
    /// Whether offsets start at the note's first byte. Otherwise, they are not supported.
    let isSelfContained: Bool
    let isBigEndian: Bool
    /// The offset of the note's first byte.
    var base = 0
  }

  /// Apple's directory. The tag is arbitrary, because the note does not have one.
  static let apple = Directory.note(0xa991)

  /// Olympus' and OM System's CameraSettings and ImageProcessing.
  package static let olympusSettings = Directory.note(0x2020)
  package static let olympusProcessing = Directory.note(0x2040)

  /// Fujifilm's directory. The tag is arbitrary, because the note does not have one.
  package static let fujifilm = Directory.note(0xf001)

  /// Nikon's and Canon's directories. The tags are arbitrary, because the notes do not have one.
  package static let nikon = Directory.note(0xf002)
  package static let canon = Directory.note(0xf003)

  /// Adds the fields inside the maker's note field if its form is known.
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
      let directory = DirectoryBytes(bytes: note, isBigEndian: false).number(at: 8, count: 4) ?? 0
      add(
        note, NoteForm(directory: directory, isSelfContained: true, isBigEndian: false),
        to: Self.fujifilm)
    } else if starts("Panasonic\0\0\0") {
      add(
        note, NoteForm(directory: 12, isSelfContained: false, isBigEndian: isBlockBig), to: .exif)
    } else if starts("Nikon\0\u{2}"), note.count > 18 {
      // After ten bytes, the note is a TIFF structure.
      let content = Array(note[10...])
      let isBig = content.starts(with: Array("MM".utf8))
      let directory = DirectoryBytes(bytes: content, isBigEndian: isBig).number(at: 4, count: 4)
      add(
        content,
        NoteForm(directory: directory ?? 0, isSelfContained: true, isBigEndian: isBig),
        to: Self.nikon)
    } else if text(0x010f, in: .main)?.hasPrefix("Canon") == true {
      addCanon(note, isBigEndian: isBlockBig)
    }
  }

  /// Adds Canon's directory. Its offsets start at a byte outside the note. The first value follows
  /// the directory.
  private mutating func addCanon(_ note: [UInt8], isBigEndian: Bool) {
    let reader = DirectoryBytes(bytes: note, isBigEndian: isBigEndian)
    let entries = reader.entries(0)
    let offsets = entries.compactMap { entry -> Int? in
      guard let size = Self.size(of: entry.type), size * entry.count > 4 else { return nil }
      return reader.number(at: entry.place + 8, count: 4)
    }
    guard let first = offsets.min() else { return }
    add(
      note,
      NoteForm(
        directory: 0, isSelfContained: true, isBigEndian: isBigEndian,
        base: first - (2 + 12 * entries.count + 4)), to: Self.canon)
  }

  private func directoryOffset(_ tag: Int, _ note: [UInt8], _ form: NoteForm) -> Int? {
    let reader = DirectoryBytes(bytes: note, isBigEndian: form.isBigEndian)
    return reader.entries(form.directory).first { Int($0.tag) == tag }.flatMap {
      reader.number(at: $0.place + 8, count: 4)
    }
  }

  private mutating func add(_ note: [UInt8], _ form: NoteForm, to directory: Directory) {
    add(
      DirectoryBytes(bytes: note, isBigEndian: form.isBigEndian), at: form.directory,
      to: directory, followsOffsets: form.isSelfContained, base: form.base)
  }
}
