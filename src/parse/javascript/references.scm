(call_expression function: (identifier) @reference.call arguments: (arguments) @arguments)
(call_expression
  function: (member_expression
    object: (_) @receiver
    property: [(property_identifier) (private_property_identifier)] @reference.call)
  arguments: (arguments) @arguments)
(call_expression function: (super) @reference.call arguments: (arguments) @arguments)
(call_expression function: (identifier) @reference.call arguments: (template_string))
(call_expression
  function: (member_expression object: (_) @receiver property: (property_identifier) @reference.call)
  arguments: (template_string))

(new_expression constructor: (identifier) @reference.construct arguments: (arguments)? @arguments)
(new_expression
  constructor: (member_expression object: (_) @receiver property: (property_identifier) @reference.construct)
  arguments: (arguments)? @arguments)

(decorator (identifier) @reference.call)
(decorator (member_expression object: (_) @receiver property: (property_identifier) @reference.call))
