(import_statement (import_require_clause (identifier) @import.alias source: (string) @import.source)) @import
(import_alias . (identifier) @import.alias . (_) @import.source) @import
