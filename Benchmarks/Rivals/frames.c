// Repeats one request on a connection and prints the answers per second.
// usage: frames PORT FILE SECONDS. FILE contains the complete request, so that its creation is not measured.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static int fail(const char *reason) {
  fprintf(stderr, "frames: %s\n", reason);
  return 1;
}

// Reads one answer with a Content-Length. Returns its status, or 0.
static int answer(int connection) {
  static char bytes[1 << 20];
  size_t count = 0;
  for (;;) {
    ssize_t more = recv(connection, bytes + count, sizeof bytes - 1 - count, 0);
    if (more <= 0) return 0;
    count += (size_t)more;
    bytes[count] = 0;
    char *end = strstr(bytes, "\r\n\r\n");
    if (!end) continue;
    char *length = strcasestr(bytes, "content-length:");
    if (!length || length > end) return 0;
    if (count >= (size_t)(end + 4 - bytes) + strtoul(length + 15, NULL, 10)) return atoi(bytes + 9);
  }
}

int main(int count, char **arguments) {
  if (count != 4) return fail("usage: frames PORT FILE SECONDS");
  FILE *file = fopen(arguments[2], "rb");
  if (!file) return fail("no such file");
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  char *request = malloc(size);
  if (!request || fread(request, 1, size, file) != size) return fail("the file cannot be read");
  int connection = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(arguments[1]))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(connection, (struct sockaddr *)&address, sizeof address)) return fail("nobody listens");
  double seconds = atof(arguments[3]), began = now(), took = 0;
  long answers = -3;  // the first three do not count
  while (took < seconds) {
    for (size_t sent = 0; sent < size;) {
      ssize_t more = send(connection, request + sent, size - sent, MSG_NOSIGNAL);
      if (more <= 0) return fail("the connection was closed");
      sent += (size_t)more;
    }
    int status = answer(connection);
    if (status != 200) return fail("a frame was refused");
    if (++answers == 0) began = now();
    if (answers > 0) took = now() - began;
  }
  printf("%.1f\n", answers / took);
  return 0;
}
