; A declarator wraps its name in pointers and brackets to any depth; `declarator.ts` finds it.
; Without a type it is a constructor, or in a body a macro with a block (`foreach(…) { … }`).
(function_definition type: (_) declarator: (_) @declarator body: (_)? @body) @definition.fn
((function_definition !type declarator: (_) @declarator (field_initializer_list)? @body body: (_)? @body) @definition.fn (#set! nonlocal))

; Types; a forward declaration has no body and is not a symbol.
(class_specifier name: [(type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier scope: (_) @owner name: (type_identifier) @name)] body: (_) @body) @definition.class
(struct_specifier name: [(type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier scope: (_) @owner name: (type_identifier) @name)] body: (_) @body) @definition.struct
(union_specifier name: [(type_identifier) @name (template_type name: (type_identifier) @name)] body: (_) @body) @definition.struct
(enum_specifier name: [(type_identifier) @name (qualified_identifier scope: (_) @owner name: (type_identifier) @name)] body: (_) @body) @definition.enum
(enumerator name: (identifier) @name) @definition.const
(concept_definition name: (identifier) @name) @definition.type
(alias_declaration name: (type_identifier) @name) @definition.type
(namespace_definition name: (_) @name body: (_) @body) @definition.module

; An anonymous type has the name of its typedef, field or variable.
(type_definition type: (struct_specifier !name body: (_) @body) . declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) . declarator: (type_identifier) @name) @definition.struct
(type_definition type: (enum_specifier !name body: (_) @body) . declarator: (type_identifier) @name) @definition.enum
(field_declaration type: (struct_specifier !name body: (_) @body) declarator: (_) @declarator) @definition.field
(field_declaration type: (union_specifier !name body: (_) @body) declarator: (_) @declarator) @definition.field
(declaration type: (struct_specifier !name body: (_) @body) declarator: (_) @declarator) @definition.variable
(declaration type: (union_specifier !name body: (_) @body) declarator: (_) @declarator) @definition.variable

; `typedef struct node { … } node` is one type.
((type_definition type: (_ name: (_) @tag body: (_) @body) declarator: (_) @declarator @definition.type) @head (#not-eq? @tag @declarator))
(type_definition type: (_ !body) declarator: (_) @declarator @definition.type) @head
(type_definition type: (_ body: (_))) @head

; Variables and fields. The declarator is the symbol: `struct point { … } origin` does not contain the struct.
; In a body, an apparent prototype may be a variable: `Status s(input);`
((declaration (type_qualifier ["const" "constexpr"]) declarator: (_) @declarator @definition.const) @head (#set! nonlocal))
((declaration declarator: (_) @declarator @definition.variable) @head (#set! nonlocal))
(declaration type: (_ body: (_) @body) declarator: (_) @declarator @definition.variable)
(declaration declarator: (init_declarator value: (initializer_list) @body) @declarator @definition.variable)
(field_declaration (type_qualifier "constexpr") declarator: (_) @declarator @definition.const) @head
(field_declaration (storage_class_specifier "static") (type_qualifier "const") declarator: (_) @declarator @definition.const) @head
(field_declaration declarator: (_) @declarator @definition.field) @head
(field_declaration type: (_ body: (_) @body) declarator: (_) @declarator @definition.field)

(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name parameters: (_) value: (_)? @body) @definition.macro

(template_declaration) @head
(linkage_specification body: [(declaration) (function_definition)]) @head

(field_declaration_list (access_specifier) @access)
(preproc_ifdef (access_specifier) @access)
(preproc_if (access_specifier) @access)
(preproc_else (access_specifier) @access)
; Symbols in an anonymous namespace belong to the file.
(namespace_definition "namespace" @access !name) @section

(lambda_expression) @local
; A friend declaration is a member elsewhere; only a friend defined here counts.
(friend_declaration "friend" @access) @local
; Incomplete code: an unclosed block contains the rest of the file.
(ERROR "namespace" @start . (_) @name . "{" @body) @definition.module
(ERROR "class" @start . (type_identifier) @name "{" @body) @definition.class
(ERROR "struct" @head . (type_identifier) @name @definition.struct "{")
((ERROR [(function_declarator) (pointer_declarator)] @declarator @definition.fn) (#set! nonlocal))
; The block of a function whose head could not be parsed.
(translation_unit (compound_statement) @local)

[(attribute_declaration) (attribute_specifier) (ms_declspec_modifier)] @attribute
(comment) @comment
