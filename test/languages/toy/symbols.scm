(function_statement (function_name) @name "{" @body) @definition.fn
(class_statement . (simple_name) @name "{" @body) @definition.class
(class_method_definition (simple_name) @name "{" @body) @definition.method
(class_property_definition (variable) @name) @definition.field
(comment) @comment

((command
  (command_invokation_operator) @import.all
  command_name: (command_name_expr (command_name) @import.source)) @import
  (#eq? @import.all "."))
