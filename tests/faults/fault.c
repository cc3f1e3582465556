/* fault.c: runs a command and lets one of its calls to the system fail, or ends it there.
 *
 *   fault REPORT (fail ERRNO | kill) N COMMAND...
 *
 * Counted are the calls by which files change, of the command and all its threads and children:
 * write and its kin to a regular file, open for creation, mkdir, rename, unlink, rmdir, truncate,
 * fsync. The N-th fails with ERRNO (a number) or ends all with SIGKILL before it is made; N = 0:
 * none. REPORT gets the number of calls and the name of the N-th. Exit status: that of the command,
 * 128 + the signal that ended it. By ptrace(2), so that calls of the C library's own streams and of
 * other libraries count as well. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_THREADS = 256, NOT_HERE = 77 };

typedef struct thread {
  pid_t id;
  int inside; /* a call: the next stop is behind it */
  int failed; /* this call does */
} thread;

typedef struct job {
  thread threads[MOST_THREADS];
  int n, is_kill, error;
  long at, count;
  char name[64];
  pid_t first;
  int status;
} job;

#if defined(__x86_64__)

static long number_of(const struct user_regs_struct *r) {
  return (long)r->orig_rax;
}

static long argument(const struct user_regs_struct *r, int i) {
  return (long)(i == 0 ? r->rdi : i == 1 ? r->rsi : r->rdx);
}

static int get_registers(pid_t id, struct user_regs_struct *r) {
  return ptrace(PTRACE_GETREGS, id, NULL, r) == 0;
}

/* At its entry: the system is asked for a call that there is not. */
static void drop_call(pid_t id, struct user_regs_struct *r) {
  r->orig_rax = (unsigned long long)-1;
  ptrace(PTRACE_SETREGS, id, NULL, r);
}

static void return_error(pid_t id, int error) {
  struct user_regs_struct r;
  if (!get_registers(id, &r)) return;
  r.rax = (unsigned long long)-error;
  ptrace(PTRACE_SETREGS, id, NULL, &r);
}

static int is_regular(pid_t id, long descriptor) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/%ld/fd/%ld", (long)id, descriptor);
  const ssize_t n = readlink(link, path, sizeof path - 1);
  if (n <= 0) return 0;
  path[n] = '\0';
  return *path == '/' && strncmp(path, "/dev/", 5) != 0 && strncmp(path, "/memfd", 6) != 0;
}

/* The name of a call that changes files, or NULL. */
static const char *name_of(pid_t id, const struct user_regs_struct *r) {
  static const struct {
    long number;
    const char *name;
    int kind; /* 1: has a descriptor, 2, 3: creates when the flags at that place say so */
  } calls[] = {{SYS_write, "write", 1},       {SYS_pwrite64, "pwrite", 1},
               {SYS_writev, "writev", 1},     {SYS_openat, "openat", 2},
               {SYS_open, "open", 3},         {SYS_mkdir, "mkdir", 0},
               {SYS_mkdirat, "mkdirat", 0},   {SYS_rename, "rename", 0},
               {SYS_renameat, "renameat", 0}, {SYS_renameat2, "renameat2", 0},
               {SYS_unlink, "unlink", 0},     {SYS_unlinkat, "unlinkat", 0},
               {SYS_rmdir, "rmdir", 0},       {SYS_ftruncate, "ftruncate", 1},
               {SYS_fsync, "fsync", 1},       {SYS_fdatasync, "fdatasync", 1}};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    if (calls[i].number != number_of(r)) continue;
    const int kind = calls[i].kind;
    if (kind == 1 && !is_regular(id, argument(r, 0))) return NULL;
    if (kind == 2 && !(argument(r, 2) & O_CREAT)) return NULL;
    if (kind == 3 && !(argument(r, 1) & O_CREAT)) return NULL;
    return calls[i].name;
  }
  return NULL;
}

static void kill_all(const job *j) {
  for (int i = 0; i < j->n; i++) kill(j->threads[i].id, SIGKILL);
}

static thread *find(job *j, pid_t id) {
  for (int i = 0; i < j->n; i++)
    if (j->threads[i].id == id) return &j->threads[i];
  if (j->n == MOST_THREADS) {
    kill_all(j);
    exit(125);
  }
  j->threads[j->n] = (thread){.id = id};
  return &j->threads[j->n++];
}

static void forget(job *j, pid_t id) {
  for (int i = 0; i < j->n; i++)
    if (j->threads[i].id == id) j->threads[i] = j->threads[--j->n];
}

static void enter_call(job *j, thread *t) {
  struct user_regs_struct r;
  const char *name = get_registers(t->id, &r) ? name_of(t->id, &r) : NULL;
  t->inside = 1;
  if (name == NULL || ++j->count != j->at) return;
  snprintf(j->name, sizeof j->name, "%s", name);
  if (j->is_kill) {
    kill_all(j);
  } else {
    t->failed = 1;
    drop_call(t->id, &r);
  }
}

static void leave_call(const job *j, thread *t) {
  t->inside = 0;
  if (t->failed) return_error(t->id, j->error);
  t->failed = 0;
}

/* One stop, of a thread that lives on; the signal that goes on to it. */
static int at_stop(job *j, pid_t id, int state) {
  thread *t = find(j, id);
  const int signal = WSTOPSIG(state), event = state >> 16;
  if (signal == (SIGTRAP | 0x80)) {
    if (t->inside)
      leave_call(j, t);
    else
      enter_call(j, t);
    return 0;
  }
  if (event == PTRACE_EVENT_EXEC) return 0; /* the call's end comes as a stop of its own */
  if (event != 0 || signal == SIGSTOP || signal == SIGTRAP) return 0;
  return signal;
}

static void follow(job *j) {
  const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                       PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
  int state;
  if (waitpid(j->first, &state, 0) != j->first) exit(125);
  if (!WIFSTOPPED(state)) exit(NOT_HERE); /* no ptrace here */
  ptrace(PTRACE_SETOPTIONS, j->first, NULL, options);
  find(j, j->first);
  ptrace(PTRACE_SYSCALL, j->first, NULL, NULL);
  for (pid_t id; (id = waitpid(-1, &state, __WALL)) > 0;) {
    if (WIFSTOPPED(state)) {
      const long signal = at_stop(j, id, state);
      ptrace(PTRACE_SYSCALL, id, NULL, signal);
      continue;
    }
    forget(j, id);
    if (id == j->first) j->status = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
  }
}

static pid_t start(char **command) {
  const pid_t child = fork();
  if (child != 0) return child;
  if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) _exit(NOT_HERE);
  raise(SIGSTOP);
  execvp(command[0], command);
  _exit(127);
}

int main(int argc, char **argv) {
  job j = {0};
  if (argc < 5) return 125;
  j.is_kill = strcmp(argv[2], "kill") == 0;
  if (!j.is_kill) j.error = atoi(argv[3]);
  char **rest = argv + (j.is_kill ? 3 : 4);
  j.at = atol(rest[0]);
  j.first = start(rest + 1);
  follow(&j);
  FILE *report = fopen(argv[1], "w");
  if (report == NULL) return 125;
  fprintf(report, "%ld %s\n", j.count, j.name);
  return fclose(report) == 0 ? j.status : 125;
}

#else

int main(void) {
  puts("skipped: the registers of this processor are not known here");
  return NOT_HERE;
}

#endif
