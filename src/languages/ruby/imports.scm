((call !receiver method: (identifier) @word arguments: (argument_list . (string) @import.source .)) @import
  (#any-of? @word "require" "require_relative" "load"))
