/// An owner of samples that may stay in their file, whose memory can be freed before it.
package protocol ReleasableOwner: AnyObject, Sendable {
  /// Frees the memory of the bytes that stay in the file, in whole pages. The next access reads
  /// them again. Other bytes stay as they are.
  @unsafe func release(_ bytes: UnsafeRawBufferPointer)
}

extension PlaneView {
  /// Frees the memory of rows that are not needed again, if the owner knows how. They stay
  /// readable.
  package func release(rows: Range<Int>) {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= height, "rows of the plane")
    guard !rows.isEmpty, let owner = owner as? any ReleasableOwner else { return }
    let samples = (rows.count - 1) * stride + width
    unsafe owner.release(
      UnsafeRawBufferPointer(
        UnsafeBufferPointer(start: base + rows.lowerBound * stride, count: samples)))
  }
}
