internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization
internal import SystemPackage

/// Serves a site or a preview with HTTP/1.1 on a TCP port.
package final class HTTPServer: Sendable {
  /// The port of the server.
  package let port: Int
  private let state: ServerState
  private let listener: any Channel
  private let group: MultiThreadedEventLoopGroup
  private let hasStopped = Mutex(false)

  /// The error if a server cannot start.
  package struct StartError: Error, CustomStringConvertible {
    package let description: String
  }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - port: The port, or 0 to choose a free port.
  ///   - jobs: The number of requests to process in parallel.
  ///   - trustedProxies: Trusted proxies. The server uses their headers about clients.
  package init(
    _ site: any Answering, host: String, port: Int, jobs: Int,
    limits: ServerLimits = ServerLimits(),
    trustedProxies: TrustedProxies = TrustedProxies()
  ) throws(StartError) {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let state = ServerState(
      site, limits: limits, jobs: jobs, trustedProxies: trustedProxies)
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 256)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.maxMessagesPerRead, value: 4)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(HeadGuard(limits: limits))
          try pipeline.addHandler(HTTPResponseEncoder())
          try pipeline.addHandler(
            ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
          try pipeline.addHandler(RequestHandler(state))
        }
      }
    do {
      listener = try bootstrap.bind(host: host, port: port).wait()
    } catch {
      _ = state.stop()
      try? group.syncShutdownGracefully()
      throw StartError(description: "cannot listen on \(host):\(port): \(Self.reason(error))")
    }
    self.port = listener.localAddress?.port ?? port
    self.group = group
    self.state = state
  }

  /// Returns the problem with an address.
  private static func reason(_ error: any Error) -> String {
    guard let error = error as? IOError else { return "\(error)" }
    let reason = Errno(rawValue: error.errnoCode)
    return reason == .addressInUse
      ? "another program uses the port; choose another one" : "\(reason)"
  }

  /// Stops the server. A second call has no effect.
  ///
  /// The server closes its port, lets current requests finish within a time limit, and closes all
  /// connections.
  ///
  /// - Returns: `false` if a job still runs, so that you must end the process.
  @discardableResult
  package func stop() -> Bool {
    let isFirst = hasStopped.withLock { hasStopped in
      defer { hasStopped = true }
      return !hasStopped
    }
    guard isFirst else { return true }
    try? listener.close().wait()
    guard state.stop() else { return false }
    try? group.syncShutdownGracefully()
    return true
  }
}
