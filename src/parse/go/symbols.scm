(package_clause (package_identifier) @module)

(function_declaration name: (identifier) @name body: (block)? @body) @definition.fn

(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @owner))
  name: (field_identifier) @name
  body: (block)? @body) @definition.method

; A lone `type X …` starts at its keyword, a spec in a group at its name.
(type_declaration . "type" . (type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct) @head
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_declaration . "type" . (type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @definition.interface) @head
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @definition.interface
(type_declaration . "type" . (type_spec name: (type_identifier) @name) @definition.type) @head
(type_spec name: (type_identifier) @name) @definition.type
(type_declaration . "type" . (type_alias name: (type_identifier) @name) @definition.type) @head
(type_alias name: (type_identifier) @name) @definition.type

(field_declaration name: (field_identifier) @name) @definition.field
(field_declaration !name type: (type_identifier) @name) @definition.field
(field_declaration !name type: (qualified_type name: (type_identifier) @name)) @definition.field
(field_declaration !name type: (generic_type type: (type_identifier) @name)) @definition.field
(method_elem name: (field_identifier) @name) @definition.method

(const_declaration . "const" . (const_spec name: (identifier) @name) @definition.const) @head
(const_spec name: (identifier) @name) @definition.const
(var_declaration . "var" . (var_spec name: (identifier) @name) @definition.variable) @head
(var_spec name: (identifier) @name) @definition.variable

(func_literal) @local
(comment) @comment
