; Only top-level values of a module are symbols; others are local.
(program [
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.const)
  (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable)
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)
  (if_statement consequence: (statement_block
    (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable) @head))
  (if_statement alternative: (else_clause (statement_block
    (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable) @head)))
  (try_statement body: (statement_block
    (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable) @head))])
(export_statement declaration: [
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.const)
  (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable)
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)])

(program [
  (lexical_declaration kind: "const" (variable_declarator name: (object_pattern [
    (shorthand_property_identifier_pattern) @name
    (object_assignment_pattern left: (_) @name)
    (pair_pattern value: (identifier) @name)
    (pair_pattern value: (assignment_pattern left: (identifier) @name))
    (pair_pattern value: (object_pattern (shorthand_property_identifier_pattern) @name))
    (rest_pattern (identifier) @name)])) @definition.const)
  (lexical_declaration kind: "const" (variable_declarator name: (array_pattern [
    (identifier) @name
    (assignment_pattern left: (identifier) @name)
    (rest_pattern (identifier) @name)])) @definition.const)
  (lexical_declaration kind: "let" (variable_declarator name: (_ [
    (shorthand_property_identifier_pattern) @name
    (identifier) @name
    (pair_pattern value: (identifier) @name)
    (object_assignment_pattern left: (_) @name)
    (assignment_pattern left: (identifier) @name)
    (rest_pattern (identifier) @name)])) @definition.variable)
  (variable_declaration (variable_declarator name: (_ [
    (shorthand_property_identifier_pattern) @name
    (identifier) @name
    (pair_pattern value: (identifier) @name)
    (object_assignment_pattern left: (_) @name)
    (assignment_pattern left: (identifier) @name)
    (rest_pattern (identifier) @name)])) @definition.variable)])
(export_statement declaration: (lexical_declaration (variable_declarator name: [
  (object_pattern [
    (shorthand_property_identifier_pattern) @name @exported
    (object_assignment_pattern left: (_) @name @exported)
    (pair_pattern value: (identifier) @name @exported)
    (pair_pattern value: (assignment_pattern left: (identifier) @name @exported))
    (rest_pattern (identifier) @name @exported)])
  (array_pattern [
    (identifier) @name @exported
    (assignment_pattern left: (identifier) @name @exported)
    (rest_pattern (identifier) @name @exported)])]) @definition.const))
