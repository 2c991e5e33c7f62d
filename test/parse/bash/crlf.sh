#!/bin/bash
# Windows lines.
eins() {
  echo "ä"
}
ZWEI=2
