(package_declaration (scoped_identifier) @module)
(package_declaration (identifier) @module)

(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(record_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_constant name: (identifier) @name body: (_)? @body) @definition.const
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.field))

(method_declaration name: (identifier) @name body: (_)? @body) @definition.method
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.method
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method

; The declarator is the symbol, so that `int a, b` yields two symbols that are not nested.
(field_declaration (modifiers "static" "final") declarator: (variable_declarator name: (identifier) @name) @definition.const) @head
(field_declaration (modifiers "final" "static") declarator: (variable_declarator name: (identifier) @name) @definition.const) @head
(constant_declaration declarator: (variable_declarator name: (identifier) @name) @definition.const) @head
(field_declaration declarator: (variable_declarator name: (identifier) @name) @definition.field) @head

; The body of a value is not part of its signature.
(field_declaration declarator: (variable_declarator name: (identifier) @name value: (object_creation_expression (class_body) @body)) @definition.field)
(field_declaration declarator: (variable_declarator name: (identifier) @name value: (lambda_expression body: (block) @body)) @definition.field)

(lambda_expression) @local
(static_initializer) @local
(class_body (block) @local)

[(marker_annotation) (annotation)] @attribute
[(line_comment) (block_comment)] @comment
