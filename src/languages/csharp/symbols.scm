(file_scoped_namespace_declaration name: (_) @module)
(namespace_declaration name: (_) @name body: (_) @body) @definition.module

(class_declaration name: (identifier) @name body: (_)? @body) @definition.class
(record_declaration "struct" name: (identifier) @name body: (_)? @body) @definition.struct
(record_declaration name: (identifier) @name body: (_)? @body) @definition.class
(struct_declaration name: (identifier) @name body: (_)? @body) @definition.struct
(interface_declaration name: (identifier) @name body: (_)? @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_)? @body) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.const
(delegate_declaration name: (identifier) @name) @definition.type
; The parameters of a record are its properties, those of a class are not.
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.field))

(method_declaration name: (identifier) @name body: (_)? @body) @definition.method
(constructor_declaration name: (identifier) @name (constructor_initializer)? @body body: (_)? @body) @definition.method
(destructor_declaration "~" @name name: (identifier) @name body: (_)? @body) @definition.method
(operator_declaration "operator" @name operator: _ @name body: (_)? @body) @definition.method
(conversion_operator_declaration "operator" @name type: (_) @name body: (_)? @body) @definition.method
(local_function_statement name: (identifier) @name body: (_)? @body) @definition.fn

(property_declaration name: (identifier) @name accessors: (_)? @body value: (arrow_expression_clause)? @body) @definition.field
(indexer_declaration "this" @name accessors: (_)? @body value: (arrow_expression_clause)? @body) @definition.field
(event_declaration name: (identifier) @name accessors: (_)? @body) @definition.field
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name) @definition.field)) @head
(field_declaration (modifier "const") (variable_declaration (variable_declarator name: (identifier) @name) @definition.const)) @head
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name) @definition.field)) @head

; Incomplete code: an unclosed block contains the rest of the file.
(ERROR "class" @start . (identifier) @name "{" @body) @definition.class
(ERROR "struct" @start . (identifier) @name "{" @body) @definition.struct
(ERROR "interface" @start . (identifier) @name "{" @body) @definition.interface
(ERROR (_) . (identifier) @name @definition.method . (parameter_list))

[(lambda_expression) (anonymous_method_expression) (accessor_declaration)] @local
(attribute_list) @attribute
(comment) @comment
