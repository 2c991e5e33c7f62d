// Prints the definitions that Go's parser finds. Reads one line of JSON per file and writes one back.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
)

type file struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

type definition struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Start int    `json:"start"`
	Line  int    `json:"line"`
}

type answer struct {
	Path        string       `json:"path"`
	Definitions []definition `json:"definitions"`
	Error       string       `json:"error,omitempty"`
}

func main() {
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var source file
			if json.Unmarshal(line, &source) == nil {
				encoder.Encode(definitionsIn(source))
			}
		}
		if err == io.EOF {
			return
		}
	}
}

func definitionsIn(source file) answer {
	found := answer{Path: source.Path, Definitions: []definition{}}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, source.Path, source.Text, parser.SkipObjectResolution)
	if err != nil {
		found.Error = err.Error()
		return found
	}
	lineOf := func(position token.Pos) int { return set.PositionFor(position, false).Line }
	add := func(kind string, name *ast.Ident, start token.Pos) {
		if name.Name != "_" {
			found.Definitions = append(found.Definitions, definition{name.Name, kind, lineOf(start), lineOf(name.Pos())})
		}
	}
	for _, declaration := range tree.Decls {
		switch each := declaration.(type) {
		case *ast.FuncDecl:
			kind := "function"
			if each.Recv != nil {
				kind = "method"
			}
			add(kind, each.Name, each.Pos())
		case *ast.GenDecl:
			for _, spec := range each.Specs {
				switch one := spec.(type) {
				case *ast.TypeSpec:
					add("type", one.Name, each.Pos())
					members(one.Type, add)
				case *ast.ValueSpec:
					kind := map[token.Token]string{token.CONST: "const", token.VAR: "var"}[each.Tok]
					for _, name := range one.Names {
						add(kind, name, each.Pos())
					}
				}
			}
		}
	}
	return found
}

// members returns the fields of a struct, including nested structs, and the methods of an interface.
func members(node ast.Expr, add func(string, *ast.Ident, token.Pos)) {
	switch each := node.(type) {
	case *ast.StructType:
		for _, field := range each.Fields.List {
			for _, name := range field.Names {
				add("field", name, field.Pos())
			}
			if len(field.Names) == 0 {
				if name := embedded(field.Type); name != nil {
					add("embedded field", name, field.Pos())
				}
			}
			if structure, ok := field.Type.(*ast.StructType); ok {
				members(structure, add)
			}
		}
	case *ast.InterfaceType:
		for _, method := range each.Methods.List {
			for _, name := range method.Names {
				add("interface method", name, method.Pos())
			}
		}
	}
}

func embedded(node ast.Expr) *ast.Ident {
	switch each := node.(type) {
	case *ast.Ident:
		return each
	case *ast.SelectorExpr:
		return each.Sel
	case *ast.StarExpr:
		return embedded(each.X)
	case *ast.IndexExpr:
		return embedded(each.X)
	case *ast.IndexListExpr:
		return embedded(each.X)
	}
	return nil
}
