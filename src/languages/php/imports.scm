(namespace_use_declaration) @import
([(include_expression (string) @import.source) (include_once_expression (string) @import.source) (require_expression (string) @import.source) (require_once_expression (string) @import.source)] @import)
