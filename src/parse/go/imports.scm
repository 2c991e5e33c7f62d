(import_spec name: [(package_identifier) (dot) (blank_identifier)]? @import.alias path: (_) @import.source) @import
