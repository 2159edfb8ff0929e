/// GoPro's metadata format (GPMF): a key of four characters, a type, the bytes of a value, the
/// number of values, and the values in big-endian order, padded to four bytes. Type 0 nests.
///
/// Reference: https://github.com/gopro/gpmf-parser (README, “GPMF Deeper Dive”)
enum GPMF {
  /// Reads the sensors of a payload: `GYRO`, `ACCL` and `GRAV`.
  ///
  /// GPMF does not contain a time for each value. The values are evenly spread over the payload, as
  /// the reference recommends.
  static func read(
    _ bytes: [UInt8], from time: Double, lasting duration: Double,
    _ visit: (MotionReading) -> Void
  ) throws(MotionError) {
    try items(in: bytes[...]) { device throws(MotionError) in
      guard device.type == 0 else { return }
      var name = ""
      try items(in: device.bytes) { item throws(MotionError) in
        if item.key == "DVNM" { name = item.text }
        guard item.key == "STRM", item.type == 0 else { return }
        var stream = GPMFStream(device: name)
        try items(in: item.bytes) { item throws(MotionError) in
          guard let values = try stream.add(item) else { return }
          for (index, value) in values.values.enumerated() {
            visit(
              MotionReading(
                sensor: values.sensor,
                time: time + duration * Double(index) / Double(values.values.count), value: value,
                axes: values.axes))
          }
        }
      }
    }
  }

  /// Visits the items of one level.
  private static func items(
    in bytes: ArraySlice<UInt8>, _ visit: (GPMFItem) throws(MotionError) -> Void
  ) throws(MotionError) {
    var place = bytes.startIndex
    while place + 8 <= bytes.endIndex {
      // Zeros pad the end of a payload.
      guard bytes[place] != 0 else { return }
      let item = GPMFItem(
        key: String(decoding: bytes[place..<place + 4], as: UTF8.self), type: bytes[place + 4],
        size: Int(bytes[place + 5]), count: Int(bytes[place + 6]) << 8 | Int(bytes[place + 7]),
        bytes: bytes[place + 8..<bytes.endIndex])
      let used = item.size * item.count
      guard used <= item.bytes.count else {
        throw MotionError("\(item.key) is incomplete")
      }
      try visit(item.with(bytes: item.bytes.prefix(used)))
      place += 8 + min((used + 3) & ~3, item.bytes.count)
    }
  }
}

/// A key with its values.
struct GPMFItem {
  let key: String
  let type: UInt8
  /// The bytes of one value, which can have several elements.
  let size: Int
  let count: Int
  let bytes: ArraySlice<UInt8>

  func with(bytes: ArraySlice<UInt8>) -> GPMFItem {
    GPMFItem(key: key, type: type, size: size, count: count, bytes: bytes)
  }

  /// The values as text in ISO 8859-1, without zeros and spaces at the end.
  var text: String {
    var text = bytes
    while let last = text.last, last == 0 || last == 0x20 { text.removeLast() }
    return String(String.UnicodeScalarView(text.map { UnicodeScalar($0) }))
  }

  /// All elements as numbers, or `nil` for types without numbers.
  var numbers: [Double]? {
    let width: Int
    switch UnicodeScalar(type) {
    case "b", "B": width = 1
    case "s", "S": width = 2
    case "l", "L", "f", "q": width = 4
    case "d", "j", "J", "Q": width = 8
    default: return nil
    }
    return stride(from: bytes.startIndex, to: bytes.endIndex - width + 1, by: width).map { place in
      var bits: UInt64 = 0
      for byte in bytes[place..<place + width] { bits = bits << 8 | UInt64(byte) }
      switch UnicodeScalar(type) {
      case "b": return Double(Int8(truncatingIfNeeded: bits))
      case "s": return Double(Int16(truncatingIfNeeded: bits))
      case "l": return Double(Int32(truncatingIfNeeded: bits))
      case "j": return Double(Int64(truncatingIfNeeded: bits))
      case "f": return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
      case "d": return Double(bitPattern: bits)
      case "q": return Double(Int32(truncatingIfNeeded: bits)) / 65_536
      case "Q": return Double(Int64(truncatingIfNeeded: bits)) / 4_294_967_296
      default: return Double(bits)
      }
    }
  }
}

