internal import BromideSystem
package import SystemPackage

/// The motion sensors of a film: a GoPro's GPMF (`gpmd`) or a telephone's CAMM (`camm`).
package struct MotionTrack: Sendable {
  private let path: FilePath
  private let track: MovieTrack

  /// The limit of bytes in a sample. A second of GPMF has some ten thousand.
  private static let mostBytes = 16 << 20

  /// Opens the first sensor track of an MP4 or QuickTime file. Returns `nil` if there is none.
  ///
  /// - Throws: `MotionError` if the index of the track cannot be read.
  package init?(_ path: FilePath) throws(MotionError) {
    guard let track = try MovieTrack.all(in: path, formats: ["gpmd", "camm"]).first else {
      return nil
    }
    (self.path, self.track) = (path, track)
  }

  /// Reads all readings. The readings of each sensor are in order of time.
  ///
  /// - Throws: `MotionError` at the first damaged sample. `visit` has received the readings before.
  package func read(_ visit: (MotionReading) -> Void) throws(MotionError) {
    for (index, sample) in track.samples.enumerated() where sample.count > 0 {
      guard sample.count <= Self.mostBytes,
        let bytes = try? FileSystem.bytes(of: path, at: sample.offset, count: sample.count),
        bytes.count == sample.count
      else { throw MotionError("sample \(index) of its track \(track.format) is missing") }
      do throws(MotionError) {
        if track.format == "gpmd" {
          try GPMF.read(bytes, from: sample.time, lasting: sample.duration, visit)
        } else {
          try CameraMotion.read(bytes, at: sample.time, visit)
        }
      } catch {
        throw MotionError("sample \(index) of its track \(track.format): \(error.reason)")
      }
    }
  }
}

/// Google's Camera Motion Metadata (CAMM): packets in little-endian order, each with two bytes of
/// zeros, two bytes of type, and floats.
///
/// Reference: https://developers.google.com/streetview/publish/camm-spec
enum CameraMotion {
  /// The number of bytes after the head of a packet, for each type.
  private static let sizes = [12, 8, 12, 12, 12, 24, 56, 12]
  private static let standardGravity = 9.80665

  /// Reads the angular rates (type 2) and accelerations (type 3). Applications choose their axes.
  static func read(
    _ bytes: [UInt8], at time: Double, _ visit: (MotionReading) -> Void
  ) throws(MotionError) {
    var place = 0
    while place < bytes.count {
      guard place + 4 <= bytes.count else { throw MotionError("a packet is incomplete") }
      let type = Int(bytes[place + 2]) | Int(bytes[place + 3]) << 8
      guard type < sizes.count else { throw MotionError("packet type \(type) is unknown") }
      guard place + 4 + sizes[type] <= bytes.count else {
        throw MotionError("a packet is incomplete")
      }
      if type == 2 || type == 3 {
        func number(_ index: Int) -> Double {
          var bits: UInt32 = 0
          for byte in 0..<4 {
            bits |= UInt32(bytes[place + 4 + 4 * index + byte]) << UInt32(8 * byte)
          }
          return Double(Float(bitPattern: bits))
        }
        let value = SIMD3(number(0), number(1), number(2))
        visit(
          MotionReading(
            sensor: type == 2 ? .angularRate : .acceleration, time: time,
            // The packet contains the force on the sensor, which points up at rest.
            value: type == 2 ? value : -value / standardGravity, axes: .file))
      }
      place += 4 + sizes[type]
    }
  }
}
