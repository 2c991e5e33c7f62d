class Before
  def works; end

  def half(a, 
    a
  end

  def after; end
end

class Open
  def last
    if true
