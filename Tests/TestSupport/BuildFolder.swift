public import Foundation

/// The folder of this build, which contains its programs.
public enum BuildFolder {
  /// The tests' program is in it, or its bundle on macOS.
  public static let url: URL = {
    #if os(Linux)
      let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(filePath: own ?? CommandLine.arguments[0]).deletingLastPathComponent()
    #else
      return Bundle(for: BundleMark.self).bundleURL.deletingLastPathComponent()
    #endif
  }()

  private final class BundleMark {}

  /// Returns the path of a program.
  public static func program(_ name: String) -> String { url.appending(path: name).path }
}
