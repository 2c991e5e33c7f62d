/* Trains the vectors: a bag of word vectors for a question against one for a function, contrastive within batches of
 * one repository or of all. Reads what encode-pairs.mjs wrote.
 *
 *   gcc -O3 -march=native -ffast-math -fopenmp -o train train.c -lm
 *   ./train train PAIRS.bin MODEL.bin DIMENSIONS EPOCHS [SEED]
 *   ./train judge PAIRS.bin MODEL.bin */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 9, NAME = 0, SCOPE, DOC, BODY, FIELDS, BATCH = 512 };
static int32_t *data; static long size; static long *at; static int *repositoryOf; static int count;
static int vocabulary, buckets, V, D;
static float *E, *wq, *wd, *GE, *gq, *gd, af[FIELDS], gaf[FIELDS], temperature = 12, gt; /* G…: sums of squared gradients */

static uint64_t state = 1;
static uint32_t rnd(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state >> 32; }
static float uniform(void) { return rnd() / 4294967296.0f; }

static void load(const char *path) {
  FILE *f = fopen(path, "rb"); fseek(f, 0, SEEK_END); size = ftell(f) / 4; rewind(f);
  data = malloc(size * 4); if (fread(data, 4, size, f) != (size_t)size) exit(1); fclose(f);
  vocabulary = data[0]; buckets = data[1]; V = vocabulary + buckets;
  for (int pass = 0; pass < 2; pass++) {
    count = 0;
    for (long p = 2; p < size;) {
      int32_t *r = data + p; if (pass) { at[count] = p; repositoryOf[count] = r[0]; }
      count++; p += HEADER + r[4] + r[5] + r[6] + r[7] + r[8];
    }
    if (!pass) { at = malloc(count * sizeof *at); repositoryOf = malloc(count * sizeof *repositoryOf); }
  }
}

static inline float damp(int32_t token, int *id) {
  *id = token & 0xfffff; int tf = token >> 20;
  return tf == 0 ? 0.3f : 1 + 0.5f * logf(tf);
}

/* A text as weighted tokens: its vector before and after normalization. */
typedef struct { int n; int id[700]; float c[700]; int field[700]; float *raw, *unit, *grad; float norm; } Text;

static void addTokens(Text *t, const int32_t *tokens, int n, int field, float keep) {
  for (int i = 0; i < n && t->n < 700; i++) {
    if (keep < 1 && uniform() > keep) continue;
    t->c[t->n] = damp(tokens[i], &t->id[t->n]); t->field[t->n++] = field;
  }
}
static void readText(Text *t, long index, int side, int training) {
  int32_t *r = data + at[index], *p = r + HEADER; t->n = 0;
  if (side == 0) {
    float keep = training ? 0.5f + 0.5f * uniform() : 1;
    addTokens(t, p, r[4], -1, keep); if (t->n == 0) addTokens(t, p, r[4], -1, 1);
    return;
  }
  p += r[4];
  for (int f = 0; f < FIELDS; f++) {
    /* Without its name now and then, so that bodies count too. */
    int drop = training && ((f == NAME && uniform() < 0.15f) || (f == DOC && uniform() < 0.3f));
    if (!drop) addTokens(t, p, r[5 + f], f, 1);
    p += r[5 + f];
  }
}
static void forward(Text *t) {
  memset(t->raw, 0, D * sizeof(float));
  float share[FIELDS + 1]; int n[FIELDS + 1] = {0};
  for (int i = 0; i < t->n; i++) n[t->field[i] + 1]++;
  for (int f = 0; f <= FIELDS; f++) share[f] = n[f] ? (f ? expf(af[f - 1]) : 1) / sqrtf(n[f]) : 0;
  for (int i = 0; i < t->n; i++) {
    const float *e = E + (long)t->id[i] * D; int q = t->field[i] < 0;
    t->c[i] *= share[t->field[i] + 1];
    float w = t->c[i] * expf(q ? wq[t->id[i]] : wd[t->id[i]]);
    t->c[i] = w;
    for (int d = 0; d < D; d++) t->raw[d] += w * e[d];
  }
  float s = 1e-8f; for (int d = 0; d < D; d++) s += t->raw[d] * t->raw[d];
  t->norm = sqrtf(s); for (int d = 0; d < D; d++) t->unit[d] = t->raw[d] / t->norm;
}
static float rate = 0.05f;
static inline void step(float *p, float *g2, float g, float lr) { *g2 += g * g; *p -= lr * g / (sqrtf(*g2) + 1e-6f); }
static void backward(Text *t) {
  float dot = 0; for (int d = 0; d < D; d++) dot += t->grad[d] * t->unit[d];
  float g[1024]; for (int d = 0; d < D; d++) g[d] = (t->grad[d] - dot * t->unit[d]) / t->norm;
  float fieldGrad[FIELDS] = {0};
  for (int i = 0; i < t->n; i++) {
    long id = t->id[i]; float *e = E + id * D, *G = GE + id * D, w = t->c[i], gw = 0;
    for (int d = 0; d < D; d++) { float x = g[d]; gw += x * e[d]; step(e + d, G + d, x * w, rate); }
    gw *= w;
    if (t->field[i] < 0) step(wq + id, gq + id, gw, rate * 0.5f);
    else { step(wd + id, gd + id, gw, rate * 0.5f); fieldGrad[t->field[i]] += gw; }
  }
  for (int f = 0; f < FIELDS; f++) if (fieldGrad[f] != 0) step(af + f, gaf + f, fieldGrad[f], 0.01f);
}

