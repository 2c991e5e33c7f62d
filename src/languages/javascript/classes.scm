; Classes and parameters of JavaScript that differ from those of TypeScript.
(field_definition
  property: [
    (property_identifier) @name
    (private_property_identifier) @name
    (computed_property_name) @name
    (string (string_fragment) @name)]
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)]) @definition.method
(field_definition property: [
  (property_identifier) @name
  (private_property_identifier) @name
  (computed_property_name) @name
  (string (string_fragment) @name)]) @definition.field

((method_definition
  name: (property_identifier) @_constructor
  body: (statement_block (expression_statement
    (assignment_expression left: (member_expression
      object: (this)
      property: [(property_identifier) (private_property_identifier)] @name)) @definition.field)))
  (#eq? @_constructor "constructor")
  (#set! member))

; Symbols inside a syntax error keep their name.
(ERROR "class" @head . (identifier) @name @definition.class)

(class_heritage (identifier) @reference.inherit)
(class_heritage (member_expression object: (_) @receiver property: (property_identifier) @reference.inherit))

(formal_parameters [
  (identifier) @binding
  (assignment_pattern left: (identifier) @binding)
  (rest_pattern (identifier) @binding)])
