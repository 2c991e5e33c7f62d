before() { echo; }

half() {
  if true; then
    echo "no end
}

after() { echo; }
