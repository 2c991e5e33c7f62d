(extends_clause value: (identifier) @reference.inherit)
(extends_clause
  value: (member_expression object: (_) @receiver property: (property_identifier) @reference.inherit))
(implements_clause [
  (type_identifier) @reference.inherit
  (nested_type_identifier module: (_) @receiver name: (type_identifier) @reference.inherit)
  (generic_type name: (type_identifier) @reference.inherit)
  (generic_type name: (nested_type_identifier module: (_) @receiver name: (type_identifier) @reference.inherit))])
(extends_type_clause type: [
  (type_identifier) @reference.inherit
  (nested_type_identifier module: (_) @receiver name: (type_identifier) @reference.inherit)
  (generic_type name: (type_identifier) @reference.inherit)
  (generic_type name: (nested_type_identifier module: (_) @receiver name: (type_identifier) @reference.inherit))])

; The grammar parses `await f<T>(x)` as a call of `await f`.
(call_expression function: (await_expression (identifier) @reference.call) arguments: (arguments) @arguments)
(call_expression
  function: (await_expression (member_expression object: (_) @receiver property: (property_identifier) @reference.call))
  arguments: (arguments) @arguments)
(call_expression function: (non_null_expression (identifier) @reference.call) arguments: (arguments) @arguments)
(call_expression
  function: (non_null_expression
    (member_expression object: (_) @receiver property: (property_identifier) @reference.call))
  arguments: (arguments) @arguments)

(required_parameter pattern: [
  (identifier) @binding
  (rest_pattern (identifier) @binding)])
(optional_parameter pattern: (identifier) @binding)

(type_query (identifier) @reference.type)
(type_query (member_expression object: (_) @receiver property: (property_identifier) @reference.type))
(nested_type_identifier module: (_) @receiver name: (type_identifier) @reference.type)
(type_identifier) @reference.type
