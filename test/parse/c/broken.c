int before(void) { return 0; }

int half(int a, { return a; }

struct open { int x; int y };

int after(void) { return (1 + ; }

static int last(void) {
    if (1) {
