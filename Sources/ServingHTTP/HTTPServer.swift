internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Platform
package import Serving
internal import Synchronization

/// A site, or a preview, behind HTTP/1.1 on a TCP port.
package final class HTTPServer: Sendable {
  /// The port that it listens on.
  package let port: Int
  private let state: ServerState
  private let listener: any Channel
  private let group: MultiThreadedEventLoopGroup
  private let hasStopped = Mutex(false)

  /// Why a server cannot begin.
  package struct StartError: Error, CustomStringConvertible {
    package let description: String
  }

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - port: 0 for any that is free.
  ///   - jobs: Requests that are worked on at once.
  ///   - trustedProxies: Proxies whose words about their clients count.
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
      throw StartError(description: "cannot listen on \(host):\(port): \(error)")
    }
    self.port = listener.localAddress?.port ?? port
    self.group = group
    self.state = state
  }

  /// Takes no more connections, lets requests in hand end within their time, and closes all. A second call does nothing.
  ///
  /// - Returns: False if work is still running, so that the process has to end with it.
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
