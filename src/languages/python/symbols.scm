(function_definition
  name: (identifier) @name
  body: (block . (expression_statement . (string) @docstring .)?) @body) @definition.fn

(class_definition
  name: (identifier) @name
  body: (block . (expression_statement . (string) @docstring .)?) @body) @definition.class

(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)])) @definition.type

; A value belongs to the module, to its class or to its function (these are dropped later).
(expression_statement
  (assignment left: (identifier) @name right: (lambda body: (_) @body))) @definition.fn
(expression_statement (assignment left: (identifier) @name)) @definition.variable
(expression_statement (assignment right: (assignment left: (identifier) @name))) @definition.variable
(expression_statement (assignment right: (assignment right: (assignment left: (identifier) @name)))) @definition.variable
(expression_statement
  (assignment right: (assignment right: (assignment right: (assignment left: (identifier) @name))))) @definition.variable
(expression_statement (assignment right: (assignment right: (assignment right:
  (assignment right: (assignment left: (identifier) @name)))))) @definition.variable
; Chained assignments of up to ten targets: a further target would be part of the previous one.
(expression_statement (assignment right: (assignment right: (assignment right: (assignment right: (assignment right: (assignment left: (identifier) @name))))))) @definition.variable
(expression_statement (assignment right: (assignment right: (assignment right: (assignment right: (assignment right: (assignment right: (assignment left: (identifier) @name)))))))) @definition.variable
(expression_statement (assignment right: (assignment right: (assignment right: (assignment right: (assignment right: (assignment right: (assignment right: (assignment left: (identifier) @name))))))))) @definition.variable
(expression_statement (assignment right: (assignment right: (assignment right: (assignment right: (assignment right: (assignment right: (assignment right: (assignment right: (assignment left: (identifier) @name)))))))))) @definition.variable
(expression_statement (assignment right: (assignment right: (assignment right: (assignment right: (assignment right: (assignment right: (assignment right: (assignment right: (assignment right: (assignment left: (identifier) @name))))))))))) @definition.variable
(expression_statement (assignment left: [
  (pattern_list [(identifier) @name (list_splat_pattern (identifier) @name)])
  (tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)])
  (_ (tuple_pattern [(identifier) @name (list_splat_pattern (identifier) @name)]))
  (_ (list_pattern [(identifier) @name (list_splat_pattern (identifier) @name)]))
])) @definition.variable

((expression_statement (assignment left: [
  (attribute object: (identifier) @_self attribute: (identifier) @name)
  (_ (attribute object: (identifier) @_self attribute: (identifier) @name))
])) @definition.field
  (#any-of? @_self "self" "cls")
  (#set! member))
((expression_statement
  (assignment right: (assignment left: (attribute object: (identifier) @_self attribute: (identifier) @name)))) @definition.field
  (#any-of? @_self "self" "cls")
  (#set! member))

((assignment left: (identifier) @_all right: [(list (string (string_content) @exported)) (tuple (string (string_content) @exported))])
  (#eq? @_all "__all__")
  (#set! modifier "__all__"))
((augmented_assignment left: (identifier) @_all right: [(list (string (string_content) @exported)) (tuple (string (string_content) @exported))])
  (#eq? @_all "__all__")
  (#set! modifier "__all__"))

; Symbols inside a syntax error keep their name.
(ERROR "def" @head . (identifier) @name @definition.fn)
(ERROR "class" @head . (identifier) @name @definition.class)
((ERROR (identifier) @head . (identifier) @name @definition.fn) (#eq? @head "def"))
((ERROR (identifier) @head . (identifier) @name @definition.class) (#eq? @head "class"))

(function_definition type_parameters: (type_parameter (type [
  (identifier) @type.parameter
  (splat_type (identifier) @type.parameter)
  (constrained_type . (type (identifier) @type.parameter))])))
(class_definition type_parameters: (type_parameter (type [
  (identifier) @type.parameter
  (splat_type (identifier) @type.parameter)
  (constrained_type . (type (identifier) @type.parameter))])))
(type_alias_statement left: (type (generic_type (type_parameter (type [
  (identifier) @type.parameter
  (constrained_type . (type (identifier) @type.parameter))])))))

(decorator) @attribute
(comment) @comment
