internal import NIOCore
internal import NIOHTTP1
internal import Platform
internal import Serving

/// One connection: collects a request, has it answered by a thread of the queue, and sends the answer.
///
/// While a request is worked on nothing more is read, so a client that sends many ahead waits, and its bytes with it.
final class RequestHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  enum State {
    case idle
    /// The body comes into `body`.
    case body(HTTPRequestHead)
    /// What comes is answered while it comes.
    case live(HTTPRequestHead, LiveFrames)
    /// The rest of a request that was refused is thrown away with its connection.
    case refused
    case working
  }

  let shared: ServerState
  var state = State.idle
  /// The address of the other side.
  private var peer = ""
  /// Who is counted: the peer, or the client that a trusted proxy names.
  private(set) var client = ""
  /// What the work for the request in hand asks.
  var interest = Interest()
  /// What came of the body. It is collected where the answer reads it: a frame of video has 12 MB, which are copied once.
  private var body: [UInt8] = []
  private var bodyTime = Stopwatch()
  var reserved = 0
  /// Bytes of the answer in hand, as `ServerState` counts them.
  var answerBytes = 0
  var wantsRead = false
  /// What came with a request that is worked on: the beginning of the next ones. It is at most what was read at once.
  private var ahead: [HTTPServerRequestPart] = []
  /// Whether what comes behind the request in hand is no HTTP.
  private var isLast = false
  var timer: Scheduled<Void>?

  init(_ shared: ServerState) { self.shared = shared }

  func channelActive(context: ChannelHandlerContext) {
    peer = context.remoteAddress?.plain ?? ""
    client = peer
    guard shared.admit(context.channel, client: peer) else { return context.close(promise: nil) }
    wait(shared.limits.idleSeconds, context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    interest.end()
    release()
    context.fireChannelInactive()
  }

  func read(context: ChannelHandlerContext) {
    if case .working = state { wantsRead = true } else { context.read() }
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

  /// Goes on with what was sent ahead, up to the next request that is worked on.
  func takeAhead(_ context: ChannelHandlerContext) {
    while !ahead.isEmpty {
      if case .working = state { return }
      take(ahead.removeFirst(), context)
    }
    if wantsRead {
      wantsRead = false
      context.read()
    }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    guard case .idle = state else { return }
    guardian(context)?.note(.headEnded)
    shared.note(context.channel, .receiving)
    // `HeadGuard` sees a head that comes at once only when it is read already.
    let bytes = head.headers.reduce(head.uri.utf8.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count
    }
    if bytes > shared.limits.headBytes { return refuse(shared.limits.longHead, head, context) }
    if head.headers.count > shared.limits.headers {
      return refuse(Refusal(431, "at most \(shared.limits.headers) headers"), head, context)
    }
    if head.headers["host"].count != 1, head.version == .http1_1 {
      return refuse(.wrong("a request names its host once"), head, context)
    }
    let request = request(head)
    client = ForwardedAddress.client(request) ?? peer
    if head.method == .POST, let live = shared.site.live(request) {
      switch live {
      case .success(let frames): return begin(frames, head, context)
      case .failure(let refusal): return refuse(refusal, head, context)
      }
    }
    let length = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
    let announces = ["transfer-encoding", "expect"].contains { head.headers.contains(name: $0) }
    if length > 0 || announces,
      let rejection = shared.site.rejection(request)
    {
      return reject(rejection, head, context)
    }
    guard length <= shared.site.mostBodyBytes else { return refuse(longBody, head, context) }
    encourage(head, context)
    // Memory that nothing is written to takes none.
    body = []
    body.reserveCapacity(min(length, Self.mostReserved))
    bodyTime = Stopwatch()
    state = .body(head)
    wait(shared.limits.bodySeconds, context)
  }

  /// Bytes of addresses that a head alone may take.
  private static let mostReserved = 16 << 20

  private var longBody: Refusal {
    Refusal(413, "a body has at most \(shared.site.mostBodyBytes) bytes")
  }

  /// Says that the body may come, to a client that waits for that.
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
    if count > shared.site.mostBodyBytes { return refuse(longBody, head, context) }
    if count > reserved, !reserve(count - reserved) {
      return refuse(Refusal(503, "too many bodies at once; try again"), head, context)
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

  private func refuse(
    _ refusal: Refusal, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    let response = Site.response(to: refusal, ServedRequest(head.method.rawValue, "/"))
    shared.site.metrics.note(status: refusal.status, bytes: response.body.count, seconds: 0)
    reject(response, head, context)
  }

  /// Answers before the request is whole, which ends the connection.
  private func reject(
    _ response: ServedResponse, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    state = .refused
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
    // A HEAD has the head of its GET, and no byte more: RFC 9110, section 9.3.2.
    send(head.method == .HEAD ? [] : response.body[...], closes: closes, context)
  }

  /// Sends a part of a body when the part before has gone, and the end behind the last.
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

  /// A client that reads so much within the time for a part may go on.
  private static let partBytes = 256 << 10

  /// The end is written last: a request that was sent ahead begins with it.
  func finish(closes: Bool, _ context: ChannelHandlerContext) {
    release()
    shared.note(context.channel, .idle, isAnswered: true)
    guard context.channel.isActive else { return }
    wait(shared.limits.idleSeconds, context)
    if closes {
      // What still comes of a rejected request is read for a while: unread bytes would make the system take the answer back.
      let lingers = if case .refused = state { true } else { false }
      state = .refused
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
    // Later: many that were sent ahead and are refused at once would otherwise be answered one inside another.
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.execute {
      let (handler, context) = bound.value
      handler.takeAhead(context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let refusal =
      error is HeadGuard.HeadTooLong
      ? shared.limits.longHead
      : Refusal.wrong("this is not HTTP/1.1")
    switch state {
    case .idle where error is HTTPParserError || error is HeadGuard.HeadTooLong:
      let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
      refuse(refusal, head, context)
    case .body(let head) where error is HTTPParserError: refuse(refusal, head, context)
    // The request in hand is answered first.
    case .working: isLast = true
    default: context.close(promise: nil)
    }
  }

  // MARK: Time and memory

  /// Closes the connection unless something happens before.
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
