((import_statement (import_clause (identifier) @import.alias) source: (string) @import.source) @import
  (#set! name "default"))
; A list is captured as a whole: a pattern for its entries stays open for each of them until the source.
(import_statement (import_clause (named_imports) @import.names) source: (string) @import.source) @import
(import_statement
  (import_clause (namespace_import "*" @import.all (identifier) @import.alias))
  source: (string) @import.source) @import
(import_statement "import" . source: (string) @import.source) @import

((export_statement (export_clause) @import.names source: (string) @import.source) @import (#set! reexport))
((export_statement "*" @import.all source: (string) @import.source) @import (#set! reexport))
((export_statement
  (namespace_export "*" @import.all (_) @import.alias)
  source: (string) @import.source) @import
  (#set! reexport))

((variable_declarator
  name: [(identifier) @import.alias (object_pattern) @import.names]
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @import.source))) @import
  (#eq? @_require "require"))
((variable_declarator
  name: (identifier) @import.alias
  value: (member_expression
    object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.source))
    property: (property_identifier) @import.name)) @import
  (#eq? @_require "require"))
(variable_declarator
  name: [(identifier) @import.alias (object_pattern) @import.names]
  value: (await_expression
    (call_expression function: (import) arguments: (arguments . (string) @import.source)))) @import

((assignment_expression
  left: (member_expression object: (_) @_exports property: (property_identifier) @import.alias)
  right: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.source))) @import
  (#match? @_exports "^(module\\.)?exports$")
  (#eq? @_require "require")
  (#set! reexport))
((assignment_expression
  left: (member_expression) @_exports
  right: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.source))) @import
  (#eq? @_exports "module.exports")
  (#eq? @_require "require")
  (#set! reexport))
((assignment_expression
  left: (member_expression) @_exports
  right: (object (pair
    key: (property_identifier) @import.alias
    value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.source)) @import)))
  (#eq? @_exports "module.exports")
  (#eq? @_require "require")
  (#set! reexport))

((call_expression function: (identifier) @_require arguments: (arguments . (string) @import.source .)) @import
  (#eq? @_require "require")
  (#set! unbound))
((call_expression function: (import) arguments: (arguments . (string) @import.source)) @import (#set! unbound))
