// Calls of the system that Swift's modules of the C library lack, or show only as variadic functions and macros.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Processors this process may run on, as taskset and containers allow; 0 if the system does not tell.
int bromide_allowed_processors(void);

/// Makes blocks of at least `threshold` bytes return to the system as soon as they are freed, where the C library
/// can be told so.
void bromide_return_blocks(int threshold);

/// Makes threads share one heap if addresses are limited (`ulimit -v`), where the C library would reserve some for each, and
/// sees to it that `spare` bytes of the heap are free and the calling thread's stack has grown. Returns 0, or -1 if that cannot be had.
int bromide_share_scarce_heap(size_t spare);

/// Renames a file unless something has the new name. Returns 0, or -1 with errno, EEXIST if the name is taken.
int bromide_rename_new(const char *from, const char *to);

/// Starts writing a file's bytes to the disk without waiting for the end, where the system can.
void bromide_begin_writing(int descriptor);

/// Columns and lines of the terminal behind a descriptor. Returns 0, or -1 with errno if there is none.
int bromide_terminal_size(int descriptor, int *columns, int *lines);

/// Starts a program with one end of a new socket pair as descriptor 3 and without standard streams. It inherits no other
/// descriptor, and its session has no terminal. Returns 0 with its number and the other end, or errno.
int bromide_start(const char *program, char *const *arguments, int *process, int *channel);

/// Starts a program whose standard input is a pipe, whose standard output leads nowhere, and whose standard error is a
/// file without a name. It inherits no other descriptor, and its session has no terminal. Where the system can, it ends with
/// the calling thread. Returns 0 with its number, the pipe's other end and the file, or errno.
int bromide_start_piped(const char *program, char *const *arguments, int *process, int *input, int *messages);

/// The same the other way round: its standard output is the pipe, and its standard input gives nothing.
int bromide_start_reading(const char *program, char *const *arguments, int *process, int *output, int *messages);

/// Starts a program with descriptors as its three standard streams and no others, and without the terminal's signals. The
/// system ends it when the calling thread ends. Returns 0 with its number, or errno; ENOSYS where a system cannot.
int bromide_start_bound(
    const char *program, char *const *arguments, char *const *environment, const int streams[3], int *process);

/// Keeps a few bytes beside a file's content, as an extended attribute of Bromide's: the file's own bytes and its time of change
/// stay. Links are not followed. Returns 0, or -1 with errno where the file system cannot.
int bromide_set_mark(const char *path, const void *bytes, size_t count);

/// Reads what `bromide_set_mark` kept. Returns how many bytes, or -1 with errno.
long bromide_mark(const char *path, void *bytes, size_t capacity);

/// Waits until a process that this one started has ended. Returns 1, or 0 if `milliseconds` have passed. The process still
/// waits for `bromide_wait`.
int bromide_wait_for(int process, int milliseconds);

/// Waits for the end of a process that this one started. Returns 0, with the signal that ended it or else its exit
/// status; or errno.
int bromide_wait(int process, int *signal, int *status);

/// Sends bytes without waiting, and with the first of them up to two descriptors. Returns how many were sent, or -1 with errno,
/// EAGAIN if the channel has no room.
long bromide_send(int channel, const void *bytes, size_t count, const int *descriptors, int descriptor_count);

/// Receives bytes; descriptors that come with them are dropped. Returns how many came, 0 at the end, or -1 with errno.
long bromide_receive(int channel, void *bytes, size_t count);

/// Receives bytes, and up to two descriptors that came with them. Returns how many bytes came, 0 at the end, or -1 with errno.
long bromide_receive_descriptors(
    int channel, void *bytes, size_t count, int descriptors[2], int *descriptor_count);

/// Waits until a channel can be read, or has room to write to, or has ended. Returns 1, 0 if `milliseconds` have passed (-1: no
/// limit), or -1 with errno.
int bromide_await(int channel, bool for_room, int milliseconds);

/// Waits until the other end of a channel is closed, whatever there is to read.
void bromide_await_end(int channel);

/// Makes memory that processes can share, of a size that none of them can change. Returns its descriptor, or -1 with
/// errno.
int bromide_shared_memory(size_t size);

/// Limits on this process, against code that runs astray: bytes of its own memory, no dumps of it.
void bromide_limit_memory(size_t bytes);

/// Takes from this process, for good and with all its threads, every system call but those for its own memory, threads and
/// time, and for descriptors that it has. It cannot open files. Call it before there are threads. Returns 0, or -1 where the system
/// cannot do that.
int bromide_confine(void);

/// Lets this process use that many seconds of processor time from now on.
void bromide_limit_time(long seconds);
