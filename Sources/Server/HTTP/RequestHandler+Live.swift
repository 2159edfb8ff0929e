internal import NIOCore
internal import NIOHTTP1

/// Answers a request while the client still sends it.
///
/// The handler processes each message when it is complete. It does not read more until it has sent
/// the answer.
extension RequestHandler {
  /// Starts the answer.
  func begin(_ frames: LiveFrames, _ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    encourage(head, context)
    state = .live(head, frames)
    let headers: HTTPHeaders = [
      "Content-Type": LiveFrames.type, "Cache-Control": "no-store", "Server": "bromide",
      "X-Content-Type-Options": "nosniff",
    ]
    context.writeAndFlush(
      wrapOutboundOut(
        .head(HTTPResponseHead(version: head.version, status: .ok, headers: headers))),
      promise: nil)
    wait(shared.limits.bodySeconds, context)
  }

  /// Adds a part of the body.
  func add(
    _ part: ByteBuffer, to frames: LiveFrames, _ head: HTTPRequestHead,
    _ context: ChannelHandlerContext
  ) {
    let taken = unsafe part.withUnsafeReadableBytes { bytes in
      Result { () throws(Rejection) in try unsafe frames.take(bytes) }
    }
    if case .failure(let rejection) = taken { return finish(rejection, head, context) }
    if frames.byteCount > reserved, !reserve(frames.byteCount - reserved) {
      return finish(Rejection(503, "too many bodies at once; try again"), head, context)
    }
    wait(shared.limits.bodySeconds, context)
    answer(frames, head, context)
  }

  /// Ends the answer after the end of the body.
  func end(_ frames: LiveFrames, _ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let result = Result { () throws(Rejection) in try frames.end() }
    if case .failure(let rejection) = result { return finish(rejection, head, context) }
    finish(nil, head, context)
  }

  /// Starts a job for the next message if it is complete.
  private func answer(
    _ frames: LiveFrames, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    guard frames.hasMessage else { return }
    state = .working
    shared.note(context.channel, .working)
    timer?.cancel()
    let (shared, interest) = (shared, Interest())
    self.interest = interest
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    shared.site.metrics.noteRunning(1)
    let deliver = { @Sendable (line: Result<[UInt8]?, Rejection>) in
      bound.eventLoop.execute {
        shared.site.metrics.noteRunning(-1)
        let (handler, context) = bound.value
        handler.send(line, frames, head, context)
      }
    }
    let busy = Rejection(503, "the server has too much to do; try again in a second")
    let isTaken = shared.queue.add(
      WorkQueue.Piece(
        client: client, isNeeded: { interest.isThere && !shared.hasStopped },
        run: { deliver(Result { () throws(Rejection) in try frames.answer() }) },
        drop: { _ in deliver(.failure(busy)) }))
    if !isTaken { deliver(.failure(busy)) }
  }

  private func send(
    _ line: Result<[UInt8]?, Rejection>, _ frames: LiveFrames, _ head: HTTPRequestHead,
    _ context: ChannelHandlerContext
  ) {
    guard context.channel.isActive else { return release() }
    switch line {
    case .failure(let rejection): finish(rejection, head, context)
    case .success(nil): goOn(frames, head, context)
    case .success(let line?):
      let sent = context.eventLoop.makePromise(of: Void.self)
      wait(shared.limits.writeSeconds, context)
      shared.note(context.channel, .sending, isAnswered: true)
      context.writeAndFlush(
        wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: line)))), promise: sent)
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      sent.futureResult.whenComplete { _ in
        let (handler, context) = bound.value
        guard context.channel.isActive else { return handler.release() }
        handler.goOn(frames, head, context)
      }
    }
  }

  /// Continues with data that arrived meanwhile, then with new data.
  private func goOn(
    _ frames: LiveFrames, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    state = .live(head, frames)
    shared.note(context.channel, .receiving)
    wait(shared.limits.bodySeconds, context)
    answer(frames, head, context)
    if case .working = state { return }
    takeAhead(context)
  }

  /// Ends the answer. If there is an error, it is in the last line, and the connection closes.
  private func finish(
    _ rejection: Rejection?, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    shared.site.metrics.note(status: rejection?.status ?? 200, bytes: 0, seconds: 0)
    if let rejection {
      state = .rejected
      context.write(
        wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: LiveFrames.line(rejection))))),
        promise: nil)
    }
    finish(closes: rejection != nil || !head.isKeepAlive || shared.isStopping, context)
  }
}
