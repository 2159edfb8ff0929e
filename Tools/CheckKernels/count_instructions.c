// A plugin for qemu-user. It counts the instructions of a program, and at the end prints the number
// to qemu's message descriptor. It declares the required parts of qemu's plugin interface, version
// 1, because distributions do not package the header.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define EXPORT __attribute__((visibility("default")))

typedef uint64_t plugin_id;
struct qemu_plugin_tb;

void qemu_plugin_register_vcpu_tb_trans_cb(
  plugin_id id, void (*translated)(plugin_id id, struct qemu_plugin_tb *block));
/// Adds a number to a counter each time a block is executed. Operation 0 is addition.
void qemu_plugin_register_vcpu_tb_exec_inline(
  struct qemu_plugin_tb *block, int operation, void *counter, uint64_t number);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
void qemu_plugin_register_atexit_cb(
  plugin_id id, void (*ended)(plugin_id id, void *data), void *data);

EXPORT int qemu_plugin_version = 1;

static uint64_t instructions;

static void translated(plugin_id id, struct qemu_plugin_tb *block) {
  (void)id;
  qemu_plugin_register_vcpu_tb_exec_inline(block, 0, &instructions, qemu_plugin_tb_n_insns(block));
}

static void ended(plugin_id id, void *data) {
  (void)id;
  (void)data;
  fprintf(stderr, "%llu\n", (unsigned long long)instructions);
}

EXPORT int qemu_plugin_install(plugin_id id, const void *info, int count, char **arguments) {
  (void)info;
  (void)count;
  (void)arguments;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, ended, NULL);
  return 0;
}
