// Runs chains of steps, for decoders of pictures with a few parts that must each be decoded from
// its beginning.
#include "CRawUnpack.h"

#include <pthread.h>
#include <stdlib.h>

struct chains {
  bromide_raw_steps body;
  void *context;
  unsigned lanes;
  uint32_t run, steps, count;
  pthread_mutex_t lock;
  pthread_cond_t given_back;
  uint32_t threads;
  bool has_failed;
  /// The number of steps that each chain has done, and whether a thread runs it.
  struct {
    uint32_t done;
    bool is_taken;
  } chains[BROMIDE_UNPACK_CHAINS];
};

/// Takes free chains, starting with the chains that are furthest behind. Returns their number.
static unsigned take(struct chains *all, uint32_t *taken) {
  const uint32_t share = all->count / all->threads;
  const unsigned most = share < 1 ? 1 : share > all->lanes ? all->lanes : share;
  unsigned count = 0;
  while (count < most) {
    uint32_t next = all->count;
    for (uint32_t i = 0; i < all->count; i++) {
      if (all->chains[i].is_taken || all->chains[i].done == all->steps) continue;
      if (next == all->count || all->chains[i].done < all->chains[next].done) next = i;
    }
    if (next == all->count) break;
    all->chains[next].is_taken = true;
    taken[count++] = next;
  }
  return count;
}

static bool is_over(const struct chains *all) {
  if (all->has_failed) return true;
  for (uint32_t i = 0; i < all->count; i++)
    if (all->chains[i].done < all->steps) return false;
  return true;
}

static void run_chains(void *argument) {
  struct chains *const all = argument;
  uint32_t taken[BROMIDE_UNPACK_CHAINS];
  pthread_mutex_lock(&all->lock);
  all->threads++;
  while (!is_over(all)) {
    const unsigned count = take(all, taken);
    if (count == 0) {
      pthread_cond_wait(&all->given_back, &all->lock);
      continue;
    }
    uint32_t steps = all->run;
    for (unsigned k = 0; k < count; k++) {
      const uint32_t left = all->steps - all->chains[taken[k]].done;
      if (left < steps) steps = left;
    }
    pthread_mutex_unlock(&all->lock);
    const bool is_regular = all->body(all->context, taken, count, steps);
    pthread_mutex_lock(&all->lock);
    for (unsigned k = 0; k < count; k++) {
      all->chains[taken[k]].is_taken = false;
      all->chains[taken[k]].done += steps;
    }
    if (!is_regular) all->has_failed = true;
    pthread_cond_broadcast(&all->given_back);
  }
  all->threads--;
  pthread_mutex_unlock(&all->lock);
}

bool bromide_raw_chains(
    const bromide_raw_crew *crew, uint32_t count, uint32_t steps, uint32_t run, unsigned lanes,
    bromide_raw_steps body, void *context) {
  if (count < 1 || count > BROMIDE_UNPACK_CHAINS || lanes < 1) return false;
  struct chains all = {
      .body = body, .context = context, .lanes = lanes, .run = run, .steps = steps, .count = count};
  pthread_mutex_init(&all.lock, NULL);
  pthread_cond_init(&all.given_back, NULL);
  if (count > 1)
    bromide_raw_together(crew, run_chains, &all);
  else
    run_chains(&all);
  pthread_cond_destroy(&all.given_back);
  pthread_mutex_destroy(&all.lock);
  return !all.has_failed;
}
