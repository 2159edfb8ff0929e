internal import ArgumentParser
internal import BromideCLI
internal import BromidePhotos
internal import BromideRaw

/// The address of a server.
struct HostOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Listen address. Other machines require --token", valueName: "address"))
  var host = "127.0.0.1"

  /// Whether the address accepts connections only from this machine.
  var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

  /// The names of a server on a loopback address.
  var names: Set<String> { ["localhost", "127.0.0.1", "[::1]", host.lowercased(), "[\(host)]"] }

  /// Returns the address of a server, with a trailing slash.
  func address(port: Int) -> String {
    "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
  }

  /// Rejects an address that other machines can reach, if requests need no token.
  func check(_ token: String?) throws {
    if !isLoopback, token == nil {
      throw ValidationError("--host \(host) is reached from other machines; add --token")
    }
  }
}

/// The worker processes of a server.
struct ServerIsolationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Worker processes: auto, process, off (default: auto)",
      discussion: "With workers, a crash costs one answer. auto is the same as process.",
      valueName: "name"),
    transform: Choice.value)
  var isolation: PhotoIsolation.Choice = .auto

  /// Returns the context of the server, with worker processes unless they are off.
  ///
  /// - Parameters:
  ///   - cameras: The cameras that the user added, or `nil` without them.
  ///   - memory: The maximum number of bytes for one finished picture.
  func context(
    workers: Int, timeout: Double? = nil, cameras: AddedCameras?, memory: Int
  ) -> RunContext {
    RunContext(
      cameras: cameras,
      isolation: isolation == .off
        ? nil : PhotoIsolation.Options(workers: workers, timeout: timeout), timeout: nil,
      memory: memory)
  }
}
