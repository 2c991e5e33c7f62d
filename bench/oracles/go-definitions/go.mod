module definitions

go 1.19
