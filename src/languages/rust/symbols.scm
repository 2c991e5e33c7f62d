(function_item name: [(identifier) (metavariable)] @name body: (block) @body) @definition.fn
(function_signature_item name: [(identifier) (metavariable)] @name) @definition.fn

(struct_item name: (type_identifier) @name body: (field_declaration_list)? @body) @definition.struct
(union_item name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(field_declaration name: (field_identifier) @name) @definition.field
(enum_item name: (type_identifier) @name body: (enum_variant_list) @body) @definition.enum
(enum_variant name: (identifier) @name) @definition.const
(trait_item name: (type_identifier) @name body: (declaration_list) @body) @definition.trait

; An impl has the name of its type, without references, paths and generics.
(impl_item
  type: [
    (type_identifier) @name
    (primitive_type) @name
    (array_type) @name
    (tuple_type) @name
    (unit_type) @name
    (pointer_type) @name
    (function_type) @name
    (never_type) @name
    (metavariable) @name
    (scoped_type_identifier name: (type_identifier) @name)
    (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name)])
    (dynamic_type trait: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name) (generic_type type: (type_identifier) @name)])
    (bounded_type . (dynamic_type trait: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name) (generic_type type: (type_identifier) @name)]))
    (reference_type
      type: [
        (type_identifier) @name
        (primitive_type) @name
        (array_type) @name
        (tuple_type) @name
        (unit_type) @name
        (pointer_type) @name
        (function_type) @name
        (dynamic_type) @name
        (scoped_type_identifier name: (type_identifier) @name)
        (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name)])
      ])
  ]
  body: (declaration_list)? @body) @definition.impl

(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(const_item name: (identifier) @name) @definition.const
(static_item name: (identifier) @name) @definition.static
(mod_item name: (identifier) @name body: (declaration_list)? @body) @definition.module

; Not any number of attributes: each would be a candidate until the last of them.
((attribute_item (attribute . (identifier) @modifier)) . (attribute_item)? . (attribute_item)? . (attribute_item)? . (attribute_item)? . (macro_definition name: (identifier) @name . ["{" "(" "["] @body) @definition.macro
  (#eq? @modifier "macro_export"))
(macro_definition name: (identifier) @name . ["{" "(" "["] @body) @definition.macro

(type_parameter name: (type_identifier) @type.parameter)

; `//!` comments document the enclosing item, not the next one.
(line_comment !inner) @comment
(block_comment !inner) @comment
(attribute_item) @attribute

; The grammar treats macro arguments as tokens; most of them parse as source.
(macro_invocation (token_tree) @again)