static Text *texts(int n) {
  Text *t = calloc(n, sizeof *t);
  for (int i = 0; i < n; i++) { t[i].raw = malloc(4 * D); t[i].unit = malloc(4 * D); t[i].grad = malloc(4 * D); }
  return t;
}

static double trainBatch(const int *chosen, int n, Text *Q, Text *F, float *S, float *P) {
  for (int i = 0; i < n; i++) { readText(Q + i, chosen[i], 0, 1); readText(F + i, chosen[i], 1, 1); }
#pragma omp parallel for schedule(dynamic, 16)
  for (int i = 0; i < n; i++) { forward(Q + i); forward(F + i); }
#pragma omp parallel for schedule(dynamic, 16)
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {
    int32_t *a = data + at[chosen[i]], *b = data + at[chosen[j]]; float s = 0;
    for (int d = 0; d < D; d++) s += Q[i].unit[d] * F[j].unit[d];
    /* The same sentence or name in two places is no wrong answer. */
    S[i * n + j] = i != j && (a[1] == b[1] || a[2] == b[2]) ? -9 : s;
  }
  double loss = 0; memset(P, 0, sizeof(float) * n * n);
  for (int side = 0; side < 2; side++) for (int i = 0; i < n; i++) {
    float sum = 0;
#define SCORE(j) S[side ? (j) * n + i : i * n + (j)]
    for (int j = 0; j < n; j++) sum += expf(temperature * (SCORE(j) - 1));
    loss -= temperature * (SCORE(i) - 1) - logf(sum);
    for (int j = 0; j < n; j++) P[side ? j * n + i : i * n + j] += (expf(temperature * (SCORE(j) - 1)) / sum - (i == j)) * (side ? 0.5f : 1);
  }
#pragma omp parallel for schedule(dynamic, 16)
  for (int i = 0; i < n; i++) {
    memset(Q[i].grad, 0, 4 * D); memset(F[i].grad, 0, 4 * D);
    for (int j = 0; j < n; j++) {
      float a = P[i * n + j] * temperature, b = P[j * n + i] * temperature;
      if (a > 1e-5f || a < -1e-5f) for (int d = 0; d < D; d++) Q[i].grad[d] += a * F[j].unit[d];
      if (b > 1e-5f || b < -1e-5f) for (int d = 0; d < D; d++) F[i].grad[d] += b * Q[j].unit[d];
    }
  }
  float g = 0; for (long k = 0; k < (long)n * n; k++) if (S[k] > -2) g += P[k] * S[k];
  step(&temperature, &gt, g, 0.05f); if (temperature > 40) temperature = 40;
#pragma omp parallel for schedule(dynamic, 16)
  for (int i = 0; i < n; i++) { backward(Q + i); backward(F + i); }
  return loss / 2 / n;
}

