# Windows
# lines
class Zeile
  # Eins
  def größe(a)
    "ä"
  end

  private

  def zwei; end
end
