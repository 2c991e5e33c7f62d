(call_expression function: (identifier) @reference.call arguments: (argument_list) @arguments)
(call_expression
  function: (selector_expression operand: (_) @receiver field: (field_identifier) @reference.call)
  arguments: (argument_list) @arguments)

; With type arguments a call looks like an index or a conversion. Calls are the more frequent of the two.
(call_expression
  function: (index_expression operand: (identifier) @reference.call index: [(identifier) (selector_expression) (unary_expression)])
  arguments: (argument_list) @arguments)
(call_expression
  function: (index_expression
    operand: (selector_expression operand: (_) @receiver field: (field_identifier) @reference.call)
    index: [(identifier) (selector_expression) (unary_expression)])
  arguments: (argument_list) @arguments)
(type_conversion_expression type: (generic_type type: (type_identifier) @reference.call))
(type_conversion_expression
  type: (generic_type type: (qualified_type package: (_) @receiver name: (type_identifier) @reference.call)))
(call_expression
  function: (type_instantiation_expression type: (type_identifier) @reference.call)
  arguments: (argument_list) @arguments)
(call_expression
  function: (type_instantiation_expression type: (qualified_type package: (_) @receiver name: (type_identifier) @reference.call))
  arguments: (argument_list) @arguments)
; A conversion looks like a call: `(*Store)(nil)`, `(Store)(x)`.
(call_expression function: (parenthesized_expression (identifier) @reference.type))
(call_expression function: (parenthesized_expression (unary_expression operand: (identifier) @reference.type)))
(call_expression
  function: (parenthesized_expression
    (unary_expression operand: (selector_expression operand: (identifier) @receiver field: (field_identifier) @reference.type))))

(composite_literal type: (type_identifier) @reference.construct)
(composite_literal type: (qualified_type package: (_) @receiver name: (type_identifier) @reference.construct))
(composite_literal type: (generic_type type: (type_identifier) @reference.construct))
(composite_literal type: (generic_type type: (qualified_type package: (_) @receiver name: (type_identifier) @reference.construct)))

(field_declaration !name type: (type_identifier) @reference.inherit)
(field_declaration !name type: (qualified_type package: (_) @receiver name: (type_identifier) @reference.inherit))
(field_declaration !name type: (generic_type type: (type_identifier) @reference.inherit))
(field_declaration !name type: (generic_type type: (qualified_type package: (_) @receiver name: (type_identifier) @reference.inherit)))
; A single element is an embedded interface; several are a union.
(interface_type (type_elem . (type_identifier) @reference.inherit .))
(interface_type (type_elem . (qualified_type package: (_) @receiver name: (type_identifier) @reference.inherit) .))
(interface_type (type_elem . (generic_type type: (type_identifier) @reference.inherit) .))
(interface_type
  (type_elem . (generic_type type: (qualified_type package: (_) @receiver name: (type_identifier) @reference.inherit)) .))

; A method belongs to the type of its receiver; this is not a use of it.
(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (type_identifier) @reference.ignore
        (pointer_type (type_identifier) @reference.ignore)
        (generic_type type: (type_identifier) @reference.ignore)
        (pointer_type (generic_type type: (type_identifier) @reference.ignore))
      ])))

(qualified_type package: (_) @receiver name: (type_identifier) @reference.type)
(type_identifier) @reference.type

(short_var_declaration left: (expression_list (identifier) @binding)) @binding.in
((range_clause left: (expression_list (identifier) @binding) right: (_) @binding.value) @binding.in (#set! step "[]"))
(receive_statement left: (expression_list (identifier) @binding) ":=") @binding.in
(type_switch_statement alias: (expression_list (identifier) @binding))
(parameter_list (parameter_declaration (identifier) @binding))
(parameter_list (variadic_parameter_declaration (identifier) @binding))

[
  (block) (if_statement) (for_statement) (func_literal)
  (expression_switch_statement) (type_switch_statement)
  (expression_case) (type_case) (default_case) (communication_case)
] @scope

; A function passed as a value; arguments are taken from their list.
(keyed_element . (_) . (literal_element (identifier) @reference.value))
(keyed_element
  . (_)
  . (literal_element (selector_expression operand: (identifier) @receiver field: (field_identifier) @reference.value)))
