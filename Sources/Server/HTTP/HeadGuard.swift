internal import NIOCore

/// Closes connections with slow or long headers, because the HTTP parser has no limits.
///
/// It does not parse headers. It starts a timer with the first byte of a request. The next handler
/// calls `note` when the headers are complete.
final class HeadGuard: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// Events from the next handler.
  enum Event: Sendable {
    /// The headers of a request are complete.
    case headEnded
    /// The next bytes start a new request.
    case requestEnded
  }

  private enum State {
    case between
    case head(bytes: Int, deadline: Scheduled<Void>)
    case body
  }

  private let limits: ServerLimits
  private var state = State.between

  init(limits: ServerLimits) { self.limits = limits }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let count = unwrapInboundIn(data).readableBytes
    switch state {
    case .between:
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      let deadline = context.eventLoop.scheduleTask(in: .seconds(limits.headSeconds)) {
        bound.value.close(promise: nil)
      }
      state = .head(bytes: count, deadline: deadline)
    case .head(let bytes, let deadline):
      state = .head(bytes: bytes + count, deadline: deadline)
    case .body: break
    }
    context.fireChannelRead(data)
    // The parser may have found the end of the headers in these bytes.
    if case .head(let bytes, let deadline) = state, bytes > limits.headBytes {
      deadline.cancel()
      state = .body
      context.fireErrorCaught(HeadTooLong())
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if case .head(_, let deadline) = state { deadline.cancel() }
    state = .between
    context.fireChannelInactive()
  }

  /// Handles an event. The next handler calls this on the event loop.
  func note(_ event: Event) {
    if case .head(_, let deadline) = state { deadline.cancel() }
    switch event {
    case .headEnded: state = .body
    case .requestEnded: state = .between
    }
  }

  struct HeadTooLong: Error {}
}

extension TimeAmount {
  static func seconds(_ seconds: Double) -> TimeAmount { .nanoseconds(Int64(seconds * 1e9)) }
}