static void save(const char *path) {
  FILE *f = fopen(path, "wb"); int head[3] = {vocabulary, buckets, D};
  fwrite(head, 4, 3, f); fwrite(af, 4, FIELDS, f); fwrite(wq, 4, V, f); fwrite(wd, 4, V, f); fwrite(E, 4, (long)V * D, f); fclose(f);
}
static void make(void) {
  E = malloc(4L * V * D); GE = malloc(4L * V * D); wq = calloc(V, 4); wd = calloc(V, 4); gq = malloc(4L * V); gd = malloc(4L * V);
  for (long i = 0; i < (long)V * D; i++) { E[i] = (uniform() + uniform() + uniform() - 1.5f) * 0.3f; GE[i] = 1e-3f; }
  for (int i = 0; i < V; i++) gq[i] = gd[i] = 0.1f;
  for (int f = 0; f < FIELDS; f++) gaf[f] = 1;
  gt = 1;
}
static void shuffle(int *items, int n) { for (int i = n - 1; i > 0; i--) { int j = rnd() % (i + 1), x = items[i]; items[i] = items[j]; items[j] = x; } }

static void train(const char *out, int epochs) {
  make();
  /* Rare words say most: the weights start from the frequencies. */
  double *df = calloc(V, 8);
  for (int k = 0; k < count; k++) { int32_t *r = data + at[k], *p = r + HEADER; for (int i = 0; i < r[4] + r[5] + r[6] + r[7] + r[8]; i++) df[p[i] & 0xfffff]++; }
  for (int i = 0; i < V; i++) wq[i] = wd[i] = logf(0.1f + 1e-3f / (1e-3f + df[i] / count));
  af[NAME] = 0.7f; af[SCOPE] = -0.3f; af[DOC] = 0.3f;
  int *order = malloc(count * 4), batches = count / BATCH + 1, (*starts)[2] = malloc(sizeof(int) * 2 * (count / 64 + 1000));
  Text *Q = texts(BATCH), *F = texts(BATCH); float *S = malloc(4 * BATCH * BATCH), *P = malloc(4 * BATCH * BATCH);
  for (int epoch = 0; epoch < epochs; epoch++) {
    double loss = 0; long done = 0;
    for (int half = 0; half < 2; half++) {
      for (int i = 0; i < count; i++) order[i] = i;
      int made = 0;
      if (half) { shuffle(order, count); for (int i = 0; i + BATCH <= count; i += BATCH) { starts[made][0] = i; starts[made++][1] = BATCH; } }
      else for (int i = 0; i < count;) {
        int end = i; while (end < count && repositoryOf[end] == repositoryOf[i]) end++;
        shuffle(order + i, end - i);
        int parts = (end - i + BATCH - 1) / BATCH, length = (end - i) / parts;
        for (int k = 0; k < parts; k++) if (length >= 16) { starts[made][0] = i + k * length; starts[made++][1] = length; }
        i = end;
      }
      for (int i = made - 1; i > 0; i--) { int j = rnd() % (i + 1); for (int k = 0; k < 2; k++) { int x = starts[i][k]; starts[i][k] = starts[j][k]; starts[j][k] = x; } }
      for (int b = 0; b < made; b++) {
        rate = 0.05f * (1 - 0.9f * (epoch + (half + (float)b / made) / 2) / epochs);
        loss += trainBatch(order + starts[b][0], starts[b][1], Q, F, S, P); done++;
      }
    }
    fprintf(stderr, "epoch %d: loss %.3f, temperature %.1f, fields %.2f %.2f %.2f %.2f\n", epoch + 1, loss / done, temperature, expf(af[0]), expf(af[1]), expf(af[2]), expf(af[3]));
    save(out);
  }
  (void)batches;
}

