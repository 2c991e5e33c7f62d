(module name: [(constant) @name (scope_resolution scope: (_)? @owner name: (constant) @name)] body: (_)? @body "end"? @body) @definition.module
(class name: [(constant) @name (scope_resolution scope: (_)? @owner name: (constant) @name)] superclass: (_)? body: (_)? @body "end"? @body) @definition.class

(program (method name: (_) @name body: (_)? @body "end"? @body) @definition.fn)
(method name: (_) @name body: (_)? @body "end"? @body) @definition.method
(singleton_method name: (_) @name body: (_)? @body "end"? @body) @definition.method
; `private def name`
(call method: (identifier) arguments: (argument_list . [(method) (singleton_method)] .)) @head

(alias name: [(identifier) (constant) (operator) (setter)] @name) @definition.method
((call !receiver method: (identifier) @word arguments: (argument_list . (simple_symbol) @name) block: (_)? @body) @definition.method
  (#any-of? @word "define_method" "alias_method" "define_singleton_method"))
((call !receiver method: (identifier) @word arguments: (argument_list (simple_symbol) @name)) @definition.field
  (#any-of? @word "attr_accessor" "attr_reader" "attr_writer" "attr" "cattr_accessor" "mattr_accessor" "class_attribute"))

; A class created by an expression.
((assignment left: (constant) @name right: (call receiver: (constant) @maker method: (identifier) @make block: (_)? @body)) @definition.class
  (#any-of? @maker "Struct" "Class" "Data") (#any-of? @make "new" "define"))
((assignment left: (constant) @name right: (call receiver: (constant) @maker method: (identifier) @make block: (_)? @body)) @definition.module
  (#eq? @maker "Module") (#eq? @make "new"))
((assignment left: (constant) right: (call receiver: (constant) @maker method: (identifier) arguments: (argument_list (simple_symbol) @name @definition.field)))
  (#any-of? @maker "Struct" "Data"))
(assignment left: (constant) @name) @definition.const
(assignment left: (scope_resolution scope: (_) @owner name: (constant) @name)) @definition.const
(assignment left: (left_assignment_list (constant) @name)) @definition.const
(operator_assignment left: (constant) @name) @definition.const
(program (assignment left: (global_variable) @name) @definition.variable)

((body_statement (identifier) @access) (#any-of? @access "private" "protected" "public" "module_function"))
(singleton_class) @section

; Incomplete code: an unclosed block contains the rest of the file.
(ERROR "class" @start . (constant) @name . _? @body) @definition.class
(ERROR "module" @start . (constant) @name . _? @body) @definition.module
(ERROR "def" @head . (identifier) @name @definition.method)

(comment) @comment
