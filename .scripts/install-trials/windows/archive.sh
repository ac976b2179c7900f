#!/bin/sh
# Stands in for 7za: `archive.sh a … FILE . …` packs the current folder, as a tar archive that plugins.c reads.
set -eu
for word in "$@"; do
  case $word in
  *.7z) file=$word ;;
  esac
done
tar --format=ustar -cf "$file" --exclude="$(basename "$file")" -- *
