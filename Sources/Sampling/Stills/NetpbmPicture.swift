package import BromideCodecs
internal import BromidePhotos
internal import BromideValues

/// A Netpbm picture: PBM, PGM, PPM (text or binary), PAM, or PFM with floats.
///
/// The formats follow netpbm's manual (pbm(5) to pam(5)) and Paul Debevec's PFM. If a file contains
/// several pictures, the first is read.
package struct NetpbmPicture: Sendable {
  /// The samples, including opacities.
  package let pixels: PicturePixels
  /// The code of white, or 1 for floats.
  package let white: Int

  /// - Throws: Why the bytes are no such picture, as a sentence without the file's name.
  package init(_ bytes: [UInt8]) throws(Unreadable) {
    guard NetpbmStart.isOne(bytes) else { throw Unreadable("it is not a Netpbm picture any more") }
    var scanner = Scanner(bytes)
    let kind = Character(UnicodeScalar(bytes[1]))
    scanner.position = 2
    let form = kind == "7" ? try scanner.pamHeader() : try scanner.header(kind)
    guard form.size.width > 0, form.size.height > 0, (1...4).contains(form.channels),
      let count = Checked.product(form.size.width, form.size.height, form.channels),
      count <= 1 << 32
    else { throw Unreadable("its header is not complete") }
    white = form.white
    if kind == "F" || kind == "f" {
      pixels = .float(try scanner.floats(form))
    } else if "123".contains(kind) {
      // Check before allocating memory: a sample needs at least one byte.
      guard bytes.count - scanner.position >= count else { throw Scanner.short }
      pixels = .sixteen(try scanner.numbers(form, isBitmap: kind == "1"))
    } else if kind == "4" {
      pixels = .eight(try scanner.bits(form))
    } else if form.white < 256 {
      pixels = .eight(try scanner.bytes(form))
    } else {
      pixels = .sixteen(try scanner.words(form))
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private struct Form {
    var size: Size
    var channels: Int
    var white: Int
    /// Floats only: whether the last byte is the most significant.
    var isLittleEndian = false
  }

  private struct Scanner {
    let bytes: [UInt8]
    var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    static let short = Unreadable("it ends before its last pixel")

    /// The next word, past white space and comments.
    mutating func word() throws(Unreadable) -> String {
      while position < bytes.count {
        if bytes[position] == UInt8(ascii: "#") {
          position = bytes[position...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.count
        } else if isSpace(bytes[position]) {
          position += 1
        } else {
          break
        }
      }
      let end =
        bytes[position...].firstIndex { isSpace($0) || $0 == UInt8(ascii: "#") } ?? bytes.count
      guard end > position, end - position <= 32 else { throw Self.short }
      defer { position = end }
      return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    mutating func number(_ range: ClosedRange<Int>) throws(Unreadable) -> Int {
      let word = try word()
      guard let number = Int(word), range.contains(number) else {
        throw Unreadable(
          "“\(word)” is not a number from \(range.lowerBound) to \(range.upperBound)"
        )
      }
      return number
    }

    static let sides = 1...1 << 30

    mutating func header(_ kind: Character) throws(Unreadable) -> Form {
      let size = Size(width: try number(Self.sides), height: try number(Self.sides))
      var form = Form(size: size, channels: "36F".contains(kind) ? 3 : 1, white: 1)
      if kind == "F" || kind == "f" {
        let scale = try word()
        guard let factor = Double(scale), factor.isFinite, factor != 0 else {
          throw Unreadable("its scale “\(scale)” is not a number")
        }
        form.isLittleEndian = factor < 0
      } else if kind != "1", kind != "4" {
        form.white = try number(1...65535)
      }
      // One byte of white space ends the header.
      if kind != "1", kind != "2", kind != "3" { position += 1 }
      return form
    }

    mutating func pamHeader() throws(Unreadable) -> Form {
      var form = Form(size: Size(width: 0, height: 0), channels: 0, white: 0)
      while true {
        let key = try word()
        switch key {
        case "WIDTH": form.size = Size(width: try number(Self.sides), height: form.size.height)
        case "HEIGHT": form.size = Size(width: form.size.width, height: try number(Self.sides))
        case "DEPTH": form.channels = try number(1...4)
        case "MAXVAL": form.white = try number(1...65535)
        case "TUPLTYPE": _ = try word()
        case "ENDHDR":
          position += 1
          guard form.white > 0 else { throw Unreadable("MAXVAL is missing from its header") }
          return form
        default: throw Unreadable("its header has an unknown line, \(key)")
        }
      }
    }

    /// Returns the start of pixels that need this number of bytes.
    func start(_ count: Int) throws(Unreadable) -> Int {
      guard position <= bytes.count, count <= bytes.count - position else { throw Self.short }
      return position
    }

    func bytes(_ form: Form) throws(Unreadable) -> ImageBuffer<UInt8> {
      let start = try start(form.size.area * form.channels)
      var image = ImageBuffer<UInt8>(size: form.size, channels: form.channels)
      unsafe image.withUnsafeMutableSamples { samples in
        for i in samples.indices { unsafe samples[i] = bytes[start + i] }
      }
      return image
    }

    func words(_ form: Form) throws(Unreadable) -> ImageBuffer<UInt16> {
      let start = try start(2 * form.size.area * form.channels)
      var image = ImageBuffer<UInt16>(size: form.size, channels: form.channels)
      unsafe image.withUnsafeMutableSamples { samples in
        for i in samples.indices {
          unsafe samples[i] =
            UInt16(bytes[start + 2 * i]) << 8 | UInt16(bytes[start + 2 * i + 1])
        }
      }
      return image
    }

    /// Reads one bit per pixel, 1 for black. Rows start at byte boundaries.
    func bits(_ form: Form) throws(Unreadable) -> ImageBuffer<UInt8> {
      let stride = (form.size.width + 7) / 8
      let start = try start(stride * form.size.height)
      var image = ImageBuffer<UInt8>(size: form.size, channels: 1)
      for y in 0..<form.size.height {
        for x in 0..<form.size.width {
          image[x, y, 0] = 1 - (bytes[start + y * stride + x / 8] >> UInt8(7 - x % 8) & 1)
        }
      }
      return image
    }

    /// Reads numbers as text. In a bitmap, 1 is black, and spaces are optional.
    mutating func numbers(_ form: Form, isBitmap: Bool) throws(Unreadable) -> ImageBuffer<UInt16> {
      var image = ImageBuffer<UInt16>(size: form.size, channels: form.channels)
      for y in 0..<form.size.height {
        for x in 0..<form.size.width {
          for c in 0..<form.channels {
            image[x, y, c] = UInt16(isBitmap ? 1 - (try bit()) : try number(0...form.white))
          }
        }
      }
      return image
    }

    mutating func bit() throws(Unreadable) -> Int {
      while position < bytes.count, isSpace(bytes[position]) { position += 1 }
      guard position < bytes.count else { throw Self.short }
      defer { position += 1 }
      switch bytes[position] {
      case UInt8(ascii: "0"): return 0
      case UInt8(ascii: "1"): return 1
      default: throw Unreadable("a bitmap contains only 0 and 1")
      }
    }

    /// Rows from the lowest to the highest.
    func floats(_ form: Form) throws(Unreadable) -> ImageBuffer<Float> {
      let row = form.size.width * form.channels
      let start = try start(4 * row * form.size.height)
      var image = ImageBuffer<Float>(size: form.size, channels: form.channels)
      unsafe image.withUnsafeMutableSamples { samples in
        for i in samples.indices {
          let (y, x) = (form.size.height - 1 - i / row, i % row)
          let at = start + 4 * (y * row + x)
          let bits = (0..<4).reduce(UInt32(0)) {
            $0 << 8 | UInt32(bytes[at + (form.isLittleEndian ? 3 - $1 : $1)])
          }
          unsafe samples[i] = Float(bitPattern: bits)
        }
      }
      return image
    }
  }
}
