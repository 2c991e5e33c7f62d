(function_definition name: (word) @name body: (_) @body) @definition.fn

((declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @definition.const (#set! once))
((declaration_command ["export" "declare" "typeset"] (variable_assignment name: (variable_name) @name)) @definition.variable (#set! once))
((declaration_command ["declare" "typeset"] (word) @flags (variable_name) @name) @definition.variable
  (#match? @flags "^-[aAilrux]+$") (#set! once))

; Assignments before a command are its environment, and those in loops are working variables rather than settings.
((program (variable_assignment name: (variable_name) @name value: (_)) @definition.variable) (#set! once))
((program (variable_assignments (variable_assignment name: (variable_name) @name) @definition.variable)) (#set! once))
((program (list (variable_assignment name: (variable_name) @name) @definition.variable)) (#set! once))
((if_statement (variable_assignment name: (variable_name) @name) @definition.variable) (#set! once))
((elif_clause (variable_assignment name: (variable_name) @name) @definition.variable) (#set! once))
((else_clause (variable_assignment name: (variable_name) @name) @definition.variable) (#set! once))
((case_item (variable_assignment name: (variable_name) @name) @definition.variable) (#set! once))

((command name: (command_name) @word argument: [(word) @name (concatenation . (word) @name)]) @definition.macro
  (#eq? @word "alias") (#match? @name "^[^-=][^=]*="))

; Incomplete code: an unclosed block.
(ERROR (word) @name @definition.fn . "(" . ")")

(comment) @comment
