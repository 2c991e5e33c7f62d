using System;
using System.Collections.Generic;
using static System.Math;
using Json = System.Text.Json.JsonSerializer;

[assembly: CLSCompliant(true)]

namespace Shop.Orders
{
    /// <summary>An order.</summary>
    /// <remarks>Immutable.</remarks>
    [Serializable]
    [Obsolete("use NewOrder")]
    public abstract partial class Order<T> : Entity, IEquatable<Order<T>> where T : class, new()
    {
        public const int Limit = 10, Other = 2;
        private static readonly string größe = "ü", next = "x";
        [NonSerialized] internal int count;
        protected internal event EventHandler Changed;
        public event EventHandler Custom { add { count++; } remove { count--; } }

        /// <summary>The name.</summary>
        [JsonIgnore]
        public string Name { get; private set; } = "none";
        public int Twice => count * 2;
        protected virtual required int Size
        {
            get { int local = 1; return local; }
            init { }
        }
        public string this[int index] => Name;
        int ISized.Size { get; }

        static Order() { }
        public Order(int count) : base(count) { this.count = count; }
        private protected Order(string name) : this(1) => Name = name;
        ~Order() { }

        public static Order<T> operator +(Order<T> a, Order<T> b) => a;
        public static bool operator true(Order<T> a) => true;
        public static implicit operator string(Order<T> order) => order.Name;

        public async Task<List<U>> FindAsync<U>([FromQuery] string key, params int[] limits)
            where U : struct
        {
            int Local(int x) => x;
            static void Unused() { }
            Func<int, int> lambda = x => { int inLambda = x; return inLambda; };
            await Task.Yield();
            return null;
        }
        public Task<List<U>> FindAsync<U>(int key) where U : struct => null;
        void IDisposable.Dispose() { }
        internal abstract void Close(
            bool force, // whatever it takes
            long timeout);
        public override sealed string ToString() => Name;
        int noWord;

        public delegate void Handler<in TArgs>(object sender, TArgs args);
        private enum State : byte { New, [Obsolete] Paid = 2, Sent }
        public struct Point { public int X, Y; public readonly int Sum() => X + Y; }
        public ref struct Window { }
        class Nested { class Deeper { void Deep() { } } }

#if NETFRAMEWORK
        public void OldOnly() { }
#else
        public void NewOnly() { }
#endif

        public void Split(int a
#if EXTRA
            , int b
#else
            , string b
#endif
        )
        {
#if DEBUG
            if (a > 1) {
#else
            if (a > 2) {
#endif
            }
        }

        #region Extras
        public void InRegion() { }
        #endregion
    }

    public record Person(string First, [property: Key] string Last)
    {
        public int Age { get; init; }
        private int secret;
    }
    public readonly record struct Pair(int Left, int Right);
    record Empty;
    interface IThing { void Do(); int Count { get; } static int Zero => 0; event Action Done; }
    internal static class Extensions { public static int Double(this int n) => n * 2; }
    file class Hidden { }
    public class Primary(int size) { int Size() => size; }

    namespace Deeper.Still { public enum Level { Low } }
}
