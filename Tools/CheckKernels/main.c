// CheckKernels ISA [NAME REPEATS]: writes the results of all cases, or runs one case on full rows
// and prints its pixels for counting instructions. CheckKernels compare FILE FILE [FILE]: compares
// results with one or two other files.
#include <math.h>
#include <stdio.h>

#include "harness.h"

int isa;
const size_t widths[WIDTHS] = {1, 7, 15, 16, 17, 63, 203, COLUMNS};

static uint32_t state;
static const char *current;

uint32_t random_bits(void) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

float random_unit(void) { return (float)(random_bits() >> 8) * 0x1p-24f; }

void *room(size_t bytes) {
  void *memory = aligned_alloc(64, (bytes + 127) / 64 * 64);
  if (!memory) abort();
  return memset(memory, 0, (bytes + 127) / 64 * 64);
}

float *floats(size_t count, float low, float high) {
  float *values = room((count + BEYOND) * sizeof *values);
  for (size_t i = 0; i < count + BEYOND; i++) values[i] = low + (high - low) * random_unit();
  return values;
}

uint16_t *picture(ptrdiff_t width, ptrdiff_t height, int most) {
  uint16_t *samples = room((size_t)(width * height + 2 * BEYOND) * sizeof *samples);
  for (ptrdiff_t i = 0; i < width * height; i++) {
    const ptrdiff_t x = i % width, y = i / width;
    const ptrdiff_t wave = labs(x * 37 % 1024 - 512) + labs(y * 29 % 1024 - 512) + (x / 40 + y / 30) % 3 * 200;
    const int64_t value = wave * most / 1300 + (int64_t)(random_bits() % 97) * most / 4000;
    samples[i] = (uint16_t)(value < most ? value : most);
  }
  // A few sites with extreme values.
  for (int i = 0; i < 40; i++) samples[random_bits() % (uint32_t)(width * height)] = (uint16_t)(i % 2 ? most : 0);
  return samples;
}

uint8_t *bytes(size_t count) {
  uint8_t *values = room(count + 2 * BEYOND);
  uint8_t value = 0;
  for (size_t i = 0; i < count; i++) {
    if (random_bits() % 4) value = (uint8_t)(random_bits() % 23 * 11);
    values[i] = value;
  }
  return values;
}

static void give_all(char kind, const void *values, size_t bytes) {
  if (!current) return;
  const uint32_t length = (uint32_t)strlen(current), size = (uint32_t)bytes;
  fwrite(&length, 4, 1, stdout);
  fwrite(current, 1, length, stdout);
  fwrite(&kind, 1, 1, stdout);
  fwrite(&size, 4, 1, stdout);
  fwrite(values, 1, bytes, stdout);
}

void give_floats(const float *values, size_t count) { give_all('f', values, 4 * count); }
void give(const void *values, size_t bytes) { give_all('b', values, bytes); }

row_planes random_row(void) {
  return (row_planes){
    floats(CAPACITY, -0.1f, 1.3f), floats(CAPACITY, -0.1f, 1.3f), floats(CAPACITY, -0.1f, 1.3f)};
}

void give_row(row_planes row, size_t count) {
  give_floats(row.red, count);
  give_floats(row.green, count);
  give_floats(row.blue, count);
}

static const named_case *const groups[] = {row_cases, sensor_cases, coding_cases};

static int write_all(void) {
  for (size_t g = 0; g < 3; g++) {
    for (const named_case *c = groups[g]; c->name; c++) {
      for (size_t w = 0; w < WIDTHS; w++) {
        state = 0x9e3779b9u + (uint32_t)w;
        current = c->name;
        c->run(widths[w], 1);
      }
    }
  }
  return 0;
}

static int count_one(const char *name, int repeats) {
  for (size_t g = 0; g < 3; g++) {
    for (const named_case *c = groups[g]; c->name; c++) {
      if (strcmp(c->name, name)) continue;
      state = 1;
      printf("%zu\n", c->run(COLUMNS, repeats));
      return 0;
    }
  }
  return 2;
}

static int list(void) {
  for (size_t g = 0; g < 3; g++) {
    for (const named_case *c = groups[g]; c->name; c++) puts(c->name);
  }
  return 0;
}

typedef struct {
  char name[64], kind;
  uint32_t size;
  unsigned char *values;
} record;

static int read_record(FILE *file, record *r) {
  uint32_t length;
  if (fread(&length, 4, 1, file) != 1) return 0;
  memset(r->name, 0, sizeof r->name);
  if (length >= sizeof r->name || fread(r->name, 1, length, file) != length) abort();
  if (fread(&r->kind, 1, 1, file) != 1 || fread(&r->size, 4, 1, file) != 1) abort();
  r->values = malloc(r->size + 1);
  if (!r->values || fread(r->values, 1, r->size, file) != r->size) abort();
  return 1;
}

static int equal(const record *a, const record *b) {
  return !strcmp(a->name, b->name) && a->kind == b->kind && a->size == b->size
    && !memcmp(a->values, b->values, a->size);
}

/// Returns the maximum difference between two results. Differences of floats are divided by the
/// number if it is above 1.
static double difference(const record *a, const record *b) {
  double most = 0;
  if (a->kind != 'f' || a->size != b->size) return INFINITY;
  for (uint32_t i = 0; i < a->size / 4; i++) {
    float x, y;
    memcpy(&x, a->values + 4 * i, 4);
    memcpy(&y, b->values + 4 * i, 4);
    if (!memcmp(&x, &y, 4)) continue;
    const double d = fabs((double)x - (double)y) / fmax(1, fabs((double)x));
    if (!(d <= most)) most = isnan(d) ? INFINITY : d;
  }
  return most;
}

/// Prints a line for each case: its name, whether all results equal the first file's and the second
/// file's, and the maximum difference from the nearer one. Fails if a case equals neither. With
/// only one other file, which can use fused multiply-adds, fails if a difference is above 10⁻⁵.
static int compare(int count, char **paths) {
  FILE *files[3] = {0};
  record r[3], last = {0};
  int same[3] = {0, 1, 1}, bad = 0;
  double most = 0;
  for (int f = 0; f < count; f++) {
    files[f] = fopen(paths[f], "rb");
    if (!files[f]) return 2;
  }
  for (int more = 1; more;) {
    more = read_record(files[0], &r[0]);
    if (!more || strcmp(last.name, r[0].name)) {
      if (last.name[0]) {
        printf("%s %s %s %.1e\n", last.name, same[1] ? "equal" : "-", count < 3 ? "-" : same[2] ? "equal" : "-", most);
        bad |= count < 3 ? most > 1e-5 : !same[1] && !same[2];
      }
      same[1] = same[2] = 1;
      most = 0;
    }
    double nearest = INFINITY;
    for (int f = 1; more && f < count; f++) {
      if (!read_record(files[f], &r[f])) return 2;
      if (!equal(&r[0], &r[f])) {
        same[f] = 0;
        nearest = fmin(nearest, difference(&r[0], &r[f]));
      } else {
        nearest = 0;
      }
    }
    if (more && nearest > most) most = nearest;
    last = r[0];
  }
  return bad;
}

int main(int count, char **arguments) {
  if (count == 2 && !strcmp(arguments[1], "list")) return list();
  if (count >= 4 && !strcmp(arguments[1], "compare")) return compare(count - 2, arguments + 2);
  if (count < 2) return 2;
  isa = atoi(arguments[1]);
  if (isa > bromide_best_instruction_set()) return 3;
  return count == 4 ? count_one(arguments[2], atoi(arguments[3])) : write_all();
}
