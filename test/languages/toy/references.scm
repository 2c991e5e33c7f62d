(command command_name: (command_name) @reference.call)
(invokation_expression . (_) @receiver "." (member_name (simple_name) @reference.call) (argument_list) @arguments)
((invokation_expression
  (type_literal (type_spec (type_name (type_identifier) @reference.construct)))
  "::" (member_name) @_word (argument_list) @arguments)
  (#eq? @_word "new"))
(class_statement . (simple_name) ":" (simple_name) @reference.inherit)
