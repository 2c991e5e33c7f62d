(call_expression function: (identifier) @reference.call arguments: (arguments) @arguments)
(call_expression
  function: (scoped_identifier path: (_)? @receiver name: (identifier) @reference.call)
  arguments: (arguments) @arguments)
(call_expression
  function: (field_expression value: (_) @receiver field: (field_identifier) @reference.call)
  arguments: (arguments) @arguments)
(call_expression
  function: (generic_function
    function: [
      (identifier) @reference.call
      (scoped_identifier path: (_)? @receiver name: (identifier) @reference.call)
      (field_expression value: (_) @receiver field: (field_identifier) @reference.call)
    ])
  arguments: (arguments) @arguments)

; The receiver of a macro call ends with `!`.
(macro_invocation macro: (identifier) @reference.call "!" @receiver.end)
(macro_invocation macro: (scoped_identifier path: (_)? @receiver name: (identifier) @reference.call) "!" @receiver.end)

(struct_expression
  name: [
    (type_identifier) @reference.construct
    (scoped_type_identifier path: (_)? @receiver name: (type_identifier) @reference.construct)
    (generic_type_with_turbofish
      type: [
        (type_identifier) @reference.construct
        (scoped_identifier path: (_)? @receiver name: (identifier) @reference.construct)
      ])
  ])

(trait_item
  bounds: (trait_bounds
    [
      (type_identifier) @reference.inherit
      (scoped_type_identifier path: (_)? @receiver name: (type_identifier) @reference.inherit)
      (generic_type
        type: [
          (type_identifier) @reference.inherit
          (scoped_type_identifier path: (_)? @receiver name: (type_identifier) @reference.inherit)
        ])
    ]))
(impl_item
  trait: [
    (type_identifier) @reference.inherit
    (scoped_type_identifier path: (_)? @receiver name: (type_identifier) @reference.inherit)
    (generic_type
      type: [
        (type_identifier) @reference.inherit
        (scoped_type_identifier path: (_)? @receiver name: (type_identifier) @reference.inherit)
      ])
  ])

; `Item` in `Iterator<Item = u8>` is an associated type of the trait.
(type_binding name: (type_identifier) @reference.ignore)
(tuple_struct_pattern type: (identifier) @reference.type)
(tuple_struct_pattern type: (scoped_identifier path: (_)? @receiver name: (identifier) @reference.type))
(scoped_type_identifier path: (_)? @receiver name: (type_identifier) @reference.type)
(type_identifier) @reference.type

; Calls among the tokens of a macro that does not parse as source: a name directly before a parenthesis.
(attribute (token_tree (identifier) @reference.ignore))
(attribute (token_tree (token_tree (identifier) @reference.ignore)))
(attribute (token_tree (token_tree (token_tree (identifier) @reference.ignore))))
(token_tree "#" . (token_tree (identifier) @reference.ignore))
(token_tree "#" . (token_tree (token_tree (identifier) @reference.ignore)))
(token_tree "#" . (token_tree (token_tree (token_tree (identifier) @reference.ignore))))
(token_tree "fn" . (identifier) @reference.ignore)
(token_tree (_) @receiver . ["." "::"] . (identifier) @reference.call . (token_tree . "(") @adjacent)
(token_tree (_) @receiver . "::" . (identifier) @reference.call . "!" @receiver.end @adjacent . (token_tree))
(token_tree (identifier) @reference.call . "!" @receiver.end @adjacent . (token_tree))
(token_tree (identifier) @reference.call . (token_tree . "(") @adjacent)

; Bindings with what is known of their type, before the general forms.
(let_declaration pattern: (identifier) @binding) @binding.in
(let_declaration pattern: (mut_pattern (identifier) @binding)) @binding.in
(let_declaration pattern: (tuple_pattern (identifier) @binding)) @binding.in
(parameter pattern: (identifier) @binding type: (_) @binding.type)
(parameter pattern: (mut_pattern (identifier) @binding) type: (_) @binding.type)
((for_expression pattern: (identifier) @binding value: (_) @binding.value) (#set! step "[]"))
((let_condition
  pattern: (tuple_struct_pattern type: (identifier) @_present . "(" . (identifier) @binding)
  value: (_) @binding.value)
  (#any-of? @_present "Some" "Ok")
  (#set! step "?"))
((let_declaration
  pattern: (tuple_struct_pattern type: (identifier) @_present . "(" . (identifier) @binding)
  value: (_) @binding.value) @binding.in
  (#any-of? @_present "Some" "Ok")
  (#set! step "?"))

; Names of patterns at any depth; a capital letter begins a constant or a variant.
(let_declaration pattern: (_) @binding.pattern) @binding.in
(let_condition pattern: (_) @binding.pattern) @binding.after
(for_expression pattern: (_) @binding.pattern value: (_) @binding.after)
(closure_parameters (identifier) @binding)
(closure_parameters (parameter pattern: (identifier) @binding))
([
  (tuple_pattern (identifier) @binding)
  (tuple_struct_pattern "(" (identifier) @binding)
  (field_pattern name: (shorthand_field_identifier) @binding)
  (field_pattern pattern: (identifier) @binding)
  (slice_pattern (identifier) @binding)
  (captured_pattern . (identifier) @binding)
  (ref_pattern (identifier) @binding)
  (mut_pattern (identifier) @binding)
  (reference_pattern (identifier) @binding)
  (or_pattern (identifier) @binding)
  (match_pattern . (identifier) @binding)
  (let_condition pattern: (identifier) @binding)
  (for_expression pattern: (identifier) @binding)]
  (#match? @binding "^(?:r#)?[^A-Z]")
  (#set! step "?")
  (#set! nested))

[(block) (match_arm) (closure_expression) (for_expression) (while_expression)] @scope
; The variables of a condition are not visible in the `else`.
(if_expression consequence: (_) @scope.end) @scope

; A function passed as a value; arguments are taken from their list.
(field_initializer value: (identifier) @reference.value)
(field_initializer value: (scoped_identifier path: (_)? @receiver name: (identifier) @reference.value))
