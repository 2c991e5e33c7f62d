// Resolves imports by Go's build rules. Reads a folder and an import path per line; writes the package's folder
// (relative to the repository), its name and the error, if any.
package main

import (
	"bufio"
	"fmt"
	"go/build"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	root, _ := filepath.EvalSymlinks(os.Args[1])
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	known := map[string]string{}
	for lines.Scan() {
		folder, path, _ := strings.Cut(lines.Text(), "\t")
		answer, isKnown := known[lines.Text()]
		if !isKnown {
			answer = find(root, folder, path)
			known[lines.Text()] = answer
		}
		fmt.Fprintln(output, answer)
	}
}

func find(root, folder, path string) string {
	if path == "C" {
		return "\t\tnot in the repository"
	}
	found, err := build.Default.Import(path, folder, 0)
	if found == nil || found.Goroot || found.Dir == "" {
		return "\t\tnot in the repository"
	}
	real, linkErr := filepath.EvalSymlinks(found.Dir)
	if linkErr != nil || !strings.HasPrefix(real+"/", root+"/") {
		return "\t\tnot in the repository"
	}
	relative, _ := filepath.Rel(root, real)
	problem := ""
	switch err.(type) {
	case nil:
	case *build.NoGoError:
		problem = "no files"
	case *build.MultiplePackageError:
	default:
		problem = strings.ReplaceAll(err.Error(), "\n", " ")
	}
	return relative + "\t" + found.Name + "\t" + problem
}
