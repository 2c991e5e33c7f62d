var builder = App.Create(args);
int top = 1;

void TopLevel(string name) { Console.WriteLine(name); }
TopLevel("x");

class Helper { }
