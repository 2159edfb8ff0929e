internal import BromideDevelop
internal import BromideSystem
internal import BromideValues
internal import Synchronization

/// Memory for the rows of a picture. The caller must keep it until the run ends.
@safe
package struct RowTarget: @unchecked Sendable {
  @unsafe let bytes: UnsafeMutableRawBufferPointer
  /// The distance between the starts of two rows, in bytes.
  let stride: Int

  /// - Parameters:
  ///   - bytes: The memory of all rows.
  ///   - stride: Bytes from the start of a row to the start of the next.
  package init(_ bytes: UnsafeMutableRawBufferPointer, stride: Int) {
    unsafe self.bytes = bytes
    self.stride = stride
  }

  /// The bytes of a row.
  func row(_ y: Int, _ count: Int) -> UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[y * stride..<y * stride + count])
  }
}

/// Receives the progress of a run from 0 to 1, on any of its threads. Returns whether to continue.
package typealias ProgressReport = @Sendable (Double) -> Bool

/// Develops a picture or a part of it into memory, in bands on several threads.
struct DevelopRun: Sendable {
  let developer: Developer
  let crew: Crew
  let report: ProgressReport?

  /// Reasons to end early.
  enum Failure: Error {
    case cancelled
    case outOfMemory(bytes: Int)
  }

  /// Develops the complete picture.
  ///
  /// - Parameter target: Rows of the picture's width, at any distance.
  func develop(into target: RowTarget) throws(Failure) {
    let developer = developer
    let rowBytes = developer.outputSize.width * developer.format.bytesPerPixel
    let bandBytes = developer.bandHeight * rowBytes
    let progress = RunProgress(of: developer.bandCount, report)
    let isContiguous = target.stride == rowBytes
    let strips = BandStrips(developer)
    try crew.forEach(
      developer.bandCount,
      makeScratch: { isContiguous ? nil : PixelMemory(attempting: bandBytes) },
      work: { band, memory throws(Failure) in
        try progress.check()
        let rows = developer.rows(ofBand: band)
        if isContiguous {
          let bytes = unsafe target.bytes[rows.lowerBound * rowBytes..<rows.upperBound * rowBytes]
          unsafe strips.develop(band, into: UnsafeMutableRawBufferPointer(rebasing: bytes))
        } else {
          guard let memory else { throw .outOfMemory(bytes: bandBytes) }
          unsafe strips.develop(band, into: memory.bytes)
          for (index, y) in rows.enumerated() {
            let row = unsafe memory.bytes[index * rowBytes..<(index + 1) * rowBytes]
            unsafe target.row(y, rowBytes).copyMemory(from: UnsafeRawBufferPointer(rebasing: row))
          }
        }
        try progress.finishedOne()
      })
  }

  /// Develops a part of the picture.
  ///
  /// - Parameters:
  ///   - part: The part of the picture, at least one pixel.
  ///   - target: Rows of the part's width, at any distance.
  func develop(_ part: Region, into target: RowTarget) throws(Failure) {
    let height = max(Self.leastRows, (part.height - 1) / (4 * crew.size) + 1)
    let count = (part.height - 1) / height + 1
    let progress = RunProgress(of: count, report)
    let developer = developer
    try crew.forEach(
      count, makeScratch: {},
      work: { index, _ throws(Failure) in
        try progress.check()
        let rows = index * height..<min((index + 1) * height, part.height)
        let piece = Region(
          x: part.x, y: part.y + rows.lowerBound, width: part.width, height: rows.count)
        func copy<Sample: BitwiseCopyable & Sendable>(_ type: Sample.Type) {
          let picture = developer.picture(of: type, part: piece, crew: .alone)
          unsafe picture.withUnsafeSamples { samples in
            let bytes = UnsafeRawBufferPointer(samples)
            let rowBytes = part.width * developer.format.bytesPerPixel
            for (index, y) in rows.enumerated() {
              let row = unsafe bytes[index * rowBytes..<(index + 1) * rowBytes]
              unsafe target.row(y, rowBytes).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: row))
            }
          }
        }
        switch developer.format.sample {
        case .uint8: copy(UInt8.self)
        case .uint16: copy(UInt16.self)
        case .float32: copy(Float.self)
        }
        try progress.finishedOne()
      })
  }

  /// Resampling and demosaicing restart in each piece.
  private static let leastRows = 64
}

/// Counts the finished pieces of a run, and stores whether the run was stopped.
private final class RunProgress: Sendable {
  private let count: Int
  private let report: ProgressReport?
  private let finished = Atomic<Int>(0)
  private let isStopped = Atomic<Bool>(false)

  init(of count: Int, _ report: ProgressReport?) {
    self.count = count
    self.report = report
  }

  func check() throws(DevelopRun.Failure) {
    if isStopped.load(ordering: .relaxed) { throw .cancelled }
  }

  func finishedOne() throws(DevelopRun.Failure) {
    let done = finished.add(1, ordering: .relaxed).newValue
    guard let report, !report(Double(done) / Double(count)) else { return }
    isStopped.store(true, ordering: .relaxed)
    throw .cancelled
  }
}

extension BromideError {
  /// The early end of a run.
  init(_ failure: DevelopRun.Failure, _ input: PhotoInput) {
    switch failure {
    case .cancelled: self.init(.cancelled, input.name, "cancelled")
    case .outOfMemory(let bytes): self.init(DevelopError.outOfMemory(bytes: bytes), input)
    }
  }
}
