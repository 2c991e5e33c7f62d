(package_clause (package_identifier) @module)

(function_declaration name: (identifier) @name body: (block)? @body) @definition.fn

(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @owner))
  name: (field_identifier) @name
  body: (block)? @body) @definition.method

(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @definition.interface
(type_spec name: (type_identifier) @name) @definition.type
(type_alias name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.type
(type_alias name: (type_identifier) @name type: (interface_type "{" @body)) @definition.type
(type_alias name: (type_identifier) @name) @definition.type

(field_declaration name: (field_identifier) @name) @definition.field
(field_declaration !name type: (type_identifier) @name) @definition.field
(field_declaration !name type: (qualified_type name: (type_identifier) @name)) @definition.field
(field_declaration !name type: (generic_type type: (type_identifier) @name)) @definition.field
(field_declaration !name type: (generic_type type: (qualified_type name: (type_identifier) @name))) @definition.field
; The methods of an anonymous interface have no owner.
(type_spec type: (interface_type (method_elem name: (field_identifier) @name) @definition.method))
(type_alias type: (interface_type (method_elem name: (field_identifier) @name) @definition.method))

; The body of a value is not part of its signature.
(field_declaration name: (field_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.field
(var_spec . (identifier) @name value: (expression_list . (func_literal body: (block) @body) .)) @definition.variable

(const_spec (identifier) @name) @definition.const
(var_spec (identifier) @name) @definition.variable

; A single `type X …` starts at its keyword, a spec in a group at its name.
((type_declaration . "type" . (type_spec name: (type_identifier) @name) @definition.type) @head
  (#not-match? @head "^type\\s*\\("))
((type_declaration . "type" . (type_alias name: (type_identifier) @name) @definition.type) @head
  (#not-match? @head "^type\\s*\\("))
((const_declaration . "const" . (const_spec (identifier) @name) @definition.const) @head
  (#not-match? @head "^const\\s*\\("))
(var_declaration . "var" . (var_spec (identifier) @name) @definition.variable) @head

(type_parameter_declaration (identifier) @type.parameter)
(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @type.parameter)))
        (pointer_type (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @type.parameter))))
      ])))

(func_literal) @local
(comment) @comment
