(call_expression function: (identifier) @reference.call arguments: (arguments) @arguments)
(call_expression
  function: (member_expression
    object: (_) @receiver
    property: [(property_identifier) (private_property_identifier)] @reference.call)
  arguments: (arguments) @arguments)
(call_expression function: (super) @reference.call arguments: (arguments) @arguments)
(call_expression function: (identifier) @reference.call arguments: (template_string))
(call_expression
  function: (member_expression object: (_) @receiver property: (property_identifier) @reference.call)
  arguments: (template_string))

(new_expression constructor: (identifier) @reference.construct arguments: (arguments)? @arguments)
(new_expression
  constructor: (member_expression object: (_) @receiver property: (property_identifier) @reference.construct)
  arguments: (arguments)? @arguments)

(decorator (identifier) @reference.call)
(decorator (member_expression object: (_) @receiver property: (property_identifier) @reference.call))

; A call of a variable or parameter does not refer to a symbol of the same name.
(statement_block (lexical_declaration (variable_declarator name: (identifier) @binding)) @binding.in)
((statement_block (variable_declaration (variable_declarator name: (identifier) @binding)) @binding.in)
  (#set! reach "function"))
(statement_block [
  (lexical_declaration (variable_declarator name: (object_pattern [
    (shorthand_property_identifier_pattern) @binding
    (pair_pattern value: (identifier) @binding)])))
  (lexical_declaration (variable_declarator name: (array_pattern (identifier) @binding)))] @binding.in)
(switch_case (lexical_declaration (variable_declarator name: (identifier) @binding)) @binding.in)
((for_in_statement kind: ["const" "let"] left: (identifier) @binding operator: "of" right: (_) @binding.value)
  (#set! step "[]"))
((for_in_statement kind: "var" left: (identifier) @binding operator: "of" right: (_) @binding.value)
  (#set! step "[]")
  (#set! reach "function"))
((for_in_statement !kind left: (identifier) @binding operator: "of" right: (_) @binding.value)
  (#set! step "[]")
  (#set! reach "function"))
((for_in_statement kind: _ left: (identifier) @binding) (#set! step "?"))
(catch_clause parameter: (identifier) @binding)
(arrow_function parameter: (identifier) @binding)
; A declared name belongs to its block, its own value included. An assignment declares nothing.
(variable_declarator name: (identifier) @binding)
(variable_declarator name: (_) @binding.pattern) @binding.in @binding.scope
(assignment_expression left: (_) @binding.pattern)
(for_in_statement !kind left: (_) @binding.pattern)
[
  (object_pattern (shorthand_property_identifier_pattern) @binding)
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @binding)
  (pair_pattern value: (identifier) @binding)
  (array_pattern (identifier) @binding)
  (assignment_pattern left: (identifier) @binding)
  (rest_pattern (identifier) @binding)]
; The own name of an expression, where it is not a symbol.
(function_expression name: (identifier) @binding)
(generator_function name: (identifier) @binding)
(class name: (_) @binding)

[(statement_block) (switch_body) (for_statement) (for_in_statement) (catch_clause)] @scope
([(arrow_function) (function_expression) (generator_function)] @scope (#set! reach "function"))

; A function passed as a value; arguments are taken from their list.
((assignment_expression left: (_) @_exports right: [
  (identifier) @reference.ignore
  (object [(shorthand_property_identifier) @reference.ignore (pair value: (identifier) @reference.ignore)])])
  (#match? @_exports "^(module\\.)?exports\\b"))
(pair value: (identifier) @reference.value)
(object (shorthand_property_identifier) @reference.value)
(array (identifier) @reference.value)
(assignment_expression right: (identifier) @reference.value)
