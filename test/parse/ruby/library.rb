# frozen_string_literal: true

require 'json'
require_relative '../shelf'
load "tasks.rb"
require dynamic_name

# Books and who lends them.
#
# Not thread safe.
module Library
  VERSION = '1.2'.freeze
  LEFT, RIGHT = 1, 2
  DEFAULTS ||= { größe: 1 }
  Library::LATE = true

  # A book.
  class Book < Item::Base
    include Comparable

    attr_reader :title, :author
    attr_accessor :pages
    attr_writer "by_string"
    Point = Struct.new(:x, :y) do
      def distance; end
    end
    Size = Struct.new(:w, keyword_init: true)
    Coord = Data.define(:lat, :lng)
    Error = Class.new(StandardError)

    # Makes a book.
    def initialize(title, pages = 1, *rest, author:, **options, &block)
      @title = title
      local = 1
      CONSTANT_CANDIDATE = 2 if local
    end

    def <=>(other) = pages <=> other.pages
    def [](index); @pages[index]; end
    def title=(value)
      @title = value
    end
    def open?; end
    def close!() end

    def self.load(path)
      new(path)
    end

    class << self
      def build; end

      attr_accessor :registry

      private

      def hidden_class_method; end
    end

    def after_singleton_class; end

    alias old_title title
    alias_method :name, :title
    define_method(:dynamic) { |x| x }
    define_method("dynamic_#{1}") { }
    %i[a b].each { |n| define_method(n) { n } }

    private

    attr_reader :secret

    def hide
      def nested_in_method; end
    end

    def self.still_public; end

    INNER = 1

    class Nested
      def public_again; end

      protected

      def shielded; end
    end

    def hidden_after_nested; end

    public

    def shown; end

    private def inline_private; end
    protected def inline_protected(a) = a
    private_class_method def self.factory; end
    memoize def cached; end
    private :shown

    if RUBY_VERSION >= '3'
      def conditional; end
    else
      def conditional; end
    end
  end

  class Item::Shelf; end
  class ::TopLevel; end

  module Helpers
    module_function

    def help; end

    included do
      def in_block; end
    end
  end
end

$global = 1
TOP = [
  1,
  2,
]

def top_level(a, b) a + b end

task :build do
  helper = 1
end
