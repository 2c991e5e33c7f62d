; Patterns shared by JavaScript and TypeScript.

; A module that exports its functions as one object, or itself.
((assignment_expression
  left: (member_expression) @_exports
  right: (object [
    (method_definition name: (property_identifier) @name @exported body: (_) @body) @definition.fn
    (pair
      key: (property_identifier) @name @exported
      value: [
        (arrow_function body: (_) @body)
        (function_expression body: (_) @body)
        (generator_function body: (_) @body)]) @definition.fn]))
  (#eq? @_exports "module.exports")
  (#set! modifier "module.exports"))
((expression_statement [
  (assignment_expression
    left: (member_expression) @_exports
    right: (function_expression name: (identifier) @name @exported body: (_) @body)) @definition.fn
  (assignment_expression
    left: (member_expression) @_exports
    right: (class name: (_) @name @exported body: (_) @body)) @definition.class
  (assignment_expression right: (assignment_expression
    left: (member_expression) @_exports
    right: (function_expression name: (identifier) @name @exported body: (_) @body))) @definition.fn])
  (#eq? @_exports "module.exports")
  (#set! modifier "module.exports"))
((expression_statement [
  (assignment_expression
    left: (member_expression) @name @exported
    right: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body)]) @definition.fn
  (assignment_expression
    left: (member_expression) @name @exported
    right: (class !name body: (_) @body)) @definition.class])
  (#eq? @name "module.exports")
  (#set! modifier "module.exports"))
((assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @name @exported)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)]) @definition.fn
  (#match? @_exports "^(module\\.)?exports$")
  (#set! modifier "exports"))
((assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @name @exported)
  right: (class body: (_) @body)) @definition.class
  (#match? @_exports "^(module\\.)?exports$")
  (#set! modifier "exports"))
((assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @name @exported)
  right: [
    (string) (template_string) (number) (true) (false) (null) (regex) (object) (array)
    (new_expression) (call_expression) (binary_expression) (ternary_expression)]) @definition.variable
  (#match? @_exports "^(module\\.)?exports$")
  (#set! modifier "exports"))

; Function declarations, and named function expressions that are not bound to a name.
(function_declaration name: (identifier) @name body: (_) @body) @definition.fn
(generator_function_declaration name: (identifier) @name body: (_) @body) @definition.fn
(arguments [
  (function_expression name: (identifier) @name body: (_) @body) @definition.fn
  (generator_function name: (identifier) @name body: (_) @body) @definition.fn
  (class name: (_) @name body: (_) @body) @definition.class])
(return_statement [
  (function_expression name: (identifier) @name body: (_) @body) @definition.fn
  (generator_function name: (identifier) @name body: (_) @body) @definition.fn
  (class name: (_) @name body: (_) @body) @definition.class])
(parenthesized_expression [
  (function_expression name: (identifier) @name body: (_) @body) @definition.fn
  (class name: (_) @name body: (_) @body) @definition.class])
(expression_statement [
  (function_expression name: (identifier) @name body: (_) @body) @definition.fn
  (class name: (_) @name body: (_) @body) @definition.class])
(ERROR "function" @head . (identifier) @name @definition.fn)
(unary_expression argument: (function_expression name: (identifier) @name body: (_) @body) @definition.fn)
(call_expression function: (function_expression name: (identifier) @name body: (_) @body) @definition.fn)
(arrow_function body: [
  (function_expression name: (identifier) @name body: (_) @body) @definition.fn
  (class name: (_) @name body: (_) @body) @definition.class])

(method_definition
  name: [
    (property_identifier) @name
    (private_property_identifier) @name
    (computed_property_name) @name
    (number) @name
    (string (string_fragment) @name)]
  body: (_) @body) @definition.method

; Functions named by the variable or property they are bound to.
(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
    (assignment_expression right: (function_expression body: (_) @body))
    (assignment_expression right: (assignment_expression right: (function_expression body: (_) @body)))]) @definition.fn
(assignment_expression
  left: (identifier) @name
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)]) @definition.fn
(pair
  key: [(property_identifier) @name (string (string_fragment) @name) (computed_property_name) @name]
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)]) @definition.method
((assignment_expression
  left: (member_expression
    object: (this)
    property: [(property_identifier) (private_property_identifier)] @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)]) @definition.method
  (#set! member))

; Members assigned to a prototype, function or object from outside.
((assignment_expression
  left: (member_expression
    object: (member_expression object: (_) @owner property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)]) @definition.method
  (#eq? @_prototype "prototype"))
((assignment_expression
  left: (member_expression object: (_) @owner property: (property_identifier) @_prototype)
  right: (object [
    (method_definition name: (property_identifier) @name body: (_) @body) @definition.method
    (pair
      key: (property_identifier) @name
      value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method]))
  (#eq? @_prototype "prototype"))
((assignment_expression
  left: (member_expression object: [(identifier) (member_expression)] @owner property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)]) @definition.fn
  (#not-match? @owner "(exports|prototype)$|^module$"))
((assignment_expression
  left: (member_expression object: [(identifier) (member_expression)] @owner property: (property_identifier) @name)
  right: (class body: (_) @body)) @definition.class
  (#not-match? @owner "exports$|^module$"))

(class_declaration name: (_) @name body: (_) @body) @definition.class
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class
(assignment_expression left: (identifier) @name right: (class body: (_) @body)) @definition.class
(augmented_assignment_expression right: (class name: (_) @name body: (_) @body) @definition.class)
(augmented_assignment_expression left: (identifier) @name right: (class !name body: (_) @body)) @definition.class

(export_statement "default" @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (generator_function body: (_) @body)]) @definition.fn
(export_statement "default" @name value: (class body: (_) @body)) @definition.class
(export_statement "default" @name value: (object) @body) @definition.const
(export_statement "default" @name value: [
  (array) (call_expression) (new_expression) (await_expression) (binary_expression) (ternary_expression)
  (string) (template_string) (number)]) @definition.const

(export_statement) @head
(program [(lexical_declaration) (variable_declaration)] @head)
(statement_block (lexical_declaration
  . (variable_declarator name: (identifier) value: [(arrow_function) (function_expression) (generator_function) (class)])) @head)
(statement_block (variable_declaration
  . (variable_declarator name: (identifier) value: [(arrow_function) (function_expression) (generator_function) (class)])) @head)

((export_statement (export_clause (export_specifier name: (identifier) @exported alias: _ @_alias)) !source)
  (#not-eq? @_alias "default"))
((export_statement (export_clause (export_specifier name: (identifier) @exported alias: _ @_alias)) !source)
  (#eq? @_alias "default")
  (#set! modifier "export default"))
(export_statement (export_clause (export_specifier name: (identifier) @exported !alias)) !source)
((export_statement "default" value: (identifier) @exported) (#set! modifier "export default"))
((export_statement declaration: (_ (variable_declarator name: (identifier) @exported))) (#set! modifier "export"))

((assignment_expression left: (member_expression) @_exports right: (identifier) @exported)
  (#match? @_exports "^(module\\.)?exports\\.[^.]+$")
  (#set! modifier "exports"))
((assignment_expression left: (member_expression) @_exports right: (identifier) @exported)
  (#eq? @_exports "module.exports")
  (#set! modifier "module.exports"))
((assignment_expression
  left: (member_expression) @_exports
  right: (object [(shorthand_property_identifier) @exported (pair value: (identifier) @exported)]))
  (#eq? @_exports "module.exports")
  (#set! modifier "module.exports"))
((variable_declarator
  name: (identifier) @exported
  value: [
    (assignment_expression left: (_) @_exports)
    (assignment_expression right: (assignment_expression left: (_) @_exports))])
  (#eq? @_exports "module.exports")
  (#set! modifier "module.exports"))

(decorator) @attribute
(comment) @comment
