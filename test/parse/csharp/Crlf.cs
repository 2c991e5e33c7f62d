namespace Files.Scoped;

using System;

/// <summary>
/// Windows lines.
/// </summary>
public class Zeile
{
    string ä = "ö"; int after;

    public void Eins(
        int a)
    {
    }
}
