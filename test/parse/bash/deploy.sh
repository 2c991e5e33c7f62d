#!/usr/bin/env bash
# Deploys.
set -euo pipefail

source ./lib/common.sh
. "$HERE/colors.sh"

readonly VERSION="1.2" OTHER=2
export TARGET=production LEVEL
declare -r FIXED=1
declare -A options
declare -x EXPORTED=1
declare -f print_function
typeset width=80
NAME="größe"; SECOND=2
NAME="again"
FOO=bar run_it
list=(one two)
list[0]=three
A=1 B=2; C=3
export PATH
alias ll='ls -l' la=ls

# Says hello.
# Twice.
hello() {
  local who=$1
  inside=1
  readonly also_inside=1
  helper() { :; }
}

function with_keyword { echo; }
function both() ( cd /; )
with-dash() if true; then echo; fi

if [[ -n "${CI:-}" ]]; then
  MODE=ci
  on_ci() { :; }
elif true; then
  MODE=elif
else
  MODE=local
  FALLBACK=1
fi

case "$1" in
  start) ACTION=start ;;
esac

for i in 1 2; do
  LOOPED=$i
done

[ -z "$DEBUG" ] && DEBUG=0

main() {
  cat <<EOF
not_a_function() { :; }
EOF
}

main "$@"
