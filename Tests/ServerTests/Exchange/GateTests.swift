import BromideServer
import BromideValues
import Testing

@Suite struct GateTests {
  @Test func requestsWithoutTokenGet401() throws {
    let scene = try ServedScene(size: Size(width: 60, height: 40)) { $0.token = "0123456789abcdef" }
    #expect(scene.get("/").status == 401)
    #expect(scene.get("/metrics").status == 401)
    #expect(scene.get("/iiif/none.dng").status == 401)
    #expect(scene.get("/health").status == 200)
    for wrong in [
      "Bearer 0123456789abcdeF", "Bearer ", "0123456789abcdef", "Basic 0123456789abcdef",
    ] {
      #expect(scene.get("/v1/list", headers: ["authorization": wrong]).status == 401)
    }
    #expect(
      scene.get("/v1/list", headers: ["authorization": "Bearer 0123456789abcdef"]).status == 200)
    // Only the address of the page accepts it, and then sets a cookie.
    #expect(scene.get("/v1/list?token=0123456789abcdef").status == 401)
    let page = scene.get("/?token=0123456789abcdef")
    #expect(page.status == 200)
    #expect(page.header("Set-Cookie")?.contains("HttpOnly; SameSite=Strict") == true)
    #expect(
      scene.get("/v1/list", headers: ["cookie": "a=b; bromide-token=0123456789abcdef"]).status
        == 200)
    #expect(scene.get("/v1/list", headers: ["cookie": "bromide-token=none"]).status == 401)
  }

  @Test(arguments: [
    ("localhost", 200), ("LOCALHOST:8080", 200), ("[::1]:80", 200), ("evil.example:8080", 403),
    ("", 403), ("localhost.evil.example", 403),
  ])
  func unknownHostNamesFail(_ host: String, _ status: Int) throws {
    let scene = try ServedScene(size: Size(width: 60, height: 40)) {
      $0.hosts = ["localhost", "[::1]"]
    }
    #expect(scene.get("/health", headers: ["host": host]).status == status)
  }
}
