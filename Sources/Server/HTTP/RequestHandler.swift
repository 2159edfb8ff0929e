internal import BromideSystem
internal import NIOCore
internal import NIOHTTP1

/// Handles one connection: collects a request, queues it, and sends the answer.
///
/// The handler does not read while a request is processed. So a client that sends many requests
/// must wait, and they do not fill the memory.
final class RequestHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  enum State {
    case idle
    /// The handler collects the body in `body`.
    case body(HTTPRequestHead)
    /// The handler answers messages while they arrive.
    case live(HTTPRequestHead, LiveFrames)
    /// The request was rejected. The rest of it is ignored, and the connection will close.
    case rejected
    case working
  }

  let shared: ServerState
  var state = State.idle
  /// The address of the peer.
  private var peer = ""
  /// The client for limits: the peer, or the client from a trusted proxy.
  private(set) var client = ""
  /// Shows the current job if the client still waits.
  var interest = Interest()
  /// The received part of the body.
  ///
  /// The answer uses the same array, so that the 12 MB of a video frame are copied only once.
  private var body: [UInt8] = []
  private var bodyTime = Stopwatch()
  var reserved = 0
  /// Bytes of the current answer, as counted by `ServerState`.
  var answerBytes = 0
  var needsRead = false
  /// Data that arrived after the current request. It is at most one read.
  private var ahead: [HTTPServerRequestPart] = []
  /// Whether the data after the current request is not HTTP.
  private var isLast = false
  var timer: Scheduled<Void>?

  init(_ shared: ServerState) { self.shared = shared }

  func channelActive(context: ChannelHandlerContext) {
    peer = context.remoteAddress?.plain ?? ""
    client = peer
    guard shared.admit(context.channel, client: peer) else { return context.close(promise: nil) }
    // The peer can be gone without a sign: if the queue of new connections overflows, the system
    // can open a connection for the last packet of a closed one (SYN cookies).
    wait(shared.limits.headSeconds, context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    interest.end()
    release()
    context.fireChannelInactive()
  }

  func read(context: ChannelHandlerContext) {
    if case .working = state { needsRead = true } else { context.read() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    if case .working = state { ahead.append(part) } else { take(part, context) }
  }

  private func take(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
    switch part {
    case .head(let head): begin(head, context)
    case .body(let part):
      if case .live(let head, let frames) = state {
        add(part, to: frames, head, context)
      } else {
        add(part, context)
      }
    case .end:
      if case .live(let head, let frames) = state {
        end(frames, head, context)
      } else {
        end(context)
      }
    }
  }

  /// Continues with data that arrived early, until the next request that needs work.
  func takeAhead(_ context: ChannelHandlerContext) {
    while !ahead.isEmpty {
      if case .working = state { return }
      take(ahead.removeFirst(), context)
    }
    if needsRead {
      needsRead = false
      context.read()
    }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    guard case .idle = state else { return }
    guardian(context)?.note(.headEnded)
    shared.note(context.channel, .receiving)
    // Check the size here too, because `HeadGuard` sees a head only after the parser if it arrives
    // in one read.
    let bytes = head.headers.reduce(head.uri.utf8.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count
    }
    if bytes > shared.limits.headBytes { return reject(shared.limits.longHead, head, context) }
    if head.headers.count > shared.limits.headers {
      return reject(Rejection(431, "at most \(shared.limits.headers) headers"), head, context)
    }
    if head.headers["host"].count != 1, head.version == .http1_1 {
      return reject(.wrong("a request names its host once"), head, context)
    }
    let request = request(head)
    client = ForwardedAddress.client(request) ?? peer
    if head.method == .POST, let live = shared.site.live(request) {
      switch live {
      case .success(let frames): return begin(frames, head, context)
      case .failure(let rejection): return reject(rejection, head, context)
      }
    }
    let length = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
    let announces = ["transfer-encoding", "expect"].contains { head.headers.contains(name: $0) }
    if length > 0 || announces,
      let earlyResponse = shared.site.earlyResponse(request)
    {
      return respond(earlyResponse, head, context)
    }
    guard length <= shared.site.mostBodyBytes else { return reject(longBody, head, context) }
    encourage(head, context)
    // Reserved memory costs no pages until it is written.
    body = []
    body.reserveCapacity(min(length, Self.mostReserved))
    bodyTime = Stopwatch()
    state = .body(head)
    wait(shared.limits.bodySeconds, context)
  }

  /// Maximum bytes to reserve for a body before it arrives.
  private static let mostReserved = 16 << 20

  private var longBody: Rejection {
    Rejection(413, "a body has at most \(shared.site.mostBodyBytes) bytes")
  }

  /// Sends `100 Continue` to a client that waits for it before it sends the body.
  func encourage(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    guard head.headers["expect"].contains(where: { $0.lowercased() == "100-continue" }) else {
      return
    }
    context.writeAndFlush(
      wrapOutboundOut(.head(HTTPResponseHead(version: head.version, status: .continue))),
      promise: nil)
  }

  private func request(_ head: HTTPRequestHead, body: [UInt8] = []) -> ServedRequest {
    var headers: [String: String] = [:]
    for (name, value) in head.headers {
      let name = name.lowercased()
      if headers[name] == nil { headers[name] = value }
    }
    var request = ServedRequest(head.method.rawValue, head.uri, headers: headers, body: body)
    request.isFromTrustedProxy = shared.trustedProxies.contains(peer)
    return request
  }

  private func add(_ part: ByteBuffer, _ context: ChannelHandlerContext) {
    guard case .body(let head) = state else { return }
    let count = body.count + part.readableBytes
    if count > shared.site.mostBodyBytes { return reject(longBody, head, context) }
    if count > reserved, !reserve(count - reserved) {
      return reject(Rejection(503, "too many bodies at once; try again"), head, context)
    }
    unsafe part.withUnsafeReadableBytes { unsafe body.append(contentsOf: $0) }
    shared.note(context.channel, .receiving)
    let earned = Double(count) / Double(shared.limits.bodyBytesPerSecond)
    wait(
      min(
        shared.limits.bodySeconds,
        max(0, shared.limits.bodySeconds + earned - bodyTime.seconds)), context)
  }

  private func end(_ context: ChannelHandlerContext) {
    guard case .body(let head) = state else { return }
    timer?.cancel()
    let request = request(head, body: body)
    body = []
    work(on: request, head, context)
  }

  private func reject(
    _ rejection: Rejection, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    let response = Site.response(to: rejection, ServedRequest(head.method.rawValue, "/"))
    shared.site.metrics.note(status: rejection.status, bytes: response.body.count, seconds: 0)
    respond(response, head, context)
  }

  /// Answers an incomplete request and closes the connection.
  private func respond(
    _ response: ServedResponse, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    state = .rejected
    body = []
    send(response, head, context, closes: true)
  }

  // MARK: Answers

  func send(
    _ response: ServedResponse, _ head: HTTPRequestHead, _ context: ChannelHandlerContext,
    closes: Bool = false
  ) {
    guard context.channel.isActive else { return release() }
    let closes = closes || !head.isKeepAlive || shared.isStopping || (isLast && ahead.isEmpty)
    var headers = HTTPHeaders(response.headers.map { ($0.name, $0.value) })
    if response.status != 204, response.status != 304 {
      headers.replaceOrAdd(name: "Content-Length", value: "\(response.body.count)")
    }
    headers.replaceOrAdd(name: "Server", value: "bromide")
    if closes { headers.replaceOrAdd(name: "Connection", value: "close") }
    let status = HTTPResponseStatus(statusCode: response.status)
    context.write(
      wrapOutboundOut(
        .head(HTTPResponseHead(version: head.version, status: status, headers: headers))),
      promise: nil)
    // The answer to HEAD has the same headers as GET, but no body (RFC 9110, section 9.3.2).
    send(head.method == .HEAD ? [] : response.body[...], closes: closes, context)
  }

  /// Sends a part of a body after the previous part was sent, and the end after the last part.
  private func send(_ body: ArraySlice<UInt8>, closes: Bool, _ context: ChannelHandlerContext) {
    let part = ByteBuffer(bytes: body.prefix(Self.partBytes))
    let left = body.dropFirst(Self.partBytes)
    let sent = context.eventLoop.makePromise(of: Void.self)
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(part))), promise: sent)
    wait(shared.limits.writeSeconds, context)
    shared.note(context.channel, .sending)
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    sent.futureResult.whenComplete { _ in
      let (handler, context) = bound.value
      if !left.isEmpty, context.channel.isActive {
        handler.send(left, closes: closes, context)
      } else {
        handler.finish(closes: closes, context)
      }
    }
  }

  /// Bytes that a client must read within the time limit.
  private static let partBytes = 256 << 10

  /// Finishes the answer. This writes the end last, because it can start an early request.
  func finish(closes: Bool, _ context: ChannelHandlerContext) {
    release()
    shared.note(context.channel, .idle, isAnswered: true)
    guard context.channel.isActive else { return }
    wait(shared.limits.idleSeconds, context)
    if closes {
      // After rejecting a request, read its rest for a while. Otherwise the system could discard
      // the answer.
      let lingers = if case .rejected = state { true } else { false }
      state = .rejected
      if lingers { wait(shared.limits.lingerSeconds, context) }
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
        bound.value.close(mode: lingers ? .output : .all, promise: nil)
      }
      return
    }
    state = .idle
    guardian(context)?.note(.requestEnded)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    // Run this later, to avoid recursion if many early requests are rejected at once.
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.execute {
      let (handler, context) = bound.value
      handler.takeAhead(context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let rejection =
      error is HeadGuard.HeadTooLong
      ? shared.limits.longHead
      : Rejection.wrong("this is not HTTP/1.1")
    switch state {
    case .idle where error is HTTPParserError || error is HeadGuard.HeadTooLong:
      let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
      reject(rejection, head, context)
    case .body(let head) where error is HTTPParserError: reject(rejection, head, context)
    // Finish the current request first.
    case .working: isLast = true
    default: context.close(promise: nil)
    }
  }

  // MARK: Time and memory

  /// Closes the connection after a time limit, unless another call replaces the timer.
  func wait(_ seconds: Double, _ context: ChannelHandlerContext) {
    timer?.cancel()
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(in: .seconds(seconds)) {
      bound.value.close(promise: nil)
    }
  }

  func reserve(_ bytes: Int) -> Bool {
    guard shared.reserve(bytes, for: client, held: reserved) else { return false }
    reserved += bytes
    return true
  }

  func release() {
    shared.release(reserved, of: client)
    shared.noteAnswer(-answerBytes)
    (reserved, answerBytes) = (0, 0)
  }

  private func guardian(_ context: ChannelHandlerContext) -> HeadGuard? {
    try? context.pipeline.syncOperations.handler(type: HeadGuard.self)
  }
}
