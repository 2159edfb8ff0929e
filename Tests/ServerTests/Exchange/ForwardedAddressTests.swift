import BromideServer
import Testing

@Suite struct ForwardedAddressTests {
  private func request(_ headers: [String: String], isTrusted: Bool = true) -> ServedRequest {
    var request = ServedRequest("GET", "/", headers: ["host": "inner:8080"].merging(headers) { $1 })
    request.isFromTrustedProxy = isTrusted
    return request
  }

  static let addresses: [([String: String], String)] = [
    ([:], "http://inner:8080"), (["x-forwarded-proto": "https"], "https://inner:8080"),
    (["x-forwarded-host": "photos.example"], "http://photos.example"),
    // The last is the one that the trusted proxy wrote.
    (["x-forwarded-host": "evil.example, photos.example"], "http://photos.example"),
    // RFC 7239, section 4: pairs of an element, with quotes around a port.
    (
      ["forwarded": "for=192.0.2.60;proto=https;host=\"photos.example:8443\""],
      "https://photos.example:8443"
    ),
    (["forwarded": "host=a.example, For=\"[2001:db8::1]\";Host=b.example"], "http://b.example"),
    (["forwarded": "proto=https", "x-forwarded-proto": "http"], "https://inner:8080"),
    (["x-forwarded-prefix": "/raws/"], "http://inner:8080/raws"),
    (["x-forwarded-prefix": "/a/b"], "http://inner:8080/a/b"),
    // A prefix that is not a path of plain segments, and a host with other characters.
    (["x-forwarded-prefix": "//evil.example/\"<"], "http://inner:8080"),
    (["x-forwarded-prefix": "/../x"], "http://inner:8080"),
    (["x-forwarded-host": "a\"><b"], "http://ab"),
    (["x-forwarded-proto": "javascript"], "http://inner:8080"),
  ]

  @Test(arguments: addresses)
  func trustedWordsCount(headers: [String: String], root: String) {
    #expect(ForwardedAddress(request(headers)).root == root)
    #expect(ForwardedAddress(request(headers, isTrusted: false)).root == "http://inner:8080")
  }

  @Test func clientAddressComesFromTheProxy() {
    let headers = ["x-forwarded-for": "10.0.0.1, 192.0.2.7"]
    #expect(ForwardedAddress.client(request(headers)) == "192.0.2.7")
    #expect(ForwardedAddress.client(request(headers, isTrusted: false)) == nil)
    #expect(ForwardedAddress.client(request(["forwarded": "for=192.0.2.8"])) == "192.0.2.8")
  }
}
