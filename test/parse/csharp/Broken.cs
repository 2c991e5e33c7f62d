class Before
{
    void Works() { }
    int Half(int a { return a; }
    void After() { }
}

class Open {
    string text = "no end;
    void Last() {
        if (true) {
    }
