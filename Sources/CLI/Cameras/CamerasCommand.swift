internal import ArgumentParser
internal import BromideSystem

/// `bromide cameras`.
struct CamerasCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cameras",
    abstract: "List the cameras with built-in colours.")

  @Option(choice: "Format", standard: "text")
  var format = CameraList.Format.text

  func run() throws {
    ignoreWritingSignals()
    let text = try CameraList().text(format)
    if let status = ExitStatus.put(text), status != .done { throw status.code }
  }
}