/* Judging: every function of the repository is a candidate. Words alone, vectors alone, and both. */
static void judge(const char *model) {
  FILE *f = fopen(model, "rb"); int head[3]; if (fread(head, 4, 3, f) != 3) exit(1);
  D = head[2]; make(); if (fread(af, 4, FIELDS, f) + fread(wq, 4, V, f) + fread(wd, 4, V, f) + fread(E, 4, (long)V * D, f) == 0) exit(1);
  static const float lambdas[] = {0, 0.15f, 0.3f, 0.5f, 0.75f, 1, 1.5f, -1}; enum { L = 8 };
  double total[L][3] = {{0}}; int repositories = 0;
  for (int from = 0; from < count;) {
    int end = from; while (end < count && repositoryOf[end] == repositoryOf[from]) end++;
    int n = end - from; float *U = malloc(4L * n * D), *lexical = malloc(4 * n), *cosine = malloc(4 * n);
    Text *t = texts(1); float *idf = calloc(V, 4);
    for (int i = 0; i < n; i++) {
      readText(t, from + i, 1, 0); forward(t); memcpy(U + (long)i * D, t->unit, 4 * D);
      int32_t *r = data + at[from + i], *p = r + HEADER + r[4]; int m = r[5] + r[6] + r[7] + r[8];
      for (int k = 0; k < m; k++) { int id = p[k] & 0xfffff, first = 1; for (int j = 0; j < k && first; j++) first = (p[j] & 0xfffff) != id; idf[id] += first; }
    }
    for (int i = 0; i < V; i++) idf[i] = logf(1 + (n - idf[i] + 0.5f) / (idf[i] + 0.5f));
    int asked = 0, hits[L][2] = {{0}}; double mrr[L] = {0}; uint64_t saved = state; state = 88172645463325252ull;
    for (int k = 0; k < n; k++) {
      int32_t *r = data + at[from + k]; if (r[4] < 2) continue;
      if (n > 3000 && uniform() > 3000.0f / n) continue;
      readText(t, from + k, 0, 0); forward(t); asked++;
      float best = 1e-6f; float w[V > 0 ? 64 : 1]; int ids[64], terms = 0;
      for (int i = 0; i < r[4] && terms < 64; i++) { int id = r[HEADER + i] & 0xfffff; ids[terms] = id; w[terms++] = idf[id] * (id >= vocabulary ? 0.3f : 1); }
      for (int c = 0; c < n; c++) {
        int32_t *o = data + at[from + c], *p = o + HEADER + o[4]; float s = 0, dot = 0; float amounts[64] = {0};
        for (int field = 0; field < FIELDS; field++) { int m = o[5 + field];
          for (int i = 0; i < m; i++) { int id = p[i] & 0xfffff; for (int q = 0; q < terms; q++) if (ids[q] == id) { int a = p[i] >> 20; if (!a) a = 1;
            amounts[q] += field == NAME ? 5 : field == SCOPE ? 2 : a / (0.4f + 0.6f * o[3] / 15); } }
          p += m; }
        for (int q = 0; q < terms; q++) s += w[q] * amounts[q] / (amounts[q] + 1.2f);
        for (int d = 0; d < D; d++) dot += t->unit[d] * U[(long)c * D + d];
        lexical[c] = s; cosine[c] = dot; if (s > best) best = s;
      }
      for (int l = 0; l < L; l++) {
        float mine = 0; int rank = 0;
#define FUSED(c) (lambdas[l] < 0 ? cosine[c] : lexical[c] / best + lambdas[l] * cosine[c])
        mine = FUSED(k); for (int c = 0; c < n; c++) if (c != k && FUSED(c) >= mine) rank++;
        hits[l][0] += rank == 0; hits[l][1] += rank < 10; mrr[l] += 1.0 / (rank + 1);
      }
    }
    state = saved;
    if (asked >= 20) {
      repositories++; printf("#%d %d functions, %d questions:", repositoryOf[from], n, asked);
      for (int l = 0; l < L; l++) { double x[3] = {(double)hits[l][0] / asked, (double)hits[l][1] / asked, mrr[l] / asked}; for (int i = 0; i < 3; i++) total[l][i] += x[i]; printf("  %.3f/%.3f", x[0], x[1]); }
      printf("\n");
    }
    free(U); free(lexical); free(cosine); free(idf); from = end;
  }
  for (int l = 0; l < L; l++) printf("lambda %5.2f  R@1 %.3f  R@10 %.3f  MRR %.3f\n", lambdas[l], total[l][0] / repositories, total[l][1] / repositories, total[l][2] / repositories);
}

int main(int argc, char **argv) {
  load(argv[2]); fprintf(stderr, "%d rows, %d words, %d buckets\n", count, vocabulary, buckets);
  if (strcmp(argv[1], "judge") == 0) { judge(argv[3]); return 0; }
  D = atoi(argv[4]); state = argc > 6 ? strtoull(argv[6], 0, 10) : 88172645463325252ull; if (argc <= 6) state = 88172645463325252ull;
  train(argv[3], atoi(argv[5])); return 0;
}
