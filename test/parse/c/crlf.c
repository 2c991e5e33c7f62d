/* äö */
#define EINS 1

// One
// Two
static int zwei(
    int a)
{
    return a;
}
