internal import BromideCodecs
internal import BromidePhotos
internal import BromideRuns
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// A picture of an answer: a sheet of swatches, a scope, or a plot.
struct AnswerPicture: Sendable {
  let path: String
  let policy: ExistingPolicy

  /// Checks the file name.
  ///
  /// - Throws: `UsageError` for an unsupported suffix.
  static func check(_ path: String, of option: String) throws(UsageError) {
    guard PictureFormat(suffixOf: FilePath(reversible: path)) == nil else { return }
    throw UsageError(
      "--\(option) \(path): Bromide writes \(PictureFormat.names); name a \(PictureFormat.files)")
  }

  /// Draws and writes the picture, and prints the result.
  ///
  /// - Parameters:
  ///   - name: The picture's name in a folder and in errors.
  ///   - request: All data that the drawing depends on.
  ///   - context: The means with which an existing picture is read.
  func write(
    _ name: String, request: String, context: RunContext, messages: Messages,
    draw: () throws -> ImageBuffer<UInt8>
  ) throws(SampleFailure) {
    let destination: Destination
    do throws(DestinationError) { destination = try Destination(path) } catch {
      throw SampleFailure(UsageError(error).message)
    }
    let format = PictureFormat(suffixOf: FilePath(reversible: path)) ?? .png
    let drawing = DrawnPicture(
      destination, name: name, request: request, encoding: PictureEncoding(format).forDrawing,
      policy: policy, context: context)
    let result: DrawnPicture.Result
    do { result = try drawing.write(draw) } catch {
      throw SampleFailure("the \(name) cannot be drawn: \(error)")
    }
    switch result {
    case .written: messages.info(drawing.output.name)
    case .skipped(let reason): messages.info(reason)
    case .failed(let reason, let remedy): throw SampleFailure(Remedy.advice(reason, remedy))
    case .closedPipe: break
    }
  }
}

extension ExistingOptions {
  /// Returns the picture in a file, or `nil` without a path.
  func picture(_ path: String?) -> AnswerPicture? {
    path.map { AnswerPicture(path: $0, policy: policy) }
  }
}
