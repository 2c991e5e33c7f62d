(using_directive name: (identifier) @import.alias [(identifier) (qualified_name) (generic_name)] @import.source .) @import
(using_directive "using" @import.all !name [(identifier) (qualified_name) (alias_qualified_name)] @import.source) @import
