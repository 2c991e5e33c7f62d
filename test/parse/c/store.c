/* A store in memory. */
#include "store.h"
#include <stdio.h>

#define STORE_LIMIT 16
#define STORE_AT(s, i) ((s)->slots[(i)])
#define LONG_MACRO(a, b) \
    do {                 \
        use(a);          \
    } while (0)
#define EMPTY

/* A node of the list. */
typedef struct node {
    int value;
    struct node *next; /* the one after */
    unsigned flag : 1, : 3, mark : 4;
    union {
        long number;
        double real;
    } as;
    struct {
        int x, y;
    };
    int (*compare)(const void *, const void *);
    void (*handlers[4])(int);
    char name[32], **aliases;
} node, *node_ref;

struct forward;
struct store { node *slots[STORE_LIMIT]; size_t used; };
typedef struct store store;
typedef struct { int width; } size_pair;
typedef enum { RED, GREEN = 2, BLUE } color;
typedef union value_union { int i; float f; } value;
typedef int (*callback)(node *, void *);
typedef void handler(int signal);
typedef unsigned long long word;
typedef char line[80];

enum state { IDLE, BUSY } current_state = IDLE;
enum { ANONYMOUS_ONE = 1 };

static int counter, *counter_at = &counter;
int table[2][3] = {
    {1, 2, 3},
    {4, 5, 6},
};
extern int shared;
const double ratio = 0.5;
static const char *const names[] = {"a", "b"};
const char *greeting = "grüß", *after_umlaut;
static struct config { int level; } config = { 1 };
static struct { int hits; } stats[2];
int (*hook)(int) = NULL;

int store_open(store *s, const char *path);
static void helper(void);
char *store_name(const store *s),
    **store_names(void);
void (*signal_handler(int sig, void (*func)(int)))(int);
int (store_in_brackets)(int a);

/* Opens a store.
 * Returns 0 on success. */
int store_open(store *s, const char *path)
{
    int local = 0;
    static int kept;
    struct scratch { int inside; } scratch;
    enum { STEP = 1 };
    int nested_prototype(int a);
    extern int elsewhere;
    return local;
}

static inline node *
node_new(int value)
{
    return NULL;
}

static void helper(void) {}

char ***deep(void) { return 0; }

int
old_style(a, b)
    int a;
    char *b;
{
    return a;
}

void (*choose(int n))(int) { return 0; }

#ifdef WITH_THREADS
int store_lock(store *s) { return 1; }
#else
int store_lock(store *s) { return 0; }
#endif

int split_head(
#ifdef WITH_THREADS
    int threads,
#endif
    int size) {
#if defined(A)
    if (size) {
#else
    if (!size) {
#endif
        return 1;
    }
    return 0;
}

#ifdef __cplusplus
extern "C" {
#endif
int exported(void);
#ifdef __cplusplus
}
#endif

/* Words that are keywords elsewhere. */
struct class *new(int delete, char *this) { int template = delete; return private; }

__attribute__((noreturn)) void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
STORE_API int store_api(void) STORE_ATTR;
STORE_API int (*store_pointer)(store *s) STORE_ATTR;
lowercase_api size_t store_size = 0;
STORE_NO_SANITIZE("bounds")
int store_unsafe(void) { return 0; }

typedef list_of(node) node_list;

int after_all_that;
