export EDITOR=vi
gs() { git status; }
