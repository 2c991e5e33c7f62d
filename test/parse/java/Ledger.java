// Kept by the accounting team.
package com.example.ledger;

import static java.util.Objects.requireNonNull;

import java.util.*;
import java.util.function.Function;

/**
 * Holds accounts by their number.
 *
 * @param <K> what an account goes by
 */
@Deprecated
@SuppressWarnings({
  "unchecked", "rawtypes"
})
public abstract class Ledger<K extends Comparable<K>, V> extends Base<K> implements Iterable<V>, Closeable {
  /** How many fit. */
  public static final int LIMIT = 1_000;
  final static String NAME = "größe", OTHER = "x";
  @Inject private volatile Map<K, V> accounts = new HashMap<>(), spare[];
  protected transient long total;

  static {
    int inStatic = 1;
  }

  {
    int inInitializer = 2;
  }

  /** Compares by total. */
  private static final Comparator<Ledger> BY_TOTAL = new Comparator<Ledger>() {
    @Override
    public int compare(Ledger a, Ledger b) {
      return 0;
    }
  };

  private final Function<K, V> finder = key -> {
    V found = accounts.get(key);
    return found;
  };

  // Not a doc comment of a block, but it says what follows.
  @Inject
  // and a remark in between
  public Ledger(final int size, @Named("spare") Map<K, V>... spare) throws IOException {
    this.total = size;
  }

  Ledger() {}

  @Override public synchronized <T extends V> List<T> find(@Nullable K key, int... limits) {
    class Finder {
      int steps;

      void step() {}
    }
    record Pair(int left, int right) {}
    Runnable task = new Runnable() {
      int count;

      public void run() {}
    };
    return null;
  }

  public List<V> find(K key) { return null; }

  abstract void close(
      boolean force, // whatever it takes
      long timeout);

  native int size();

  static class Entry<A, B> {
    A first; B second;

    class Inner { void deep() {} }
  }

  private enum Side { LEFT, RIGHT }

  public enum Kind implements Coded {
    /** Money that is there. */
    CASH("c"),
    @Deprecated CREDIT("k") {
      @Override String label() { return "credit"; }
    },
    ;

    private final String code;

    Kind(String code) { this.code = code; }

    String label() { return code; }
  }

  public @interface Audited {
    String value() default "all";

    int LEVEL = 3;
  }
}

interface Coded {
  String PREFIX = "c:";

  String code();

  default String full() { return PREFIX + code(); }

  private void helper() {}

  interface Nested {}
}

record Point(int x, @NonNull int y) implements Coded {
  static int count;

  Point {
    count++;
  }

  Point(int both) { this(both, both); }

  public String code() { return ""; }
}

sealed class Shape permits Circle {}

non-sealed class Circle extends Shape {
  int größe = 1; int radius;
}
