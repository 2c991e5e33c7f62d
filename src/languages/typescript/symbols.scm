(function_signature name: (identifier) @name) @definition.fn
(abstract_class_declaration name: (type_identifier) @name body: (_) @body) @definition.class

(public_field_definition
  name: [
    (property_identifier) @name
    (private_property_identifier) @name
    (computed_property_name) @name
    (string (string_fragment) @name)]
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)]) @definition.method
(public_field_definition name: [
  (property_identifier) @name
  (private_property_identifier) @name
  (computed_property_name) @name
  (string (string_fragment) @name)]) @definition.field
(class_body [
  (method_signature name: [
    (property_identifier) @name
    (private_property_identifier) @name
    (computed_property_name) @name
    (string (string_fragment) @name)])
  (abstract_method_signature name: [(property_identifier) (computed_property_name)] @name)] @definition.method)
; A parameter with a modifier is also a field.
((required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field (#set! member))
((required_parameter "readonly" pattern: (identifier) @name) @definition.field (#set! member))
((optional_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field (#set! member))
((optional_parameter "readonly" pattern: (identifier) @name) @definition.field (#set! member))

(interface_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(interface_body [
  (property_signature name: [
    (property_identifier) @name
    (computed_property_name) @name
    (string (string_fragment) @name)]) @definition.field
  (method_signature name: [
    (property_identifier) @name
    (computed_property_name) @name
    (string (string_fragment) @name)]) @definition.method])

(type_alias_declaration name: (type_identifier) @name) @definition.type
(type_alias_declaration value: [
  (object_type [
    (property_signature name: [(property_identifier) @name (string (string_fragment) @name)]) @definition.field
    (method_signature name: [(property_identifier) @name (string (string_fragment) @name)]) @definition.method])
  (intersection_type (object_type [
    (property_signature name: [(property_identifier) @name (string (string_fragment) @name)]) @definition.field
    (method_signature name: [(property_identifier) @name (string (string_fragment) @name)]) @definition.method]))])

(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_body name: [
  (property_identifier) @name @definition.field
  (string (string_fragment) @name @definition.field)])
(enum_body (enum_assignment name: [
  (property_identifier) @name
  (string (string_fragment) @name)]) @definition.field)

(internal_module name: (_) @name body: (_) @body) @definition.module
(module name: [
  (identifier) @name
  (nested_identifier) @name
  (string (string_fragment) @name)] body: (_)? @body) @definition.module

; Values of a namespace, and ambient declarations.
(internal_module body: (statement_block [
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.const)
  (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable)
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)]))
(module body: (statement_block [
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.const)
  (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable)
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)]))
(ambient_declaration [
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.const)
  (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable)
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)
  (statement_block [
    (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.const)
    (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable)
    (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)])])

(export_statement "default" @name value: [(as_expression) (satisfies_expression)]) @definition.const

(ambient_declaration . "declare" . [
  (function_signature) (class_declaration) (abstract_class_declaration) (interface_declaration)
  (type_alias_declaration) (enum_declaration) (lexical_declaration) (variable_declaration)
  (module) (internal_module)]) @head
(expression_statement (internal_module)) @head
(internal_module body: (statement_block [(lexical_declaration) (variable_declaration)] @head))
(module body: (statement_block [(lexical_declaration) (variable_declaration)] @head))

((export_statement "=" (identifier) @exported) (#set! modifier "export ="))
; Ambient declarations are visible to all modules.
((ambient_declaration (_ (variable_declarator name: (identifier) @exported))) (#set! modifier "declare"))
((ambient_declaration (statement_block [
  (_ name: (_) @exported)
  (expression_statement (internal_module name: (_) @exported))
  (_ (variable_declarator name: (identifier) @exported))]))
  (#set! modifier "declare"))

; Symbols inside a syntax error keep their name.
(ERROR "class" @head . (type_identifier) @name @definition.class)
(ERROR "interface" @head . (type_identifier) @name @definition.interface)

(type_parameter name: (type_identifier) @type.parameter)
(infer_type . (type_identifier) @type.parameter)
(mapped_type_clause name: (type_identifier) @type.parameter)
