// The elements of lensfun's XML, found without a parser: 3.6 MB are looked through where one of them holds the lens.
#include <string.h>

#include "CLensfun.h"

static const bromide_lensfun_element none = {0, 0, 0};

/// Where `word` begins in a part of a text; `end` if it does not.
static size_t find(const char *text, size_t start, size_t end, const char *word) {
  const size_t length = strlen(word);
  while (start < end && end - start >= length) {
    const char *const first = memchr(text + start, word[0], end - start - length + 1);
    if (first == NULL) return end;
    start = (size_t)(first - text);
    if (memcmp(first, word, length) == 0) return start;
    start++;
  }
  return end;
}

bromide_lensfun_element bromide_lensfun_next(const char *text, size_t count, size_t from) {
  static const struct {
    const char *open, *close;
  } elements[] = {
      {"<mount>", "</mount>"}, {"<camera>", "</camera>"}, {"<lens>", "</lens>"}};
  while (from < count) {
    const char *const mark = memchr(text + from, '<', count - from);
    if (mark == NULL) return none;
    const size_t start = (size_t)(mark - text);
    const size_t left = count - start;
    from = start + 1;
    if (left >= 4 && memcmp(mark, "<!--", 4) == 0) {
      from = find(text, start + 4, count, "-->");
      continue;
    }
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
      const size_t length = strlen(elements[i].open);
      if (left < length || memcmp(mark, elements[i].open, length) != 0) continue;
      const size_t close = find(text, start + length, count, elements[i].close);
      if (close == count) return none;
      return (bromide_lensfun_element){
          start, close + strlen(elements[i].close), elements[i].open[1]};
    }
  }
  return none;
}

bromide_lensfun_element bromide_lensfun_child(
    const char *text, size_t start, size_t end, const char *name) {
  const size_t length = strlen(name);
  while (start < end) {
    const char *const mark = memchr(text + start, '<', end - start);
    if (mark == NULL) return none;
    const size_t open = (size_t)(mark - text);
    start = open + 1;
    if (end - open >= 4 && memcmp(mark, "<!--", 4) == 0) {
      start = find(text, open + 4, end, "-->");
      continue;
    }
    if (end - start <= length || memcmp(mark + 1, name, length) != 0) continue;
    const char after = mark[1 + length];
    if (after != '>' && after != ' ') continue;
    const size_t content = find(text, start + length, end, ">") + 1;
    if (content > end || text[content - 2] == '/') continue;
    const size_t close = find(text, content, end, "<");
    return close == end ? none : (bromide_lensfun_element){content, close, name[0]};
  }
  return none;
}
