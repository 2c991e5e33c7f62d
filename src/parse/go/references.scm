(call_expression function: (identifier) @reference.call arguments: (argument_list) @arguments)
(call_expression
  function: (selector_expression operand: (_) @receiver field: (field_identifier) @reference.call)
  arguments: (argument_list) @arguments)
(call_expression function: (index_expression operand: (identifier) @reference.call) arguments: (argument_list) @arguments)
(call_expression
  function: (index_expression operand: (selector_expression operand: (_) @receiver field: (field_identifier) @reference.call))
  arguments: (argument_list) @arguments)

(composite_literal type: (type_identifier) @reference.construct)
(composite_literal type: (qualified_type package: (_) @receiver name: (type_identifier) @reference.construct))
(composite_literal type: (generic_type type: (type_identifier) @reference.construct))
(composite_literal type: (generic_type type: (qualified_type package: (_) @receiver name: (type_identifier) @reference.construct)))

(field_declaration !name type: (type_identifier) @reference.inherit)
(field_declaration !name type: (qualified_type package: (_) @receiver name: (type_identifier) @reference.inherit))
(field_declaration !name type: (generic_type type: (type_identifier) @reference.inherit))
(interface_type (type_elem (type_identifier) @reference.inherit))
(interface_type (type_elem (qualified_type package: (_) @receiver name: (type_identifier) @reference.inherit)))

(qualified_type package: (_) @receiver name: (type_identifier) @reference.type)
(type_identifier) @reference.type
