; A lower-case element is built into the platform.
((jsx_opening_element name: (identifier) @reference.construct) (#match? @reference.construct "^[^a-z]"))
((jsx_self_closing_element name: (identifier) @reference.construct) (#match? @reference.construct "^[^a-z]"))
(jsx_opening_element
  name: (member_expression object: (_) @receiver property: (property_identifier) @reference.construct))
(jsx_self_closing_element
  name: (member_expression object: (_) @receiver property: (property_identifier) @reference.construct))
(jsx_expression [
  (identifier) @reference.value
  (member_expression object: (_) @receiver property: (property_identifier) @reference.value)])
