/// The supported makers' notes: notes with sensor readings for ``CameraReadings``, and the lens
/// notes of Olympus and Fujifilm. They are in one field, and the beginning of the field is enough.
extension ExifFields {
  /// A note's form: the start of its directory, the base of its offsets, and its byte order.
  private struct NoteForm {
    let directory: Int
    /// Whether offsets start at the note's first byte. Otherwise, they are not supported.
    let isSelfContained: Bool
    let isBigEndian: Bool
  }

  /// Apple's directory. The tag is arbitrary, because the note does not have one.
  static let apple = Directory.note(0xa991)

  /// Olympus' and OM System's CameraSettings and ImageProcessing.
  static let olympusSettings = Directory.note(0x2020)
  package static let olympusProcessing = Directory.note(0x2040)

  /// Fujifilm's directory. The tag is arbitrary, because the note does not have one.
  package static let fujifilm = Directory.note(0xf001)

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
    }
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
      to: directory, followsOffsets: form.isSelfContained)
  }
}
