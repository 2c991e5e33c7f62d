((command name: (command_name) @word . argument: [(word) (string) (raw_string)] @import.source) @import
  (#any-of? @word "source" "."))
