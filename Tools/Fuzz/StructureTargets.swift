internal import PhotoLoading

extension FuzzTarget {
  /// What processes of one program tell each other.
  static let structures: [FuzzTarget] = [
    FuzzTarget(name: "message") { bytes in
      for form in [WorkerMessages.reply, .request] {
        guard let once = form.again(bytes) else { continue }
        precondition(form.again(once) == once, "a message is read as it was written")
      }
    }
  ]
}
