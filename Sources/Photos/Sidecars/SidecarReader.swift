/// Reads properties from a packet and records the unknown ones.
struct SidecarReader {
  let packet: SidecarPacket
  private(set) var known: Set<XMPName> = []

  init(_ packet: SidecarPacket) { self.packet = packet }

  /// Returns the value of a property, but does not mark it as known.
  func value(_ namespace: String, _ name: String) -> XMPValue? {
    packet.properties[XMPName(namespace, name)]
  }

  /// Whether the settings are not yet part of the pixels, and not switched off.
  var hasActiveSettings: Bool {
    !says("AlreadyApplied", "true") && !says("HasSettings", "false")
  }

  /// The property that makes the picture grey, or `nil` for a picture in colour.
  var greyProperty: String? {
    if says("ConvertToGrayscale", "true") { return "ConvertToGrayscale" }
    return isMonochromeLook ? "Look" : nil
  }

  /// Whether the profile in `crs:Look` makes the picture grey.
  var isMonochromeLook: Bool { packet.look?.hasSuffix("Monochrome") ?? false }

  private func says(_ name: String, _ word: String) -> Bool {
    guard case .text(let text)? = value(XMPName.cameraRaw, name) else { return false }
    return text.lowercased() == word
  }

  /// Whether the settings are of process version 5.7 (Lightroom 3) or older. Without a version, they
  /// are new.
  var isOld: Bool {
    guard case .text(let text)? = value(XMPName.cameraRaw, "ProcessVersion"),
      let version = Self.number(text.split(separator: ".").prefix(2).joined(separator: "."))
    else { return false }
    return version < 6.7
  }

  /// The number of modules in darktable's history, 0 if the history does not name them, or `nil`
  /// without an active history.
  var darktableModules: Int? {
    guard value(XMPName.darktable, "history_end") != .text("0") else { return nil }
    switch value(XMPName.darktable, "history") {
    case nil: return nil
    case .text(let text)?: return text.allSatisfy(\.isWhitespace) ? nil : 0
    case .list(let items)?: return items.isEmpty ? nil : packet.modules.count
    case .structure?: return packet.modules.count
    }
  }

  /// Marks a property of Camera Raw as known.
  mutating func pass(_ name: String) { known.insert(XMPName(XMPName.cameraRaw, name)) }

  /// Returns the number of a Camera Raw property, or `nil` if it is missing.
  mutating func number(
    _ name: String, _ range: ClosedRange<Double>
  ) throws(SidecarError) -> Double? {
    let name = XMPName(XMPName.cameraRaw, name)
    guard let text = try text(name) else { return nil }
    guard let number = Self.number(text), range.contains(number) else {
      throw .value(
        name.text, found: text,
        accepted: "numbers from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))")
    }
    return number
  }

  /// Returns the integer of a property, or `nil` if it is missing.
  mutating func whole(
    _ namespace: String, _ name: String, _ range: ClosedRange<Int>
  ) throws(SidecarError) -> Int? {
    let name = XMPName(namespace, name)
    guard let text = try text(name) else { return nil }
    guard let number = Self.number(text), let whole = Int(exactly: number), range.contains(whole)
    else {
      throw .value(name.text, found: text, accepted: Self.words(range))
    }
    return whole
  }

  /// The values of `xmp:Rating`: 0 to 5 stars, or −1 for rejected.
  static let ratings = -1...5

  /// Returns the accepted integers as words.
  static func words(_ range: ClosedRange<Int>) -> String {
    "whole numbers from \(range.lowerBound) to \(range.upperBound)"
  }

  private mutating func text(_ name: XMPName) throws(SidecarError) -> String? {
    switch packet.properties[name] {
    case nil: return nil
    case .text(let text)?:
      known.insert(name)
      return text
    case .list?, .structure?: throw .value(name.text, found: "a list", accepted: "a number")
    }
  }

  /// Reads a decimal number such as `+0.50`, or returns `nil` for other text such as `nan`.
  static func number(_ text: String) -> Double? {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    guard text.utf8.count <= 32, !digits.isEmpty,
      digits.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(text)
  }

  private static func plain(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