/// A stream of one sensor. Items apply to the items after them.
private struct GPMFStream {
  struct Values {
    let sensor: MotionReading.Sensor
    let values: [SIMD3<Double>]
    let axes: MotionReading.Axes
  }

  /// The name of the device.
  let device: String
  private var title = ""
  private var unit = ""
  private var divisors = [1.0]
  private var orientation: String?

  init(device: String) { self.device = device }

  /// Takes an item. Returns the values if it is a sensor.
  mutating func add(_ item: GPMFItem) throws(MotionError) -> Values? {
    switch item.key {
    case "STNM": title = item.text
    case "SIUN", "UNIT": unit = item.text
    case "ORIN": orientation = item.text
    case "SCAL":
      guard let numbers = item.numbers, !numbers.isEmpty, numbers.allSatisfy({ $0 != 0 }) else {
        throw MotionError("SCAL is not a number")
      }
      divisors = numbers
    case "GYRO": return try values(item, .angularRate, Self.rates)
    case "ACCL": return try values(item, .acceleration, Self.accelerations)
    case "GRAV": return try values(item, .gravity, ["": 1])
    default: break
    }
    return nil
  }

  /// The factors to rad/s.
  private static let rates = [
    "": 1, "rad/s": 1, "deg/s": Double.pi / 180, "°/s": Double.pi / 180,
  ]
  /// The factors to multiples of standard gravity.
  private static let accelerations = ["": 1 / 9.80665, "m/s²": 1 / 9.80665, "g": 1]

  private func values(
    _ item: GPMFItem, _ sensor: MotionReading.Sensor, _ units: [String: Double]
  ) throws(MotionError) -> Values {
    guard let numbers = item.numbers, item.count == 0 || numbers.count == 3 * item.count else {
      throw MotionError("\(item.key) does not have three numbers")
    }
    guard divisors.count == 1 || divisors.count == 3 else {
      throw MotionError("SCAL has \(divisors.count) numbers for \(item.key)")
    }
    guard let factor = units[unit] else {
      throw MotionError("the unit \(unit) of \(item.key) is unknown")
    }
    let order = sensor == .gravity ? nil : self.order
    let values = (0..<item.count).map { index in
      var value = SIMD3<Double>()
      for axis in 0..<3 {
        value[axis] = factor * numbers[3 * index + axis] / divisors[divisors.count == 1 ? 0 : axis]
      }
      return order.map { $0.turned(value, sensor) } ?? value
    }
    return Values(sensor: sensor, values: values, axes: order == nil ? .file : .screen)
  }

  /// The order of the numbers: `ORIN`, or else the documented order of cameras without it.
  private var order: GPMFOrder? {
    if let orientation { return GPMFOrder(orientation) }
    if device == "Fusion" { return GPMFOrder("yXZ") }
    // HERO5 to HERO7, “Data order Z,X,Y”.
    return title.hasPrefix("Accelerometer (up/down, right/left") || title == "Gyroscope (z,x,y)"
      ? GPMFOrder("ZXY") : nil
  }
}

/// The order of three numbers along GoPro's axes. A small letter is a negative axis.
///
/// Seen on the screen, X points to the left, Y out of the screen, and Z to the top (the reference,
/// “IMU Orientation”).
private struct GPMFOrder {
  private let places: [(axis: Int, sign: Double)]

  init?(_ text: String) {
    let places = text.unicodeScalars.compactMap { letter -> (axis: Int, sign: Double)? in
      let isSmall = letter.value >= 0x61
      let axis = Int(letter.value) - (isSmall ? 0x78 : 0x58)
      return (0..<3).contains(axis) ? (axis, isSmall ? -1 : 1) : nil
    }
    guard text.unicodeScalars.count == 3, Set(places.map(\.axis)).count == 3 else { return nil }
    self.places = places
  }

  /// Returns a value along the axes of the screen: right, up and out.
  func turned(_ value: SIMD3<Double>, _ sensor: MotionReading.Sensor) -> SIMD3<Double> {
    var camera = SIMD3<Double>()
    for (index, place) in places.enumerated() { camera[place.axis] = place.sign * value[index] }
    let screen = SIMD3(-camera.x, camera.z, camera.y)
    // An accelerometer measures the force on it, which points up at rest.
    return sensor == .acceleration ? -screen : screen
  }
}
