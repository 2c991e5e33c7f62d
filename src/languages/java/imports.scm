(import_declaration (scoped_identifier scope: (_) @import.source name: (_) @import.name) . ";") @import
(import_declaration (identifier) @import.source . ";") @import
(import_declaration [(scoped_identifier) (identifier)] @import.source (asterisk) @import.all) @import
