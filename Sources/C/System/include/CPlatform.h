// System calls that Swift cannot use, because its C library modules omit them or because they are
// variadic functions or macros.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Returns the arguments of this process, starting with the program's name, and their number. They
/// come from the loader, so this does not read /proc. Returns NULL if the loader does not pass them.
char **bromide_arguments(int *count);

/// Returns the number of processors that this process can use with the limits of taskset and
/// containers, or 0 if it is unknown.
int bromide_allowed_processors(void);

/// Makes the C library return blocks of at least `threshold` bytes to the system when they are
/// freed, if it supports this.
void bromide_return_blocks(int threshold);

/// Makes threads share one heap if the address space is limited (`ulimit -v`), because the C
/// library would reserve addresses for each thread. It also reserves `spare` bytes in the heap and
/// grows the calling thread's stack. Returns 0, or -1 if the limit is too low.
int bromide_share_scarce_heap(size_t spare);

/// Renames a file unless the new name exists. Returns 0, or -1 with errno (EEXIST if the name
/// exists).
int bromide_rename_new(const char *from, const char *to);

/// Starts to flush a file to disk without waiting, if the system supports it.
void bromide_begin_writing(int descriptor);

/// Gets the columns and lines of a descriptor's terminal. Returns 0, or -1 with errno without a
/// terminal.
int bromide_terminal_size(int descriptor, int *columns, int *lines);

/// Declares that the calling thread runs until the process ends.
void bromide_outlast(void);

/// Starts a program with one end of a new socket pair as descriptor 3 and empty standard streams.
/// It does not inherit other descriptors, and its session does not have a terminal. After
/// `bromide_outlast`, the program ends with this process if the system supports it. Returns 0 with
/// its process number and the other end, or errno.
int bromide_start(const char *program, char *const *arguments, int *process, int *channel);

/// Starts a program with a pipe as standard input, no standard output, and an unnamed file as
/// standard error. It does not inherit other descriptors, and its session does not have a terminal.
/// After `bromide_outlast`, the program ends with this process if the system supports it. Returns 0
/// with its process number, the pipe's other end and the file, or errno.
int bromide_start_piped(const char *program, char *const *arguments, int *process, int *input, int *messages);

/// Like `bromide_start_piped`, but the pipe is the standard output, and the standard input is
/// empty.
int bromide_start_reading(const char *program, char *const *arguments, int *process, int *output, int *messages);

/// Starts a program with these descriptors as its descriptors 0 to `count` - 1 and no others,
/// without the terminal's signals. The system ends it when the calling thread ends, even if the
/// program is stuck. Returns 0 with its process number, or errno, which is ENOSYS on unsupported
/// systems and without `bromide_outlast`.
int bromide_start_bound(
    const char *program, char *const *arguments, char *const *environment, const int *descriptors, int count,
    int *process);

/// Stores a few bytes with a file in Bromide's extended attribute. The file's content and its
/// modification time do not change. Links are not followed. Returns 0, or -1 with errno if the file
/// system does not support it.
int bromide_set_mark(const char *path, const void *bytes, size_t count);

/// Reads the bytes of `bromide_set_mark`. Returns their number, or -1 with errno.
long bromide_mark(const char *path, void *bytes, size_t capacity);

/// Waits for the end of a process that this one started. Returns 1, or 0 after `milliseconds`.
/// Afterwards, you must still call `bromide_wait`.
int bromide_wait_for(int process, int milliseconds);

/// Waits for the end of a process that this one started. Returns 0 and either the signal that ended
/// it or its exit status, or returns errno.
int bromide_wait(int process, int *signal, int *status);

/// Sends bytes without waiting, and up to two descriptors with the first byte. Returns the number
/// of sent bytes, or -1 with errno (EAGAIN if the channel is full).
long bromide_send(int channel, const void *bytes, size_t count, const int *descriptors, int descriptor_count);

/// Receives bytes and discards descriptors. Returns the number of bytes, 0 at the end, or -1 with
/// errno.
long bromide_receive(int channel, void *bytes, size_t count);

/// Receives bytes and up to two descriptors. Returns the number of bytes, 0 at the end, or -1 with
/// errno.
long bromide_receive_descriptors(
    int channel, void *bytes, size_t count, int descriptors[2], int *descriptor_count);

/// Waits until a channel is readable, has room to write, or is closed. Returns 1, 0 after
/// `milliseconds` (-1: no limit), or -1 with errno.
int bromide_await(int channel, bool for_room, int milliseconds);

/// Waits until the other end of a channel is closed, and ignores data.
void bromide_await_end(int channel);

/// Creates memory that processes can share. None of them can change its size. Returns its
/// descriptor, or -1 with errno.
int bromide_shared_memory(size_t size);

/// Limits the memory of this process and disables core dumps, in case its code fails.
void bromide_limit_memory(size_t bytes);

/// Permanently limits this process and all its threads to system calls for its memory, threads,
/// time, and open descriptors. It cannot open files any more. Call it before you create threads.
/// Returns 0, or -1 on unsupported systems.
int bromide_confine(void);

/// Limits this process to that many more seconds of processor time.
void bromide_limit_time(long seconds);
