// Finds elements of lensfun's XML without a parser, to search 3.6 MB for one lens.
#include <stdint.h>
#include <string.h>

#include "CLensfun.h"

static const bromide_lensfun_element none = {0, 0, 0};

typedef uint8_t block __attribute__((vector_size(16)));

/// Returns whether a character can follow the `<` of a relevant tag: `<!--`, end tags, `<camera>`,
/// `<lens>`, `<maker>`, `<model>` and `<mount>`.
static bool leads(char sign) {
  return sign == '!' || sign == '/' || sign == 'c' || sign == 'l' || sign == 'm';
}

/// Returns the position of the next `<` before one of these characters, or `end` without one. This
/// skips nine tenths of all tags, which contain measurements.
static size_t next_mark(const char *text, size_t from, size_t end) {
  while (end - from > sizeof(block)) {
    block here, next;
    memcpy(&here, text + from, sizeof here);
    memcpy(&next, text + from + 1, sizeof next);
    const block marks =
        (block)(here == '<') & (block)((next == '!') | (next == '/') | (next == 'c') |
                                       (next == 'l') | (next == 'm'));
    uint64_t halves[2];
    memcpy(halves, &marks, sizeof halves);
    if ((halves[0] | halves[1]) == 0) {
      from += sizeof(block);
      continue;
    }
    while (text[from] != '<' || !leads(text[from + 1])) from++;
    return from;
  }
  for (; end - from > 1; from++) {
    if (text[from] == '<' && leads(text[from + 1])) return from;
  }
  return end;
}

/// Returns whether a text starts with a word.
static bool begins(const char *text, size_t from, size_t end, const char *word) {
  // Most words differ here.
  if (end - from < 2 || text[from + 1] != word[1]) return false;
  const size_t length = strlen(word);
  return end - from >= length && memcmp(text + from, word, length) == 0;
}

/// Returns the position of `word` in a part of a text, or `end` if it is missing.
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

/// Returns the next relevant character of a name in a direction, in lower case. Returns 0 at the
/// end, and -1 for characters that only Swift reads.
static int letter(const char *text, size_t *at, size_t stop, int step) {
  while (*at != stop) {
    const unsigned char sign = (unsigned char)text[step > 0 ? *at : *at - 1];
    *at += (size_t)step;
    if (sign == ' ' || sign == '\t' || sign == '\n' || sign == '\r' || sign == '/' || sign == 0) {
      continue;
    }
    if (sign < ' ' || sign >= 0x80 || sign == '&') return -1;
    return sign >= 'A' && sign <= 'Z' ? sign + 0x20 : sign;
  }
  return 0;
}

/// The result of comparing the ends of a database name and the required name.
enum ending { UNLIKE, PARTLY, EQUAL };

/// Compares the ends of names, because a name may start with a maker. They match if the shorter
/// name matches completely, or if both have a maker before the common end.
static enum ending compare_ends(
    const char *text, size_t start, size_t end, bromide_lensfun_name name) {
  size_t left = name.count;
  while (left > 0) {
    const int sign = letter(text, &end, start, -1);
    if (sign <= 0) return EQUAL;
    if (sign != (unsigned char)name.text[left - 1]) {
      // The end of an entity, such as `&amp;`.
      if (sign == ';') return EQUAL;
      return left < name.count ? PARTLY : UNLIKE;
    }
    left--;
  }
  return EQUAL;
}

/// Returns whether the required name may start with this maker.
static bool begins_with(
    const char *text, size_t start, size_t end, bromide_lensfun_name name) {
  for (size_t i = 0; i < name.count; i++) {
    const int sign = letter(text, &start, end, 1);
    if (sign < 0) return true;
    // The first word of a camera maker is enough.
    if (sign != (unsigned char)name.text[i]) return i > 0;
  }
  return true;
}

static bool is_space(char sign) { return sign == ' ' || (sign >= '\t' && sign <= '\r'); }

/// Returns whether the content may be this word, ignoring spaces around it.
static bool may_be_word(const char *text, size_t start, size_t end, bromide_lensfun_name word) {
  for (size_t i = start; i < end; i++) {
    if ((unsigned char)text[i] >= 0x80 || text[i] == '&') return true;
  }
  while (start < end && is_space(text[start])) start++;
  while (start < end && is_space(text[end - 1])) end--;
  return end - start == word.count && memcmp(text + start, word.text, word.count) == 0;
}

/// Returns the element that starts at `start`. Its kind is 0 if it cannot match. Its end is 0 if
/// the end tag is missing.
static bromide_lensfun_element element(
    const char *text, size_t start, size_t count, bromide_lensfun_search search) {
  static const struct {
    const char *open, *close;
  } forms[] = {{"<mount>", "</mount>"}, {"<camera>", "</camera>"}, {"<lens>", "</lens>"}};
  const size_t form = text[start + 1] == 'm' ? 0 : text[start + 1] == 'c' ? 1 : 2;
  const bromide_lensfun_name name = form == 1 ? search.camera : search.lens;
  bool may_be = form == 0 && search.camera.text != NULL, ends_equal = false, has_maker = false;
  size_t from = start + strlen(forms[form].open);
  while (true) {
    const size_t mark = next_mark(text, from, count);
    if (mark == count) return none;
    from = mark + 1;
    if (begins(text, mark, count, "<!--")) {
      from = find(text, mark + 4, count, "-->");
      continue;
    }
    if (begins(text, mark, count, forms[form].close)) {
      may_be = may_be || (ends_equal && has_maker);
      return (bromide_lensfun_element){
          start, mark + strlen(forms[form].close), may_be ? forms[form].open[1] : 0};
    }
    if (form == 0 || may_be) continue;
    static const char *const children[] = {"<model", "<maker", "<mount"};
    size_t child = 0;
    while (child < 3 && !begins(text, mark, count, children[child])) child++;
    const size_t after = mark + strlen(children[0]);
    if (child == 3 || after >= count || (text[after] != '>' && text[after] != ' ')) continue;
    const size_t content = find(text, after, count, ">") + 1;
    // An element without an end.
    if (content > count) return none;
    from = content;
    if (text[content - 2] == '/') continue;
    const size_t end = find(text, content, count, "<");
    if (end == count) return none;
    from = end;
    if (child == 2) {
      may_be = form == 2 && search.mount.text != NULL &&
               may_be_word(text, content, end, search.mount);
    } else if (name.text != NULL && child == 1) {
      has_maker = has_maker || begins_with(text, content, end, name);
    } else if (name.text != NULL) {
      const enum ending ending = compare_ends(text, content, end, name);
      may_be = ending == EQUAL;
      ends_equal = ends_equal || ending == PARTLY;
    }
  }
}

bromide_lensfun_element bromide_lensfun_next(
    const char *text, size_t count, size_t from, bromide_lensfun_search search) {
  while (from < count) {
    const size_t mark = next_mark(text, from, count);
    if (mark == count) return none;
    from = mark + 1;
    if (begins(text, mark, count, "<!--")) {
      from = find(text, mark + 4, count, "-->");
    } else if (begins(text, mark, count, "<mount>") || begins(text, mark, count, "<camera>") ||
               begins(text, mark, count, "<lens>")) {
      const bromide_lensfun_element found = element(text, mark, count, search);
      if (found.end == 0 || found.kind != 0) return found;
      from = found.end;
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
