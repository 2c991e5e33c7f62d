(namespace_definition name: (_) @module !body)
(namespace_definition name: (_) @name body: (_) @body) @definition.module

(class_declaration name: (name) @name body: (_) @body) @definition.class
(interface_declaration name: (name) @name body: (_) @body) @definition.interface
(trait_declaration name: (name) @name body: (_) @body) @definition.trait
(enum_declaration name: (name) @name body: (_) @body) @definition.enum
(enum_case name: (name) @name) @definition.const

(function_definition name: (name) @name body: (_) @body) @definition.fn
(method_declaration name: (name) @name body: (_)? @body) @definition.method
((method_declaration parameters: (formal_parameters (property_promotion_parameter name: (variable_name (name) @name)) @definition.field)) (#set! member))
(property_declaration (property_element name: (variable_name (name) @name)) @definition.field) @head
(const_declaration (const_element . (name) @name) @definition.const) @head
((expression_statement (function_call_expression function: (name) @word arguments: (arguments . (argument [(string (string_content) @name) (encapsed_string . (string_content) @name .)])))) @definition.const
  (#eq? @word "define"))

; Incomplete code: an unclosed block contains the rest of the file.
(ERROR "class" @start . (name) @name "{" @body) @definition.class
(ERROR "interface" @start . (name) @name "{" @body) @definition.interface
(ERROR "trait" @start . (name) @name "{" @body) @definition.trait
(ERROR "function" @head . (name) @name @definition.fn)

[(anonymous_function) (arrow_function)] @local
(anonymous_class) @section
(attribute_list) @attribute
(comment) @comment
