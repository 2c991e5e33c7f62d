(import_spec !name path: (_) @import.source) @import
(import_spec name: [(package_identifier) (blank_identifier)] @import.alias path: (_) @import.source) @import
(import_spec name: (dot) @import.all path: (_) @import.source) @import
