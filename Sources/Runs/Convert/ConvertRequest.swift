internal import BromideSampling
public import SystemPackage

/// How outputs use the folders of their inputs.
public enum FolderTree: String, Sendable, Hashable, CaseIterable {
  /// Mirror the input folders in the output folder.
  case keep
  /// Put all pictures into the output folder.
  case flat
}

/// A request for a conversion.
public struct ConvertRequest: Sendable {
  /// Files, folders, `@list` or `-`, as `ArgumentText` returns them.
  public var inputs: [String]
  /// The destination of the pictures.
  public var destination: Destination
  /// Whether to search subfolders.
  public var isRecursive: Bool
  /// The template for a picture's name.
  public var name: NameTemplate
  /// The settings for developing and writing.
  public var settings: PictureSettings
  /// The policy for existing outputs.
  public var ifExists: ExistingPolicy
  /// Options that work only on raws, as the user typed them. If there are any, finished pictures
  /// fail.
  public var rawOptions: [String] = []
  /// The photos to convert, by their marks, time and camera.
  public var choice = PhotoChoice()
  /// How outputs in a folder use the folders of their inputs.
  public var tree = FolderTree.keep
  /// The share of the photos to convert, or `nil` to convert all. Names do not depend on the share.
  public var shard: InputShare?
  /// Files with settings of the run, which no picture may replace.
  public var files: [FilePath] = []
  /// The values that all photos share.
  public var locks = ConvertLocks()

  /// Creates a request.
  ///
  /// - Parameter inputs: Files, folders, `@list` or `-`, as the user typed them.
  public init(
    inputs: [String], destination: Destination = .nextToInput, isRecursive: Bool = false,
    name: NameTemplate = .stem, settings: PictureSettings,
    ifExists: ExistingPolicy = .update
  ) {
    self.inputs = inputs
    self.destination = destination
    self.isRecursive = isRecursive
    self.name = name
    self.settings = settings
    self.ifExists = ifExists
  }
}
