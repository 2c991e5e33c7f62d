(call function: (identifier) @reference.call arguments: (argument_list) @arguments)
(call
  function: (attribute object: (_) @receiver attribute: (identifier) @reference.call)
  arguments: (argument_list) @arguments)
(call function: (identifier) @reference.call arguments: (generator_expression))
(call
  function: (attribute object: (_) @receiver attribute: (identifier) @reference.call)
  arguments: (generator_expression))
(decorator (identifier) @reference.call)
(decorator (attribute object: (_) @receiver attribute: (identifier) @reference.call))

(class_definition superclasses: (argument_list [
  (identifier) @reference.inherit
  (attribute object: (_) @receiver attribute: (identifier) @reference.inherit)
  (subscript value: (identifier) @reference.inherit)
  (subscript value: (attribute object: (_) @receiver attribute: (identifier) @reference.inherit))
]))
((class_definition superclasses: (argument_list (keyword_argument
  name: (identifier) @_key
  value: [
    (identifier) @reference.inherit
    (attribute object: (_) @receiver attribute: (identifier) @reference.inherit)
  ])))
  (#eq? @_key "metaclass"))
(class_definition superclasses: (argument_list (subscript subscript: [
  (identifier) @reference.type
  (attribute object: (_) @receiver attribute: (identifier) @reference.type)
])))

(type_alias_statement left: (type [(identifier) @reference.ignore (generic_type . (identifier) @reference.ignore)]))
(type [
  (identifier) @reference.type
  (attribute object: (_) @receiver attribute: (identifier) @reference.type)
  (generic_type . (identifier) @reference.type)
  (list (identifier) @reference.type)
  (subscript value: (identifier) @reference.type)
  (subscript value: (attribute object: (_) @receiver attribute: (identifier) @reference.type))
  (subscript subscript: (identifier) @reference.type)
  (subscript subscript: (attribute object: (_) @receiver attribute: (identifier) @reference.type))
  (subscript subscript: (list (identifier) @reference.type))
  (subscript subscript: (subscript value: (identifier) @reference.type))
  (subscript subscript: (subscript value: (attribute object: (_) @receiver attribute: (identifier) @reference.type)))
  (subscript subscript: (subscript subscript: (identifier) @reference.type))
  (subscript subscript: (subscript subscript: (attribute object: (_) @receiver attribute: (identifier) @reference.type)))
  (subscript subscript: (binary_operator left: (identifier) @reference.type))
  (subscript subscript: (binary_operator right: (identifier) @reference.type))
  (binary_operator left: (identifier) @reference.type)
  (binary_operator right: (identifier) @reference.type)
  (binary_operator left: (attribute object: (_) @receiver attribute: (identifier) @reference.type))
  (binary_operator right: (attribute object: (_) @receiver attribute: (identifier) @reference.type))
  (binary_operator left: (subscript value: (identifier) @reference.type))
  (binary_operator left: (subscript subscript: (identifier) @reference.type))
  (binary_operator right: (subscript value: (identifier) @reference.type))
  (binary_operator right: (subscript subscript: (identifier) @reference.type))
  (binary_operator left: (binary_operator left: (identifier) @reference.type))
  (binary_operator left: (binary_operator right: (identifier) @reference.type))
])
((type (string (string_content) @reference.type))
  (#match? @reference.type "^[^\\s\\d\\[\\]().,|][^\\s\\[\\]().,|]*$"))
(class_pattern (dotted_name . (identifier) @reference.type .))
(class_pattern (dotted_name . (identifier) @receiver . (identifier) @reference.type .))

; A lower-case name is a caught exception that is raised again.
((raise_statement . (identifier) @reference.type) (#match? @reference.type "^_*[A-Z]"))
(raise_statement . (attribute object: (identifier) @receiver attribute: (identifier) @reference.type))
(except_clause value: [
  (identifier) @reference.type
  (attribute object: (_) @receiver attribute: (identifier) @reference.type)
  (tuple (identifier) @reference.type)
  (tuple (attribute object: (_) @receiver attribute: (identifier) @reference.type))
  (as_pattern . (identifier) @reference.type)
  (as_pattern . (attribute object: (_) @receiver attribute: (identifier) @reference.type))
  (as_pattern . (tuple (identifier) @reference.type))
  (as_pattern . (tuple (attribute object: (_) @receiver attribute: (identifier) @reference.type)))
])

; A call of a parameter does not refer to a symbol of the same name; `cls` is the class itself.
((parameters [
  (identifier) @binding
  (default_parameter name: (identifier) @binding)
  (list_splat_pattern (identifier) @binding)
  (dictionary_splat_pattern (identifier) @binding)
  (typed_parameter . [
    (identifier) @binding
    (list_splat_pattern (identifier) @binding)
    (dictionary_splat_pattern (identifier) @binding)])
  (typed_default_parameter name: (identifier) @binding)])
  (#not-eq? @binding "cls"))
; The expression after the colon of a lambda is not a type.
((lambda_parameters [
  (identifier) @binding
  (default_parameter name: (identifier) @binding)
  (list_splat_pattern (identifier) @binding)
  (dictionary_splat_pattern (identifier) @binding)])
  (#set! step "?"))
((for_statement left: (identifier) @binding right: (_) @binding.value) (#set! step "[]"))
(for_statement left: (pattern_list (identifier) @binding))
((for_in_clause left: (identifier) @binding right: (_) @binding.value) (#set! step "[]") (#set! reach "whole"))
(with_item value: (as_pattern . (_) @binding.value alias: (as_pattern_target (identifier) @binding)))
((except_clause value: (as_pattern . (_) @binding.value alias: (as_pattern_target (identifier) @binding))) (#set! step "()"))
; Names of targets at any depth. The body of a comprehension precedes its targets.
([
  (list_comprehension [(for_in_clause left: (_) @binding.pattern) (if_clause (_) @binding.pattern)])
  (set_comprehension [(for_in_clause left: (_) @binding.pattern) (if_clause (_) @binding.pattern)])
  (dictionary_comprehension [(for_in_clause left: (_) @binding.pattern) (if_clause (_) @binding.pattern)])
  (generator_expression [(for_in_clause left: (_) @binding.pattern) (if_clause (_) @binding.pattern)])] @binding.scope)
((as_pattern_target [
  (identifier) @binding
  (tuple [(identifier) @binding (list_splat (identifier) @binding)])
  (list [(identifier) @binding (list_splat (identifier) @binding)])
  (_ (tuple [(identifier) @binding (list_splat (identifier) @binding)]))
  (_ (list [(identifier) @binding (list_splat (identifier) @binding)]))])
  (#set! step "?"))
([
  (for_statement left: (identifier) @binding)
  (for_in_clause left: (identifier) @binding)
  (pattern_list (identifier) @binding)
  (tuple_pattern (identifier) @binding)
  (list_pattern (identifier) @binding)
  (list_splat_pattern (identifier) @binding)]
  (#set! step "?"))
(named_expression name: (identifier) @binding value: (_) @binding.value)

; In a pattern of `match`, a name without dots binds, except for the name of a class or a keyword.
([
  (case_pattern (dotted_name . (identifier) @binding .))
  (keyword_pattern (dotted_name . (identifier) @binding .))
  (union_pattern (dotted_name . (identifier) @binding .))
  (splat_pattern (identifier) @binding)
  (as_pattern (case_pattern) (identifier) @binding)]
  (#set! step "?"))

; Other variables last until the end of the function.
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression) (lambda)] @scope

; A function passed as a value; arguments are taken from their list.
(pair value: [
  (identifier) @reference.value
  (attribute object: (identifier) @receiver attribute: (identifier) @reference.value)])
(list (identifier) @reference.value)
