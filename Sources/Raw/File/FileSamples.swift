internal import BromideValues
internal import CBromideLibRaw

/// The position of samples that stay in their file.
package struct FilePlace: Sendable, Hashable, Codable {
  /// The file's device and inode.
  package var identity: [UInt64]
  /// The bytes before the first sample.
  package var offset: UInt64
}

extension RawPhoto {
  /// The position of the first sample in the file, if decoding kept the samples there, otherwise
  /// `nil`.
  package var filePlace: FilePlace? {
    guard let handle = store as? LibRawHandle else { return nil }
    var place = bromide_raw_place()
    guard unsafe bromide_raw_find(handle.raw, image.samples.base, &place) else { return nil }
    return FilePlace(identity: [place.device, place.inode], offset: place.offset)
  }
}

/// Samples in a file, mapped into memory. The map also works if another program shortens the file.
@safe
package final class FileSamples: SampleStore, ReleasableOwner, @unchecked Sendable {
  private let map: OpaquePointer

  /// Maps bytes of an open file, or returns `nil` if this is not possible.
  package init?(descriptor: Int32, offset: UInt64, byteCount: Int) {
    guard let map = unsafe bromide_raw_map_open(descriptor, offset, byteCount) else { return nil }
    unsafe self.map = map
  }

  deinit { unsafe bromide_raw_map_close(map) }

  /// The first byte.
  @unsafe package var start: UnsafeRawPointer { unsafe bromide_raw_map_bytes(map)! }

  package var hasLostSamples: Bool { unsafe bromide_raw_map_has_lost_bytes(map) }

  package func releaseSamples() -> Bool { unsafe bromide_raw_map_release(map) }

  @unsafe package func release(_ bytes: UnsafeRawBufferPointer) {
    unsafe bromide_raw_map_release_bytes(map, bytes.baseAddress!, bytes.count)
  }
}
