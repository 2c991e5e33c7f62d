/**
 * A file of data is anything that is neither source code nor documentation: settings, tables, exports, keys. Only data
 * exists to hold credentials. What a repository shows and tests with is data too, and is judged more mildly.
 */
import { isTestPath } from '../labels.ts';

/** Matches the names of source code, pages and documentation. */
export const codeName =
  /\.(md|mdx|markdown|rst|adoc|asciidoc|rdoc|html?|xhtml|css|s[ac]ss|less|styl|[cm]?[jt]sx?|flow|coffee|vue|svelte|astro|py|pyi|pyw|pyx|rb|rake|gemspec|go|rs|java|kts?|scala|sbt|groovy|gradle|cs|fs|vb|c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|h\+\+|ipp|tpp|m|mm|swift|php[s\d]?|phtml|pl|pm|lua|sh|bash|zsh|fish|ksh|ps1|psm1|bat|cmd|awk|r|jl|ex|exs|eex|heex|erl|hrl|hs|ml|mli|clj|cljs|dart|zig|nim|sql|proto|thrift|graphqls?|gql|nix|tf|hcl|rego|cue|jsonnet|libsonnet|dhall|bzl|bazel|cmake|j2|jinja2?|erb|ejs|hbs|haml|slim|pug|twig|liquid|mustache|tpl|tmpl|gotmpl|bats|ipynb)$/i;

/** Endings of source code and documentation that people give to copies as well: `.netrc.org`. */
const rareCodeName =
  /\.(org|tex|texi|pod|t|ru|d|s|v|sv|cr|el|pas|f90|asm|edn|star|mk|http|vhdl?|vim|robot|feature|lisp|csx|fsx|inl)$/i;

/** Written by tools for a repository: lock files, snapshots, translations, changes, sums, lists of versions and projects. */
const toolName =
  /\.(lock|sum|mod|snap|ambr|golden|approved|map|pot?|xlf|xliff|resx|strings|svg|patch|diff|csproj|vbproj|fsproj|vcxproj|sln|pbxproj|nuspec|pub|md5|sha\d{1,3}(sums?)?)$/i;

/** Source code and documents without an ending. */
const plainName =
  /^(make|docker|container|jenkins|vagrant|proc|gem|rake|pod|fast|brew|cap|guard|berks|caddy|tilt|earth|just)file([-_.][\w.-]*)?$|^(license|copying|notice|authors|changelog|changes|readme|install|news|todo|contributors|codeowners)([-_]\w+)?(\.txt)?$/i;

/** Settings that are the code of a repository, of building and deploying it: passwords in them are usual, and for tests. */
const repositorySettings =
  /^(docker-?)?compose([-_.][\w.-]*)?\.ya?ml$|^application\.(ya?ml|properties)$|^(package|npm-shrinkwrap|package-lock|composer|deno|tsconfig[\w.-]*|jsconfig|angular|nx|turbo|lerna|renovate|project\.assets|packages\.lock|pnpm-lock|go)\.(json[5c]?|ya?ml)$/i;

/** By its name; a first line of a script makes source code of a file without an ending. */
export function isDataFile(name: string, text: string): boolean {
  return !codeName.test(name) && !rareCodeName.test(name) && !toolName.test(name) && !text.startsWith('#!');
}

/** Whether a file of data shows something to readers, tests or translates, or builds. Expects a path with a slash before every part. */
export function isShown(path: string, name: string): boolean {
  return plainName.test(name) || shownName.test(name) || shownFolder.test(path) || isTestPath(path);
}

export function isSettingOfRepository(name: string): boolean {
  return repositorySettings.test(name);
}

const shownFolder =
  /\/(?:(?:[\w.-]*[-_.])?(?:tests?|testing|specs?|fixtures?|examples?|samples?|demos?|cassettes?|expectations|mocks?|snapshots|templates?|e2e|cypress|playwright)|docs?|documentation|locales?|i18n|l10n|lang|languages|translations?|node_modules|vendor|third[-_]party|schemas?)\//i;
const shownName =
  /(?:^|[-_.])(?:examples?|samples?|templates?|tmpl|tpl|dist|defaults?|schema|swagger|openapi|baseline|fixtures?|tests?|mocks?|stub|demo|readme)(?:[-_.]|$)/i;
