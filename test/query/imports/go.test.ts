/** Imports of Go. */
import { check } from './check-imports.ts';

check(
  'a package is a folder below the path of its module',
  {
    'go.mod': 'module example.org/shop // the shop\n\ngo 1.22\n',
    'main.go': `package main

import (
	"fmt"
	"example.org/shop/store"
	. "example.org/shop/dot"
	_ "example.org/shop/blank"
	alias "example.org/shop/store/v2"
	"example.org/shop/missing"
	"example.org/shopping/store"
	"example.org/shop"
	"github.com/other/thing"
	"C"
	"example.org/shop/Store"
)
`,
    'store/a.go': 'package store\n',
    'store/b.go': 'package store\n',
    'store/b_test.go': 'package store\n',
    'store/x_test.go': 'package store_test\nimport "example.org/shop/store"\n',
    'store/gen.go': '//go:build ignore\n\npackage main\n',
    'store/doc.md': '',
    'store/v2/s.go': 'package store\n',
    'dot/d.go': 'package dot\n',
    'blank/b.go': 'package blank\n',
    'missing/only_test.go': 'package missing\n',
  },
  {
    'main.go': ['', 'store/a.go store/b.go', 'dot/d.go', 'blank/b.go', 'store/v2/s.go', '', '', 'main.go', '', '', ''],
    'store/x_test.go': ['store/a.go store/b.go store/b_test.go'],
  },
);

check(
  'modules of one repository resolve by path, by replacement and by workspace',
  {
    'go.work': 'go 1.22\nuse (\n\t.\n\t./staging/src/k8s.io/api\n)\nreplace example.org/worked => ./local/worked\n',
    'go.mod': `module k8s.io/kubernetes
require (
	k8s.io/api v0.0.0
)
replace (
	k8s.io/renamed => ./local/renamed // here
	k8s.io/forked v1.2.3 => ../outside
	k8s.io/other => example.org/other v1.0.0
)
replace "k8s.io/quoted" => ./local/quoted
`,
    'cmd/main.go': `package main
import "k8s.io/api/core/v1"
import "k8s.io/kubernetes/pkg/util"
import "k8s.io/renamed/deep"
import "k8s.io/forked"
import "k8s.io/other"
import "k8s.io/quoted"
import "example.org/worked/w"
import "k8s.io/kubernetes/staging/src/k8s.io/api/core/v1"
`,
    'pkg/util/u.go': 'package util\n',
    'staging/src/k8s.io/api/go.mod': 'module k8s.io/api\n',
    'staging/src/k8s.io/api/core/v1/types.go':
      'package v1\nimport "k8s.io/kubernetes/pkg/util"\nimport "k8s.io/api/apps"\n',
    'staging/src/k8s.io/api/apps/a.go': 'package apps\n',
    'local/renamed/deep/d.go': 'package deep\n',
    'local/quoted/q.go': 'package quoted\n',
    'local/worked/w/w.go': 'package w\n',
  },
  {
    'cmd/main.go': [
      'staging/src/k8s.io/api/core/v1/types.go',
      'pkg/util/u.go',
      'local/renamed/deep/d.go',
      '',
      '',
      'local/quoted/q.go',
      'local/worked/w/w.go',
      '',
    ],
    'staging/src/k8s.io/api/core/v1/types.go': ['pkg/util/u.go', 'staging/src/k8s.io/api/apps/a.go'],
  },
);

check(
  'vendored copies are visible below the folder of vendor, and come after the modules of the repository',
  {
    'go.mod': 'module example.org/a\n',
    'a.go': 'package a\nimport "github.com/pkg/errors"\nimport "example.org/b"\n',
    'vendor/github.com/pkg/errors/errors.go': 'package errors\n',
    'vendor/example.org/b/b.go': 'package b\n',
    'b/go.mod': 'module example.org/b\n',
    'b/b.go': 'package b\nimport "github.com/only/nested"\n',
    'b/vendor/github.com/only/nested/n.go': 'package nested\n',
    'c/go.mod': 'modul example.org/c\nrequire (\n',
    'c/c.go': 'package c\nimport "github.com/only/nested"\nimport "example.org/c/d"\n',
    'c/d/d.go': 'package d\n',
    'old/src/legacy.org/x/x.go': 'package x\nimport "legacy.org/y"\n',
    'old/src/legacy.org/y/y.go': 'package y\n',
  },
  {
    'a.go': ['vendor/github.com/pkg/errors/errors.go', 'b/b.go'],
    'b/b.go': ['b/vendor/github.com/only/nested/n.go'],
    'c/c.go': ['', ''],
  },
);

check(
  'without modules the GOPATH workspace is searched',
  {
    'src/legacy.org/x/x.go': 'package x\nimport "legacy.org/y"\nimport "fmt"\n',
    'src/legacy.org/y/y.go': 'package y\n',
  },
  { 'src/legacy.org/x/x.go': ['src/legacy.org/y/y.go', ''] },
);
